import { decodeText } from '../../common/bytes';

/** What the headers of a part say about it. */
export interface PartHeader {
  /** Name of the form field. */
  readonly fieldName: string | undefined;
  /** Name of the file as the client gave it, with folders where it sent them. */
  readonly fileName: string | undefined;
}

/**
 * Reads the header lines of a part.
 *
 *     Content-Disposition: form-data; name="files"; filename="claims.edi"
 */
export function readPartHeader(header: Buffer): PartHeader {
  const lines = decodeText(header, 0, header.length).replace(/\r\n[\t ]+/g, ' ').split('\r\n');
  const disposition = lines.find((line) => /^content-disposition[\t ]*:/i.test(line)) ?? '';
  return {
    fieldName: readParameter(disposition, 'name'),
    fileName: readExtendedParameter(disposition, 'filename') ?? readParameter(disposition, 'filename'),
  };
}

/** Reads `name="a \"b\""` or `name=a`; `%22` is how browsers write a quote. */
export function readParameter(line: string, name: string): string | undefined {
  const match = new RegExp(`;[\\t ]*${name}[\\t ]*=[\\t ]*(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\t ]*))`, 'i').exec(line);
  if (match === null) return undefined;
  const [, quoted, bare] = match;
  return quoted === undefined ? bare : quoted.replace(/\\(["\\])/g, '$1').replace(/%22/g, '"');
}

/** Reads `filename*=UTF-8''na%C3%AFve.edi` (RFC 8187), which some clients send beside or instead of the plain form. */
function readExtendedParameter(line: string, name: string): string | undefined {
  const value = readParameter(line, `${name}\\*`);
  const match = value === undefined ? null : /^utf-8'[^']*'(.*)$/i.exec(value);
  if (match?.[1] === undefined) return undefined;
  try {
    return decodeURIComponent(match[1]);
  } catch {
    // Not percent-encoded UTF-8: the plain form, where it is sent, is the better name.
    return undefined;
  }
}
