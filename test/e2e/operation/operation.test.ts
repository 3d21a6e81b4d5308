/*
 * Running the service: keys, limits, metrics and the audit log. Most cases are about settings and start a service with their own; one suite
 * loads Nest once for all. `npm test -- e2e/operation -t 'words of a title'` runs some.
 */
import type * as timers from 'node:timers/promises';
import { stopSharedServices } from '../test-service';
import './api-keys.cases';
import './audit-log.cases';
import './limits.cases';
import './metrics.cases';

// For the time that a stop takes, in limits.cases.ts.
jest.mock('node:timers/promises', () => {
  const actual: typeof timers = jest.requireActual('node:timers/promises');
  return { ...actual, setTimeout: jest.fn(actual.setTimeout) };
});

afterAll(stopSharedServices);
