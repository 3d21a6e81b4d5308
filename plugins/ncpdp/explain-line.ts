import type { FormatField } from '../../src/plugin/io';
import type { Dictionary, FieldDef, FixedRecord } from './dictionary.types';
import { FRAMING, VisibleDecoder } from './framing';
import { SourceOffsets } from './source-offsets';
import { BATCH_HEADER, BATCH_TRAILER, TRANSMISSION_HEADER } from './telecom.reading';
import { DETAIL_PREFIX, headerLayoutAt } from './transmission';
import { privacyOf, UNKNOWN_FIELD } from './privacy';
import { unknownField } from './segment-plan';

const ID_LENGTH = 2;

/** The field that names a segment. */
const SEGMENT_ID = 'AM';

/** Explains a header, or a segment: the fields of its text, each with its name and what its code means. */
export function explainLine(dictionary: Dictionary, id: string, text: string): readonly FormatField[] {
  const bytes = new VisibleDecoder(new SourceOffsets()).write(Buffer.from(text));
  const { header, trailer } = dictionary.batch;
  if (id === BATCH_HEADER || id === BATCH_TRAILER) return fixedFields(bytes, 0, id === BATCH_HEADER ? header : trailer);
  if (id === TRANSMISSION_HEADER) return explainHeader(dictionary, bytes);
  return bytes
    .toString('utf8')
    .split(String.fromCharCode(FRAMING.field))
    .flatMap((field) => (field.trim() === '' ? [] : [fieldOf(dictionary, field.replace(/^[\x1d\x1e]/, '').trimEnd())]));
}

function explainHeader(dictionary: Dictionary, bytes: Buffer): readonly FormatField[] {
  const isDetail = bytes.toString('latin1', 0, 2) === 'G1';
  const start = isDetail ? DETAIL_PREFIX : 0;
  const layout = headerLayoutAt(bytes, start, dictionary);
  return [...(isDetail ? fixedFields(bytes, 0, dictionary.batch.detail) : []), ...(layout === undefined ? [] : fixedFields(bytes, start, layout))];
}

const fixedFields = (bytes: Buffer, from: number, { fields }: FixedRecord): readonly FormatField[] =>
  fields.map(({ field, start }) => shown(field, bytes.toString('utf8', from + start, from + start + field.length)));

function fieldOf({ fields }: Dictionary, text: string): FormatField {
  const id = text.slice(0, ID_LENGTH);
  const value = text.slice(ID_LENGTH);
  if (id === SEGMENT_ID) return explained({ ...unknownField(id), key: 'segment_identification' }, value, false);
  const field = fields.get(id);
  return field === undefined ? explained(unknownField(id), value, !UNKNOWN_FIELD.stays(value)) : shown(field, value);
}

const shown = (field: FieldDef, value: string): FormatField => explained(field, value, !privacyOf(field).stays(value.trim()));

function explained({ id, key, type, length, list, shown: codes }: FieldDef, value: string, isPersonal: boolean): FormatField {
  const code = value.trim();
  const meaning = codes?.get(code)?.desc ?? list?.codes.get(code);
  return {
    id,
    name: key,
    value,
    type,
    ...(Number.isSafeInteger(length) && length < Number.MAX_SAFE_INTEGER ? { max: length } : {}),
    ...(meaning === undefined ? {} : { meaning }),
    ...(isPersonal && code !== '' ? { isPersonal: true } : {}),
  };
}
