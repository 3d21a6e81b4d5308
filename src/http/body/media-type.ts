import { EdiError } from '../../common/edi-error';
import { readParameters } from './multipart-header';

/** How the body of a request carries EDI: as it is, or as the parts of a form. */
export type EdiBodyForm = { readonly form: 'text' } | { readonly form: 'multipart'; readonly boundary: string };

/** Types that are read as EDI as they are, beside all of text/*. The form type is what curl says of -d and --data-binary. */
const EDI_TYPES = new Set(['application/edi-x12', 'application/gzip', 'application/octet-stream', 'application/x-gzip', 'application/x-www-form-urlencoded']);

/** Types that are read as JSON beside all of text/*. */
const JSON_TYPES = new Set([
  'application/json',
  'application/jsonl',
  'application/ndjson',
  'application/octet-stream',
  'application/x-ndjson',
  'application/x-www-form-urlencoded',
]);

/** Throws EDI_UNSUPPORTED_MEDIA_TYPE for a content type that is not JSON; none at all is read as JSON. */
export function requireJson(contentType: string | undefined): void {
  const mediaType = mediaTypeOf(contentType);
  if (mediaType === '' || mediaType.startsWith('text/') || JSON_TYPES.has(mediaType)) return;
  throw new EdiError('EDI_UNSUPPORTED_MEDIA_TYPE', `The content type ${mediaType} is not JSON. Allowed: application/json, application/x-ndjson.`);
}

const mediaTypeOf = (contentType: string | undefined): string => (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** RFC 2046, 5.1.1: the characters of a boundary; a longer or odder one is no boundary. */
const BOUNDARY = /^[\w'()+,\-./:=? ]{1,70}$/;

/** Reads the content type of a request that carries EDI; none at all means text. Throws EDI_UNSUPPORTED_MEDIA_TYPE and EDI_MULTIPART_INVALID. */
export function readEdiBodyForm(contentType: string | undefined): EdiBodyForm {
  const mediaType = mediaTypeOf(contentType);
  if (mediaType === '' || mediaType.startsWith('text/') || EDI_TYPES.has(mediaType)) return { form: 'text' };
  if (mediaType !== 'multipart/form-data') {
    throw new EdiError(
      'EDI_UNSUPPORTED_MEDIA_TYPE',
      `The content type ${mediaType} is not EDI. Allowed: text/plain, application/edi-x12, application/octet-stream, multipart/form-data.`,
    );
  }
  const boundary = readParameters(contentType ?? '').get('boundary');
  if (boundary !== undefined && BOUNDARY.test(boundary)) return { form: 'multipart', boundary };
  throw new EdiError('EDI_MULTIPART_INVALID', 'The content type multipart/form-data has no usable boundary. Let the HTTP library write the header by itself.');
}
