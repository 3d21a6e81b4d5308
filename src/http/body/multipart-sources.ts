import { EdiError } from '../../common/edi-error';
import type { EdiSource } from '../../pipeline/conversion.types';
import { failedSource } from '../../pipeline/sources/failed-source';
import { inflateIfGzip } from '../../pipeline/sources/inflate';
import { ByteBudget, limitBytes } from '../../pipeline/sources/limit-bytes';
import { bareName, sourceName } from '../../pipeline/sources/source-name';
import { type MultipartPart, readMultipart } from './multipart-reader';

/** Field of the form whose parts are EDI files. */
const FILES_FIELD = 'files';

/** What an error is said to be about when the form breaks between its files. */
const WHOLE_FORM = 'multipart form';

/**
 * Gives the `files` parts of a form as sources, one after the other. Other fields are skipped. A part whose name stood
 * before fails by itself, and so does the rest of a form that breaks off after its first file. Throws EDI_MULTIPART_INVALID
 * for a form without files. The limit is one for all files together.
 */
export async function* multipartSources(bytes: AsyncIterable<Uint8Array>, boundary: string, maxBytes: number): AsyncGenerator<EdiSource> {
  const names = new Set<string>();
  const inflated = new ByteBudget(maxBytes);
  try {
    for await (const part of readMultipart(limitBytes(bytes, new ByteBudget(maxBytes)), boundary)) {
      if (part.fieldName !== FILES_FIELD) continue;
      const name = partName(part, names.size + 1);
      yield names.has(name) ? failedSource(name, nameTwice()) : { name, open: () => limitBytes(inflateIfGzip(part.content()), inflated) };
      names.add(name);
    }
  } catch (error) {
    if (names.size === 0 || !(error instanceof EdiError)) throw error;
    yield failedSource(WHOLE_FORM, error);
  }
  if (names.size === 0) throw new EdiError('EDI_MULTIPART_INVALID', `The form has no file. Send each file as a part named "${FILES_FIELD}".`);
}

function partName(part: MultipartPart, ordinal: number): string {
  const name = part.fileName === undefined ? undefined : bareName(part.fileName);
  if (name !== undefined) return sourceName(name);
  return ordinal === 1 ? 'edi-api.edi' : `edi-api-${ordinal}.edi`;
}

function nameTwice(): EdiError {
  return new EdiError('EDI_MULTIPART_INVALID', 'Two parts of the form have this file name; the first one was converted. Give every file its own name.');
}
