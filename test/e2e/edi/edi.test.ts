/*
 * Conversion, validation, generation, acknowledgment and code look-up over HTTP. One suite, which loads Nest once and starts one
 * application, and one more for each setting that a case needs: `npm test -- e2e/edi -t 'words of a title'` runs some
 * cases.
 */
import { stopSharedServices } from '../test-service';
import './codes-descriptions.cases';
import './codes.cases';
import './edi-acknowledge.cases';
import './edi-csv-zip.cases';
import './edi-csv.cases';
import './edi-format.cases';
import './edi-generate.cases';
import './edi-json-multipart.cases';
import './edi-json-query.cases';
import './edi-json.cases';
import './edi-parse.cases';
import './edi-scrub.cases';
import './edi-tables.cases';
import './edi-validate.cases';
import './skipped-trailer.cases';

afterAll(stopSharedServices);
