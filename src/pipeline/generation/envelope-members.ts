import { digitsOfDay, digitsOfTime } from '../../common/dates';
import { LINE_BREAKS } from '../../mapping/control-records';
import { controlNumberOf } from './envelope-defaults';

/* Members of the envelope in a request to generate EDI (interface document, 2.15). */

/** One member: its allowed values, and its default if it is optional. */
export interface Member<T> {
  /** Completes `expected ...`; undefined for members that are shown when reading and ignored when writing. */
  readonly allowed: string | undefined;
  readonly isAllowed: (value: unknown) => boolean;
  readonly isRequired: boolean;
  readonly fallback: T;
}

/** The values of a table of members. */
export type ValuesOf<Members> = { readonly [Key in keyof Members]: Members[Key] extends Member<infer T> ? T : never };

/** Text of an envelope segment: no control character. The delimiters are checked when they are known. */
const PLAIN = /^[^\x00-\x1f\x7f]*$/;

/** One ASCII character that is neither a letter, a digit nor a blank. */
const DELIMITER = /^[^a-zA-Z0-9 \x80-\uffff]$/;

type Check = Pick<Member<unknown>, 'allowed' | 'isAllowed'>;

const textThat = (allowed: string, isAllowed: (text: string) => boolean): Check => ({
  allowed,
  isAllowed: (value) => typeof value === 'string' && isAllowed(value),
});
const characters = (min: number, max: number): Check =>
  textThat(`a string of ${min === max ? max : `${min} to ${max}`} characters`, (text) => text.trim().length >= min && text.length <= max && PLAIN.test(text));
const oneOf = (...codes: readonly string[]): Check => textThat(`one of ${codes.join(', ')}`, (text) => codes.includes(text));

const delimiter = textThat('one character that is no letter, digit or blank', (text) => DELIMITER.test(text));
const day = textThat('a date yyyy-mm-dd', (text) => digitsOfDay(text) !== undefined);
const time = textThat('a time HH:mm or HH:mm:ss', (text) => digitsOfTime(text) !== undefined);
const controlNumber: Check = { allowed: 'a whole number of up to nine digits', isAllowed: (value) => controlNumberOf(value) !== undefined };

const required = (check: Check): Member<string> => ({ ...check, isRequired: true, fallback: '' });
const withDefault = (check: Check, fallback: string): Member<string> => ({ ...check, isRequired: false, fallback });
const optional = <T = string>(check: Check): Member<T | undefined> => ({ ...check, isRequired: false, fallback: undefined });
const ignored: Member<unknown> = { allowed: undefined, isAllowed: () => true, isRequired: false, fallback: undefined };

/** `interchangeControl` of a request: ISA. Only sender and receiver are required. */
export const INTERCHANGE_MEMBERS = {
  id: ignored,
  objectType: ignored,
  fileInfo: ignored,
  elementSeparator: withDefault(delimiter, '*'),
  segmentTerminator: withDefault(delimiter, '~'),
  repetitionSeparator: withDefault(characters(1, 1), '^'),
  componentElementSeparator: withDefault(delimiter, ':'),
  lineBreak: optional<keyof typeof LINE_BREAKS>(oneOf(...Object.keys(LINE_BREAKS))),
  interchangeControlVersionNumber: withDefault(characters(5, 5), '00501'),
  authorizationInformationQualifier: withDefault(characters(2, 2), '00'),
  authorizationInformation: withDefault(characters(0, 10), ''),
  securityInformationQualifier: withDefault(characters(2, 2), '00'),
  securityInformation: withDefault(characters(0, 10), ''),
  senderIdQualifier: required(characters(2, 2)),
  senderId: required(characters(1, 15)),
  receiverIdQualifier: required(characters(2, 2)),
  receiverId: required(characters(1, 15)),
  interchangeDate: optional(day),
  interchangeTime: optional(time),
  controlNumber: optional<number | string>(controlNumber),
  acknowledgmentRequested: withDefault(oneOf('0', '1'), '0'),
  interchangeUsageIndicator: withDefault(oneOf('I', 'P', 'T'), 'T'),
};

/** `functionalGroup` of a request: GS. Only sender and receiver are required. */
export const GROUP_MEMBERS = {
  id: ignored,
  objectType: ignored,
  transactionType: optional(characters(1, 40)),
  functionalIdentifierCode: optional(characters(1, 2)),
  version: optional(characters(1, 12)),
  responsibleAgencyCode: withDefault(characters(1, 2), 'X'),
  senderCode: required(characters(1, 15)),
  receiverCode: required(characters(1, 15)),
  date: optional(day),
  time: optional(time),
  controlNumber: optional<number | string>(controlNumber),
};

/** Values of `interchangeControl`, with defaults. */
export type RequestInterchange = ValuesOf<typeof INTERCHANGE_MEMBERS>;

/** Values of `functionalGroup`, with defaults. */
export type RequestGroup = ValuesOf<typeof GROUP_MEMBERS>;
