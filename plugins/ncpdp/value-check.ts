import { dates } from '../../src/plugin';
import { decodeText, type EdiDataType } from '../../src/plugin/io';
import type { FieldDef, ValueType } from './dictionary.types';
import { type IssueMaker, ofField } from './issue-maker';
import { codeInvalid, codeUnchecked, fieldTooLong, fieldType } from './rules';
import type { TelecomSegment } from './transmission';
import { readSigned } from './value';

/** A value of a field, as in the input. */
export interface FieldValue {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

const DATA_TYPES: Readonly<Record<ValueType, EdiDataType>> = {
  text: 'STRING',
  digits: 'NUMERIC',
  integer: 'NUMERIC',
  decimal: 'DECIMAL',
  amount: 'DECIMAL',
  date: 'DATE',
  time: 'TIME',
};

/** Checks the length, the type and the code of a value that is not empty. */
export function checkValue(field: FieldDef, { bytes, start, end }: FieldValue, is51: boolean, segment: TelecomSegment | undefined, maker: IssueMaker): void {
  const value = decodeText(bytes, start, end);
  const most = is51 ? field.length51 : field.length;
  if (value.length > most) {
    const message = `Length of '${value}' is greater than the maximum length ${most}`;
    maker.at(segment, fieldTooLong, { ...ofField(field), length: most, actualLength: value.length, value, message });
  }
  if (!isOfType(field.type, value)) {
    const dataType = DATA_TYPES[field.type];
    maker.at(segment, fieldType, { ...ofField(field), dataType, actualDataType: 'STR', value, message: `Value '${value}' is not of type ${dataType}` });
  } else checkCode(field, value, segment, maker);
}

function isOfType(type: ValueType, value: string): boolean {
  if (type === 'text') return true;
  if (type === 'date') return /^0+$/.test(value) || dates.readDate8(Buffer.from(value), 0, value.length) >= 0;
  if (type === 'time') return value.length === 4 && dates.digitsOfTime(value) !== undefined;
  if (type === 'amount' || type === 'decimal') return readSigned(value) !== undefined;
  return /^\d+$/.test(value);
}

/** Lists of more codes are not shown in issues. */
const MAX_SHOWN_CODES = 100;

/** Codes are compared without leading zeros, which some senders drop. */
function checkCode(field: FieldDef, value: string, segment: TelecomSegment | undefined, maker: IssueMaker): void {
  const { list } = field;
  if (list === undefined || list.codes.has(value)) return;
  const short = shortOf(value);
  for (const code of list.codes.keys()) if (shortOf(code) === short) return;
  const message = `Value '${value}' is not in the allowed values list`;
  const allowedValues = list.codes.size > MAX_SHOWN_CODES ? {} : { allowedValues: [...list.codes.keys()] };
  maker.at(segment, list.isChecked ? codeInvalid : codeUnchecked, { ...ofField(field), value, message, ...allowedValues });
}

const shortOf = (code: string): string => code.replace(/^0+(?=.)/, '');
