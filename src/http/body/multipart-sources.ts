import { EdiError } from '../../common/edi-error';
import type { EdiSource } from '../../io/edi-source';
import { failedSource } from '../../io/failed-source';
import { inflateIfGzip } from '../../io/inflate';
import { ByteBudget, limitBytes } from '../../io/limit-bytes';
import { bareName, sourceName } from '../../io/source-name';
import { type PartHeader, type MultipartPart, readMultipart } from './multipart-reader';

/** Field of the form whose parts are EDI files. */
const FILES_FIELD = 'files';

/** How a form is read. */
export interface FormOptions {
  /** Bytes, after inflating. */
  readonly maxBytes: number;
  /** Parts. */
  readonly maxFiles: number;
  /** Receives the names of fields that are not read, as they arrive. */
  readonly onIgnoredField: (name: string) => void;
}

/** Name of an archive of unnamed input, and of input that cannot be read. */
export const UNNAMED_FILE = 'edi-api.edi';

/** Name in errors when the form breaks between its files. */
const WHOLE_FORM = 'multipart form';

/**
 * Returns the `files` parts of a form as sources, one after the other. Other fields are skipped and reported by their names. A part whose name stood
 * before fails by itself, and so does the rest of a form that breaks off, or has a part without a field name, after its first
 * file. Throws EDI_MULTIPART_INVALID for a form without files and EDI_BODY_TOO_LARGE. The limit of bytes is one for all files together.
 */
export async function* multipartSources(bytes: AsyncIterable<Uint8Array>, boundary: string, options: FormOptions): AsyncGenerator<EdiSource> {
  const { maxBytes, maxFiles, onIgnoredField } = options;
  const onPart = ({ fieldName }: PartHeader): void => {
    if (fieldName !== undefined && fieldName !== FILES_FIELD) onIgnoredField(fieldName);
  };
  const names = new PartNames();
  const inflated = new ByteBudget(maxBytes);
  let parts = 0;
  try {
    for await (const part of readMultipart(limitBytes(bytes, new ByteBudget(maxBytes)), boundary, onPart)) {
      if (++parts > maxFiles) throw tooMany(maxFiles);
      if (part.fieldName === undefined) throw nameless();
      if (part.fieldName !== FILES_FIELD) continue;
      const { name, isNew } = names.take(part);
      yield isNew ? { name, open: () => limitBytes(inflateIfGzip(part.content()), inflated) } : failedSource(name, nameTwice());
    }
  } catch (error) {
    if (names.count === 0 || !(error instanceof EdiError)) throw error;
    yield failedSource(WHOLE_FORM, error);
  }
  if (names.count === 0) throw new EdiError('EDI_MULTIPART_INVALID', `The form has no file. Send each file as a part named "${FILES_FIELD}".`);
}

/** Returns each part a name of its own: that of its file, without .gz where another file does not have that name already. */
class PartNames {
  count = 0;
  private readonly given = new Set<string>();
  private readonly shown = new Set<string>();

  take(part: MultipartPart): { readonly name: string; readonly isNew: boolean } {
    this.count++;
    const given = bareName(part.fileName ?? '') ?? (this.count === 1 ? UNNAMED_FILE : `edi-api-${this.count}.edi`);
    const name = [sourceName(given), given].find((candidate) => !this.shown.has(candidate));
    if (name === undefined || this.given.has(given)) return { name: given, isNew: false };
    this.given.add(given);
    this.shown.add(name);
    return { name, isNew: true };
  }
}

function tooMany(maxFiles: number): EdiError {
  return new EdiError('EDI_BODY_TOO_LARGE', `The form has more than ${maxFiles} parts. Send the files in several requests.`);
}

/** A part whose headers cannot be read may be a file, and no file is left out silently. */
function nameless(): EdiError {
  return new EdiError(
    'EDI_MULTIPART_INVALID',
    'A part of the form has no field name; it and what follows were not converted. Let the HTTP library write the form.',
  );
}

function nameTwice(): EdiError {
  return new EdiError('EDI_MULTIPART_INVALID', 'Two parts of the form have this file name; the first one was converted. Give every file its own name.');
}
