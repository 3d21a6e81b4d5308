import type { Notice } from '../../src/plugin/io';
import { stringText } from './mapping/json';

const SEVERITIES = { ERROR: 'error', WARNING: 'warning', VALIDATION: 'warning' } as const;
const CODES = { ERROR: 'exception', WARNING: 'processing', VALIDATION: 'invalid' } as const;

/** A failure, warning or validation issue as OperationOutcome: it has no id and belongs to no Bundle. */
export function operationOutcome(notice: Notice): string {
  const { objectType, message, code, fileName } = notice;
  const place = typeof fileName === 'string' ? stringText(fileName) : '';
  const details = typeof code === 'string' ? `"details":{"text":${stringText(code)}},` : '';
  const issue = `{"severity":"${SEVERITIES[objectType]}","code":"${CODES[objectType]}",${details}"diagnostics":${stringText(message) || '"?"'}${place === '' ? '' : `,"location":[${place}]`}}`;
  return `{"resourceType":"OperationOutcome","issue":[${issue}]}`;
}
