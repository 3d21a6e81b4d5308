import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiParam, ApiResponse } from '@nestjs/swagger';
import { schemaRef } from '../../mapping/record-schemas';
import { EDI_CONTENT_TYPES, failure, IGNORED, textFailure } from '../openapi/answer.docs';

/** Content type of Apache Parquet. */
export const PARQUET = 'application/vnd.apache.parquet';

/** Content type of an Excel workbook. */
export const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/*
 * What operations on EDI document beside their parameters, which the query classes document. `openapi/document.ts` adds the
 * bodies.
 */

type Docs = MethodDecorator & ClassDecorator;
type Content = Readonly<Record<string, { readonly schema: object }>>;

/** Name of the part of the path that `openapi/document.ts` replaces with the formats. */
export const FORMAT_PARAMETER = 'format';

const TEXT: Content = { 'text/plain': { schema: { type: 'string' } } };
const NDJSON: Content = { 'application/x-ndjson': { schema: { type: 'string' } } };

const json = (schema: object): Content => ({ 'application/json': { schema } });
const arrayOf = (name: string): object => ({ type: 'array', items: schemaRef(name) });

const ISSUES = json(arrayOf('ValidationIssue'));
const RESULTS = json(arrayOf('ValidationResult'));

const NOT_READ = 'A parameter is not allowed, or nothing of the input could be read as EDI.';
const TOO_LARGE = 'The body is larger than the service reads, counted after inflating.';

const answer = (description: string, content: Content): Docs => ApiResponse({ status: 200, description, headers: IGNORED, content });

function failures(badRequest: string, tooLarge = TOO_LARGE, document = failure): Docs {
  return applyDecorators(
    document(400, badRequest),
    document(413, tooLarge),
    document(415, 'The content type or content encoding is not one that the operation reads.'),
    document(500, 'Clearloop failed.'),
  );
}

/** Of operations whose answers may wait on disk. */
const withoutSpace = (document = failure): Docs => document(507, 'There is no space for an answer that waits on disk.');

const foundIssues = (): Docs => ApiResponse({ status: 417, description: 'With failOnValidationErrors: what validation found.', content: ISSUES });

/** Documents `POST /api/edi/json`. */
export function ApiEdiJson(): Docs {
  return applyDecorators(
    ApiConsumes(...EDI_CONTENT_TYPES),
    answer('The records, streamed. A failure after the first byte is an ERROR object among them; the array is still closed.', {
      ...json(arrayOf('EdiObject')),
      ...NDJSON,
    }),
    failures(NOT_READ),
  );
}

/** Documents `POST /api/edi/fhir`. */
export function ApiEdiFhir(): Docs {
  return applyDecorators(
    ApiConsumes(...EDI_CONTENT_TYPES),
    answer('FHIR R4 resources, one a line, streamed; docs/fhir.md lists them. A failure after the first byte is an OperationOutcome among them.', {
      'application/fhir+ndjson': { schema: { type: 'string' } },
    }),
    failures(NOT_READ),
    withoutSpace(),
  );
}

/** Documents `POST /api/edi/csv`. */
export function ApiEdiCsv(): Docs {
  const archive = { 'application/zip': { schema: { type: 'string', format: 'binary' } } };
  return applyDecorators(
    ApiConsumes(...EDI_CONTENT_TYPES),
    answer(
      'The row list of the schema, streamed, as `text/plain`, or as `text/csv` where `Accept` prefers it; with `Accept: application/zip` an archive of all its lists, a file for each. A failure after the first byte is a row whose first column begins with `ERROR:`.',
      { ...TEXT, 'text/csv': { schema: { type: 'string' } }, ...archive },
    ),
    failures('A parameter or a schema is not allowed, or nothing of the input could be converted.', TOO_LARGE, textFailure),
    withoutSpace(textFailure),
  );
}

const binary = (type: string): Content => ({ [type]: { schema: { type: 'string', format: 'binary' } } });

/** Documents `POST /api/edi/parquet`. */
export function ApiEdiParquet(): Docs {
  return applyDecorators(
    ApiConsumes(...EDI_CONTENT_TYPES),
    answer(
      'The row list of the schema as a Parquet file, streamed; with `Accept: application/zip` an archive of all its lists, a file for each. Failures after the first byte are listed in the metadata of the file, under `clearloop.notices`.',
      { ...binary(PARQUET), ...binary('application/zip') },
    ),
    failures('A parameter or a schema is not allowed, or nothing of the input could be converted.'),
    withoutSpace(),
  );
}

/** Documents `POST /api/edi/xlsx`. */
export function ApiEdiXlsx(): Docs {
  return applyDecorators(
    ApiConsumes(...EDI_CONTENT_TYPES),
    answer('A workbook, streamed: a sheet for each list of the schema, and a first sheet with sources, counts and failures.', binary(WORKBOOK)),
    failures('A parameter or a schema is not allowed, or nothing of the input could be converted.'),
    withoutSpace(),
  );
}

/** Documents `POST /api/edi/ack`. */
export function ApiEdiAcknowledge(): Docs {
  return applyDecorators(
    ApiConsumes(...EDI_CONTENT_TYPES),
    answer(
      'EDI, streamed: a 999 for each functional group, and TA1 where an interchange asks for it or is in error. Empty for what is not acknowledged.',
      TEXT,
    ),
    failures(NOT_READ),
  );
}

/** Documents `POST /api/edi/scrub`. */
export function ApiEdiScrub(): Docs {
  return applyDecorators(
    ApiConsumes(...EDI_CONTENT_TYPES),
    answer('The EDI with pseudonyms for everything that identifies a person, streamed; files of a form follow each other.', TEXT),
    failures('A file cannot be read as EDI, or its format cannot be scrubbed.'),
  );
}

/** Documents `POST /api/edi/parse`. */
export function ApiEdiParse(): Docs {
  return applyDecorators(
    ApiConsumes(...EDI_CONTENT_TYPES),
    answer('All records of the body, in lists: claims, payments, coverages, statuses. Each has its own validationIssues.', json(schemaRef('ParsedEdi'))),
    failures(NOT_READ, 'The body is larger than the operation reads (CLEARLOOP_MAX_PARSE_BYTES), counted after inflating.'),
  );
}

/** Documents `POST /api/edi/validate`. */
export function ApiEdiValidate(): Docs {
  const description = 'The issues, streamed; none for EDI without any. What could not be read is an ERROR object among them.';
  return applyDecorators(ApiConsumes(...EDI_CONTENT_TYPES), failures(NOT_READ), answer(description, { ...RESULTS, ...NDJSON }));
}

/** Documents `POST /api/edi/validate/text`. */
export function ApiEdiValidateText(): Docs {
  const description = 'The EDI, one segment a line, with each message on a line of its own below the segment that it belongs to.';
  return applyDecorators(ApiConsumes(...EDI_CONTENT_TYPES), failures(NOT_READ), answer(description, TEXT));
}

/** What every request to generate has; the keys of records are those of the set. */
const REQUEST = {
  type: 'object',
  required: ['interchangeControl', 'functionalGroup'],
  properties: { interchangeControl: { type: 'object' }, functionalGroup: { type: 'object' }, transaction: { type: 'object' } },
  additionalProperties: { type: 'array', items: { type: 'object' } },
};

function generating(): Docs {
  return applyDecorators(
    ApiConsumes('application/json', 'application/x-ndjson'),
    ApiBody({
      description:
        'The envelope, the head of the transaction set, and records as reading gives them. NDJSON: the records, one a line, after a line with the rest.',
      schema: REQUEST,
    }),
    ApiParam({ name: 'set', description: 'Number of the transaction set (ST01); those that plugins can write.', schema: { type: 'string' } }),
    failures('A parameter is not allowed, the set cannot be generated, or the request is no JSON or has properties or values that are not allowed.'),
  );
}

/** Documents `POST /api/edi/gen/{set}`. */
export function ApiEdiGenerate(): Docs {
  return applyDecorators(generating(), answer('EDI, streamed.', TEXT), foundIssues(), withoutSpace());
}

/** Documents `POST /api/edi/gen/{set}/validate`. */
export function ApiEdiGenerateValidate(): Docs {
  return applyDecorators(generating(), answer('The issues, each with its JSON path.', ISSUES));
}

function ofFormat(...contentTypes: string[]): Docs {
  return applyDecorators(
    ApiParam({ name: FORMAT_PARAMETER, schema: { type: 'string' } }),
    ApiConsumes(...contentTypes),
    failures('A parameter is not allowed, or nothing of the input could be read.'),
  );
}

/** Documents `POST /api/{format}/parse`. */
export function ApiFormatParse(): Docs {
  const description = 'The records, streamed. A failure after the first byte is an ERROR object among them; the list is still closed.';
  return applyDecorators(ofFormat(...EDI_CONTENT_TYPES), answer(description, { ...json({ type: 'object' }), ...NDJSON }));
}

/** Documents `POST /api/{format}/validate`. */
export function ApiFormatValidate(): Docs {
  const description = 'The issues, streamed. What could not be read is an ERROR object among them.';
  return applyDecorators(ofFormat(...EDI_CONTENT_TYPES), answer(description, { ...RESULTS, ...NDJSON }));
}

/** Documents `POST /api/{format}/generate`. */
export function ApiFormatGenerate(): Docs {
  return applyDecorators(
    ofFormat('application/json', 'application/x-ndjson'),
    withoutSpace(),
    ApiBody({ description: 'What parsing gives: one object with the list of records, or a record in each line.', schema: { type: 'object' } }),
    answer('Text of the format, streamed.', TEXT),
    foundIssues(),
  );
}
