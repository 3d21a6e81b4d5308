/**
 * Every error that Clearloop throws, sorted by code. `docs/errors.md` explains the same codes; a test compares the two.
 */
export const ERROR_CATALOGUE = {
  EDI_BAD_PARAMETER: { status: 400, when: 'A query parameter, an option or a setting has a value that is not allowed.' },
  EDI_BODY_TOO_LARGE: {
    status: 413,
    when: 'The request body, inflated, is larger than the configured limit, or its form has more parts, or an answer in memory would be larger.',
  },
  EDI_CLIENT_TOO_SLOW: { status: 408, when: 'The client sent its request, or took its answer, too slowly.' },
  EDI_CODES_FILE_INVALID: { status: 400, when: 'A file of codes is broken, or is in no format that the importers know.' },
  EDI_CODES_UNAVAILABLE: { status: 500, when: 'The database of codes cannot be opened, read or written.' },
  EDI_CODE_AMBIGUOUS: { status: 400, when: 'A code is in several code sets, and no type says which one is meant.' },
  EDI_CODE_NOT_FOUND: { status: 404, when: 'No code set has the code.' },
  EDI_DATA_LOST: { status: 400, when: 'Bytes of the input are in no record: a skipped range, or segments outside a transaction set.' },
  EDI_EMPTY_INPUT: { status: 400, when: 'The input has no bytes, or nothing but blanks and line breaks.' },
  EDI_GUIDE_INVALID: { status: 500, when: 'A guide file breaks the guide format; the message has file, line and column.' },
  EDI_GUIDE_UNKNOWN: { status: 500, when: 'A guide is named that no file provides.' },
  EDI_HEADERS_TOO_LARGE: { status: 431, when: 'The headers of the request, its address among them, are larger than the service reads.' },
  EDI_INPUT_ENDED: { status: 400, when: 'The input breaks off: inside a segment, or before the SE of a transaction set.' },
  EDI_INTERNAL: { status: 500, when: 'Clearloop itself failed; the log has the cause.' },
  EDI_LICENSE_UNREADABLE: { status: 500, when: 'The configured licence file cannot be read.' },
  EDI_MAPPING_INVALID: { status: 500, when: 'A record declaration names a place that its guide does not have.' },
  EDI_METHOD_NOT_ALLOWED: { status: 405, when: 'The path has operations of other methods; the header Allow lists them.' },
  EDI_MIXED_TABLES: { status: 400, when: 'The input has records of another kind than the first one, which started a table.' },
  EDI_MULTIPART_INVALID: { status: 400, when: 'A multipart body is broken off, has no boundary, or holds no file.' },
  EDI_NOT_EDI: { status: 400, when: 'The input has no ISA, GS or ST where EDI should begin.' },
  EDI_NOT_FOUND: { status: 404, when: 'The path is not an operation of the service.' },
  EDI_NO_COLUMNS: { status: 400, when: 'The records of a transaction set have no columns, so that they cannot be CSV.' },
  EDI_OUTPUT_FAILED: { status: 500, when: 'An output file or folder cannot be written.' },
  EDI_PART_MISSING: { status: 500, when: 'The service or code look-up needs a package that is not installed.' },
  EDI_PLUGIN_FAILED: { status: 500, when: 'A plugin threw; the message has plugin, hook and place.' },
  EDI_PLUGIN_INVALID: { status: 500, when: 'A plugin is refused at start; the message has its name and the reason.' },
  EDI_REQUEST_INVALID: {
    status: 400,
    when: 'A request to generate EDI is no JSON, or has properties or values that are not allowed; the message has their JSON paths.',
  },
  EDI_SCHEMA_INVALID: { status: 400, when: 'A file of CSV schemas breaks their language; the message has file, line and column.' },
  EDI_SEARCH_TIMEOUT: { status: 503, when: 'A search of codes took longer than a search may take, and was cancelled.' },
  EDI_SEGMENT_TOO_LARGE: {
    status: 400,
    when: 'A segment is longer than the configured limit, or has more than 100,000 elements and components, usually because a terminator is missing.',
  },
  EDI_SERVICE_BUSY: { status: 429, when: 'The service has as many requests with input as it takes; Retry-After says when to come again.' },
  EDI_SERVICE_OVERLOADED: { status: 503, when: 'The service is short of memory or time, and takes no input for some seconds.' },
  EDI_SERVICE_STOPPING: { status: 503, when: 'The service is being stopped and takes no more work.' },
  EDI_SOURCE_UNREADABLE: { status: 400, when: 'A file cannot be opened, read or inflated.' },
  EDI_TOO_MANY_REQUESTS: { status: 429, when: 'The API key has used up its requests for this minute.' },
  EDI_TOO_MANY_WARNINGS: { status: 400, when: 'A file has more findings than maxWarnings allows.' },
  EDI_TRANSACTION_TOO_LARGE: {
    status: 400,
    when: 'A transaction set, or one claim, payment or member in it, or a record of another format, has more segments or bytes than the configured limit.',
  },
  EDI_UNAUTHORIZED: { status: 401, when: 'The API key is missing or unknown.' },
  EDI_UNSUPPORTED_MEDIA_TYPE: { status: 415, when: 'The content type or content encoding of the request is not one that the operation reads.' },
  EDI_UNSUPPORTED_OUTPUT: { status: 400, when: 'An output shows segments of X12, and the input is of a format that has none.' },
  EDI_UNSUPPORTED_SET: { status: 400, when: 'No plugin claims the transaction set.' },
} as const satisfies Record<string, { readonly status: number; readonly when: string }>;

/** Code of an error; stable, so that callers may branch on it. */
export type ErrorCode = keyof typeof ERROR_CATALOGUE;
