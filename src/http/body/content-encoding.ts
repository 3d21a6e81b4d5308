import { EdiError } from '../../common/edi-error';
import { type Compression, inflate } from '../../io/inflate';

const COMPRESSIONS: Readonly<Record<string, Compression>> = { gzip: 'gzip', 'x-gzip': 'gzip', deflate: 'deflate', br: 'br' };

/** Nobody encodes more often for a good reason, and each one inflates what the others gave. */
const MOST_ENCODINGS = 2;

/** Undoes the content encoding of a request while its body arrives. Throws EDI_UNSUPPORTED_MEDIA_TYPE for one that is not known. */
export function decodeContent(bytes: AsyncIterable<Uint8Array>, contentEncoding: string | undefined): AsyncIterable<Uint8Array> {
  // Several encodings stand in the order in which they were applied.
  return compressionsOf(contentEncoding ?? '').reduceRight(inflate, bytes);
}

function compressionsOf(contentEncoding: string): readonly Compression[] {
  const names = contentEncoding
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > MOST_ENCODINGS)
    throw new EdiError('EDI_UNSUPPORTED_MEDIA_TYPE', `The body has ${names.length} content encodings, one over the other. Allowed: ${MOST_ENCODINGS}.`);
  return names.map((name) => {
    const compression = COMPRESSIONS[name];
    if (compression !== undefined) return compression;
    throw new EdiError('EDI_UNSUPPORTED_MEDIA_TYPE', `The content encoding "${name}" cannot be read. Allowed: gzip, deflate, br, or none.`);
  });
}
