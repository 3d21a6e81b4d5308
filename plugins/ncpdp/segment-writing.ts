import type { Dictionary, FieldDef, GroupUse, Member, SegmentDef } from './dictionary.types';
import { FRAMING } from './framing';
import { isObject, type JsonObject, memberPath, unknownKey } from './fixed-writing';
import { UNIDENTIFIED, unknownField } from './segment-plan';
import { writeValue } from './value';

type Problem = (path: string, message: string) => void;

const FIELD = String.fromCharCode(FRAMING.field);
const SEGMENT = String.fromCharCode(FRAMING.segment);

/** The segments of a transaction: those that all transactions of a transmission share, and its own. */
export interface WrittenSegments {
  readonly shared: string;
  readonly own: string;
}

/** Keys of a record that are no segments. */
const NO_SEGMENTS: ReadonlySet<string> = new Set(['transaction_header', 'validationIssues']);

/** The key of a segment of other makers, or of one without id. It must not contain a separator, nor characters of several bytes. */
const FOREIGN = /^(AM([ -~]{0,15}[!-~])?|unidentified_segment)$/;

/** The key of a field of others: its id. `AM` is what names segments. */
const FOREIGN_FIELD = /^(?!AM)[ -~]{2}$/;

/** What reading adds to a name that comes again. */
const NUMBERED = /_\d+$/;

/** Writes the segments of records. */
export class SegmentWriter {
  private readonly byName: ReadonlyMap<string, SegmentDef>;
  private readonly fieldsByKey: ReadonlyMap<string, FieldDef>;
  private is51 = false;

  constructor(
    { segments, fields }: Dictionary,
    private readonly problem: Problem,
  ) {
    this.byName = new Map([...segments.values()].map((def) => [def.name, def]));
    this.fieldsByKey = new Map([...fields.values()].map((field) => [field.key, field]));
  }

  /** Segments keep the order of the record, shared ones first. A segment that no dictionary has follows the one before it. */
  write(record: JsonObject, path: string, is51: boolean): WrittenSegments {
    this.is51 = is51;
    let [shared, own] = ['', ''];
    for (const [key, value] of Object.entries(record)) {
      if (NO_SEGMENTS.has(key) || value === undefined || value === null) continue;
      const at = memberPath(path, key);
      const def = this.byName.get(key) ?? this.byName.get(key.replace(NUMBERED, ''));
      if (def === undefined && !FOREIGN.test(key.replace(NUMBERED, ''))) this.problem(at, unknownKey(key, [...this.byName.keys()]));
      else if (!isObject(value)) this.problem(at, 'expected an object');
      else if (def === undefined ? own !== '' : def.level === 'transaction') own += this.segment(def, key, value, at);
      else shared += this.segment(def, key, value, at);
    }
    return { shared, own };
  }

  private segment(def: SegmentDef | undefined, key: string, record: JsonObject, path: string): string {
    const name = key.replace(NUMBERED, '');
    const id = def?.id ?? (name === UNIDENTIFIED ? '' : FIELD + name);
    const { segment_id: _id, ...fields } = record;
    return SEGMENT + (def === undefined ? id : FIELD + id) + this.members(fields, new MemberKeys(def?.members ?? [], def !== undefined), path);
  }

  /** Mandatory members first, as the standard asks; in an item of a group its first field before them. Else the order of the record. */
  private members(record: JsonObject, keys: MemberKeys, path: string): string {
    const entries = Object.entries(record).filter(([, value]) => value !== undefined && value !== null);
    const sorted = entries.map(([key, value]) => ({ key, value, rank: keys.rankOf(key) })).sort((a, b) => a.rank - b.rank);
    const done = new Set<string>();
    let text = '';
    for (const { key, value } of sorted) {
      if (done.has(key)) continue;
      done.add(key);
      const member = keys.find(key);
      const at = memberPath(path, key);
      if (member?.kind !== 'group') text += this.field(member?.field ?? this.strayOf(key, keys), key, value, at);
      else text += this.group(member, value, { record, done, path: at });
    }
    return text;
  }

  /** A group, behind the field that counts its items, which is made where the record has none. */
  private group(
    { members, count }: GroupUse,
    value: unknown,
    { record, done, path }: { readonly record: JsonObject; readonly done: Set<string>; readonly path: string },
  ): string {
    if (!Array.isArray(value)) {
      this.problem(path, 'expected an array');
      return '';
    }
    let text = '';
    const isGiven = count !== undefined && isPresent(record[count.key]);
    if (count !== undefined && !done.has(count.key) && (isGiven || !(this.is51 && count.since !== undefined))) {
      const given = isGiven ? record[count.key] : value.length;
      text += this.field(count, count.key, given, path);
      done.add(count.key);
    }
    const keys = new MemberKeys(members, true, true);
    value.forEach((item: unknown, i) => {
      if (isObject(item)) text += this.members(item, keys, `${path}[${i}]`);
      else this.problem(`${path}[${i}]`, 'expected an object');
    });
    return text;
  }

  private strayOf(key: string, keys: MemberKeys): FieldDef | undefined {
    const known = keys.isKnownSegment ? (this.fieldsByKey.get(key) ?? this.fieldsByKey.get(key.replace(NUMBERED, ''))) : undefined;
    const id = key.replace(NUMBERED, '');
    return known ?? (FOREIGN_FIELD.test(id) ? unknownField(id) : undefined);
  }

  private field(field: FieldDef | undefined, key: string, value: unknown, path: string): string {
    if (field === undefined) {
      this.problem(path, unknownKey(key, [...this.fieldsByKey.keys()]));
      return '';
    }
    const written = writeValue(field, value);
    if ('problem' in written) this.problem(path, written.problem);
    return 'text' in written && written.text !== '' ? FIELD + field.id + written.text : '';
  }
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

/** The members of a segment or group, by key. */
class MemberKeys {
  private readonly byKey: ReadonlyMap<string, Member>;
  private readonly counts: ReadonlySet<FieldDef | undefined>;

  constructor(
    private readonly members: readonly Member[],
    readonly isKnownSegment: boolean,
    private readonly isItem = false,
  ) {
    this.byKey = new Map(members.map((member) => [member.kind === 'group' ? member.key : member.field.key, member]));
    this.counts = new Set(members.flatMap((member) => (member.kind === 'group' && member.isRequired ? [member.count] : [])));
  }

  find(key: string): Member | undefined {
    return this.byKey.get(key) ?? this.byKey.get(key.replace(NUMBERED, ''));
  }

  rankOf(key: string): number {
    const member = this.find(key);
    if (this.isItem && member !== undefined && member === this.members[0]) return 0;
    if (member?.isRequired !== true) return 3;
    return member.kind === 'field' && this.counts.has(member.field) ? 1 : member.kind === 'field' ? 1 : 2;
  }
}
