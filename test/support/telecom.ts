import { telecomDictionary } from '../../plugins/ncpdp/dictionary';
import type { Dictionary, Direction, FieldDef, FixedRecord, Member, SegmentDef, TransactionDef } from '../../plugins/ncpdp/dictionary.types';
import type { Issue } from '../../src/common/issue';
import type { ConversionOptions } from '../../src/pipeline/conversion.types';
import type { GenerationOptions } from '../../src/pipeline/generation/generation.types';
import { asRecord, converter, convertText, type Converted, type Json, linesOf, sourceOf } from './conversion';
import { inPieces } from './pieces';

/** Telecom text as tests show it: `|` for the field, `>` for the segment and `#` for the group separator, `[` and `]` for STX and ETX. */
export function telecom(text: string): string {
  return text.replace(/[|>#[\]]/g, (char) => SEPARATORS[char] ?? char);
}

const SEPARATORS: Readonly<Record<string, string>> = { '|': '\x1c', '#': '\x1d', '>': '\x1e', '[': '\x02', ']': '\x03' };

/** Shows text as `telecom` takes it. */
export function shown(text: string): string {
  return Object.entries(SEPARATORS).reduce((one, [char, control]) => one.replaceAll(control, char), text);
}

/** The header of a request. */
export function requestHeader({ code = 'B1', version = 'D0', count = 1, pcn = 'PCN', date = '20260115' }: HeaderParts = {}): string {
  return `610066${version}${code}${pcn.padEnd(10)}${count}01${'2999999992'.padEnd(15)}${date}${'CERT'.padEnd(10)}`;
}

interface HeaderParts {
  readonly code?: string;
  readonly version?: string;
  readonly count?: number;
  readonly pcn?: string;
  readonly date?: string;
}

/** A claim with nothing to remember about it, as `telecom` takes it. */
export const CLAIM = '>|AM07|EM1|D2000000000001|E103|D799999000101>|AM11|DQ0000100{';
export const INSURANCE = '>|AM04|C2MEMBER1';

/** What reading gave. */
export interface ReadTelecom extends Converted {
  readonly records: readonly Json[];
}

/** Reads text, in pieces of a size, by the format itself. */
export async function readTelecom(text: string | Buffer, options: ConversionOptions = {}, pieceSize = 1 << 16): Promise<ReadTelecom> {
  const bytes = Buffer.from(text);
  const source = sourceOf('claims.txt', ...inPieces(bytes, Math.min(pieceSize, Math.max(1, bytes.length))));
  const converted = await convertText([source], { format: 'ncpdp', ...options });
  return { ...converted, records: linesOf(converted.text) };
}

/** The only record of a text. */
export async function readOne(text: string | Buffer, options: ConversionOptions = {}): Promise<Json> {
  const { records } = await readTelecom(text, options);
  expect(records).toHaveLength(1);
  return asRecord(records[0]);
}

/** What validation finds at all levels. */
export async function issuesOf(text: string | Buffer, levels = '1-7'): Promise<readonly Json[]> {
  let found = '';
  for await (const chunk of converter().validate([sourceOf('claims.txt', Buffer.from(text))], { format: 'ncpdp', output: 'ndjson', levels }))
    found += chunk.toString();
  return linesOf(found);
}

/** Writes records, and gives the text and the issues in it. */
export async function writeTelecom(request: unknown, options: GenerationOptions = {}): Promise<{ readonly text: string; readonly issues: readonly Json[] }> {
  let text = '';
  const issues: Json[] = [];
  for await (const piece of converter().generate(
    'ncpdp',
    sourceOf('request.json', typeof request === 'string' ? request : JSON.stringify(request)).open(),
    options,
  )) {
    if (piece.kind === 'edi') text += piece.bytes.toString();
    else issues.push(piece.issue);
  }
  return { text, issues };
}

/** Findings that lose data. */
export const lossesOf = (issues: readonly Issue[]): readonly Issue[] => issues.filter(({ dataLoss }) => dataLoss === true);

/** A transaction with every segment and field that its tables allow. */
export function fullRecord(transaction: TransactionDef, direction: Direction, version: '51' | 'D0'): Json {
  const dictionary = telecomDictionary();
  const uses = transaction[direction];
  const names = [...uses.transmission.keys(), ...uses.transaction.keys(), ...(version === '51' && direction === 'request' ? transaction.also51 : [])];
  const defs = names.flatMap((id) => dictionary.segments.get(id) ?? []).filter(({ since }) => isIn(version, since));
  const ordered = [...defs.filter(({ level }) => level === 'transmission'), ...defs.filter(({ level }) => level === 'transaction')];
  return {
    transaction_header: { segment_id: 'G1', ...fullHeader(dictionary, transaction.code, direction, version) },
    ...Object.fromEntries(ordered.map((def) => [def.name, fullSegment(def, version)])),
  };
}

function fullHeader({ headers }: Dictionary, code: string, direction: Direction, version: string): Json {
  const layout: FixedRecord | undefined = headers.find((one) => one.direction === direction && one.codes === undefined && one.version === undefined);
  const fixed: Json = { version_release_number: version, transaction_code: code, transaction_count: '1', bin_number: 610066, header_response_status: 'A' };
  return Object.fromEntries((layout?.fields ?? []).map(({ field }) => [field.key, fixed[field.key] ?? fullValue(field, version)]));
}

const isIn = (version: string, since: FieldDef['since'], isOnly51 = false): boolean =>
  version === '51' ? since === undefined : since !== 'later' && !isOnly51;

function fullSegment({ id, members }: SegmentDef, version: string): Json {
  const required = [...members].sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
  return { segment_id: id, ...fullMembers(required, version) };
}

function fullMembers(members: readonly Member[], version: string): Json {
  const counted = new Set(members.flatMap((member) => (member.kind === 'group' ? (member.count ?? []) : [])));
  return Object.fromEntries(
    members.flatMap((member): readonly (readonly [string, unknown])[] => {
      if (member.kind === 'group') {
        const item = fullMembers(member.members, version);
        return Object.keys(item).length === 0 ? [] : [[member.key, Array.from({ length: ITEMS }, () => item)]];
      }
      const { field } = member;
      if (!isIn(version, field.since, field.isOnly51)) return [];
      return [[field.key, counted.has(field) ? ITEMS : fullValue(field, version)]];
    }),
  );
}

const ITEMS = 2;

/** A value of full length that its field allows. */
function fullValue({ type, length, length51, decimals, list, shown: forms }: FieldDef, version: string): unknown {
  const most = version === '51' ? length51 : length;
  const [code = ''] = list?.codes.keys() ?? [];
  if (forms !== undefined) {
    const [form] = forms.values();
    return form;
  }
  if (list !== undefined) return code;
  if (type === 'date') return '2026-01-31';
  if (type === 'time') return '06:30';
  if (type === 'text') return 'A"B/C'.slice(0, most);
  if (type === 'digits') return '123456789012345'.slice(0, most);
  const digits = Number('1'.repeat(Math.min(most, 6)));
  return type === 'integer' ? digits : digits / 10 ** decimals;
}
