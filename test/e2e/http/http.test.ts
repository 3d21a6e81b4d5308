/*
 * What is around the operations: paths, connections, hostile requests, the OpenAPI document, plugins. One suite, which loads Nest once and starts one
 * application, and one more for each setting that a case needs: `npm test -- e2e/http -t 'words of a title'` runs some
 * cases.
 */
import { stopSharedServices } from '../test-service';
import './abuse.cases';
import './batches.cases';
import './connections.cases';
import './openapi-answers.cases';
import './openapi.cases';
import './paths.cases';
import './plugins.cases';
import './published-clients.cases';
import './service.cases';
import './threads.cases';
import './view.cases';

afterAll(stopSharedServices);
