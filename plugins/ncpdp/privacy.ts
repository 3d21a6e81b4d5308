import { join } from 'node:path';
import { dates } from '../../src/plugin';
import { packageRoot, readYamlFile, type ScrubKind } from '../../src/plugin/io';
import type { FieldDef } from './dictionary.types';
import { readSigned } from './value';

const FILE = 'schemas/ncpdp/privacy.yaml';

/** Digits of a number that may stay, zeros before them not counted. */
const MAX_NUMBER_DIGITS = 8;

/** How the values of a field are replaced; `stays` says of one whether it identifies nobody. */
export interface FieldPrivacy {
  readonly kind: ScrubKind;
  stays(value: string): boolean;
}

interface PrivacyFile {
  readonly words: readonly string[];
  readonly text: readonly string[];
  readonly dates: readonly string[];
  readonly forms: readonly { readonly keys: string; readonly form: string }[];
}

let loaded: PrivacyFile | undefined;
const known = new WeakMap<FieldDef, FieldPrivacy>();

/** Everything that the dictionary does not know is replaced. */
export const UNKNOWN_FIELD: FieldPrivacy = { kind: 'id', stays: () => false };

/** Returns how a field is scrubbed. The file of the product is read at the first call. */
export function privacyOf(field: FieldDef): FieldPrivacy {
  let privacy = known.get(field);
  if (privacy === undefined) known.set(field, (privacy = makePrivacy(field, (loaded ??= readPrivacyFile()))));
  return privacy;
}

function makePrivacy({ key, type, list, shown }: FieldDef, file: PrivacyFile): FieldPrivacy {
  const isOf = (keys: readonly string[]): boolean => keys.some((one) => new RegExp(`^(?:${one})$`).test(key));
  const forms = file.forms.filter(({ keys }) => isOf([keys])).map(({ form }) => new RegExp(`^(?:${form})$`));
  const hasForm = (value: string): boolean => forms.some((form) => form.test(value));
  if (type === 'date' || (type === 'digits' && isOf(file.dates))) return { kind: 'date', stays: () => false };
  if (type === 'time') return { kind: 'id', stays: remembered((value) => dates.formatTime(value) !== undefined) };
  if (type === 'integer' || type === 'decimal' || type === 'amount') return { kind: 'id', stays: isNumber };
  const codes = new Set([...(list?.codes.keys() ?? []), ...(shown?.keys() ?? [])].map(shortOf));
  const stays = remembered((value) => codes.has(shortOf(value)) || hasForm(value));
  return { kind: isOf(file.text) ? 'text' : isOf(file.words) ? 'words' : 'id', stays };
}

/** Codes are compared without leading zeros, which some senders drop. */
const shortOf = (code: string): string => code.replace(/^0+(?=.)/, '');

function isNumber(value: string): boolean {
  const digits = readSigned(value)?.digits ?? '';
  let zeros = 0;
  while (digits.charAt(zeros) === '0') zeros++;
  return digits !== '' && digits.length - zeros <= MAX_NUMBER_DIGITS;
}

/** Codes repeat: answers about the last ones are cached. */
function remembered(ask: (value: string) => boolean): (value: string) => boolean {
  let answers = new Map<string, boolean>();
  return (value) => {
    let answer = answers.get(value);
    if (answer === undefined) {
      if (answers.size >= MAX_REMEMBERED) answers = new Map();
      answers.set(value, (answer = ask(value)));
    }
    return answer;
  };
}

const MAX_REMEMBERED = 1_000;

/** The file is ours, and a test compares it with the dictionary. */
function readPrivacyFile(): PrivacyFile {
  return readYamlFile(join(packageRoot(), FILE)) as PrivacyFile;
}
