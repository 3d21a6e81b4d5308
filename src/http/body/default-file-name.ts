/** Name of input that the request does not name; always the same, so that the answer is. */
export const DEFAULT_FILE_NAME = 'edi-api.edi';
