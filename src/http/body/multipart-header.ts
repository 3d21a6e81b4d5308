import { decodeText } from '../../common/bytes';

/** What the headers of a part say about it. */
export interface PartHeader {
  /** Name of the form field. */
  readonly fieldName: string | undefined;
  /** Name of the file as the client gave it, with folders where it sent them. */
  readonly fileName: string | undefined;
}

/**
 * Reads the Content-Disposition of a part, given with one character for each byte as headers come.
 *
 *     form-data; name="files"; filename="claims.edi"
 */
export function readPartHeader(disposition: string): PartHeader {
  const bytes = Buffer.from(disposition, 'latin1');
  const parameters = readParameters(decodeText(bytes, 0, bytes.length));
  return { fieldName: parameters.get('name'), fileName: decodeExtended(parameters.get('filename*')) ?? parameters.get('filename') };
}

/** One parameter after the last: `; name="a \"b\""` or `; name=a`. */
const PARAMETER = /;[\t ]*([^=;\t ]+)[\t ]*=[\t ]*(?:"((?:[^"\\]|\\.)*)"|([^;\t ]*))[\t ]*/y;

/** Reads the parameters of a header value by their names in lower case. Browsers write a quote as `%22`. */
export function readParameters(header: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  const start = header.indexOf(';');
  if (start < 0) return parameters;
  const pattern = new RegExp(PARAMETER);
  pattern.lastIndex = start;
  for (let match = pattern.exec(header); match !== null; match = pattern.exec(header)) {
    const [, name = '', quoted, bare = ''] = match;
    parameters.set(name.toLowerCase(), quoted === undefined ? bare : quoted.replace(/\\(["\\])/g, '$1').replaceAll('%22', '"'));
  }
  return parameters;
}

/** Reads `UTF-8''na%C3%AFve.edi` (RFC 8187), which some clients send beside or instead of the plain form. */
function decodeExtended(value: string | undefined): string | undefined {
  const encoded = /^utf-8'[^']*'(.*)$/i.exec(value ?? '')?.[1];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    // Not percent-encoded UTF-8: the plain form, where it is sent, is the better name.
    return undefined;
  }
}
