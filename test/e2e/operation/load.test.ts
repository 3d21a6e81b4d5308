/* Overload, slow clients and streaming: cases that wait, in the long suites. */
import { stopSharedServices } from '../test-service';
import './overload.cases';
import './slow-clients.cases';
import './streaming.cases';

afterAll(stopSharedServices);
