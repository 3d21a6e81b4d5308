import { Fragment } from '../../src/plugin/io';
import type { Dictionary, FieldDef, FixedRecord, GroupUse, Member, SegmentDef } from './dictionary.types';
import { type ValueEncoder, valueEncoder } from './value';

/** How a field is written. */
export interface FieldPlan {
  readonly id: string;
  readonly key: string;
  readonly field: FieldDef;
  /** False for a field that its segment does not declare. */
  readonly isDeclared: boolean;
  /** `,"key":`. */
  readonly fragment: Fragment;
  readonly encode: ValueEncoder;
  /** Groups around it, from the outside in; empty for a field of the segment itself. */
  readonly path: readonly GroupPlan[];
}

/** How a group is written. */
export interface GroupPlan {
  readonly key: string;
  readonly use: GroupUse;
  readonly fragment: Fragment;
  /** Field that begins a new item. */
  readonly firstId: string;
}

/** How a segment is written. */
export interface SegmentPlan {
  readonly key: string;
  readonly fragment: Fragment;
  /** `,"segment_id":"AM07"`; empty for a segment without an id. */
  readonly idMember: Fragment;
  /** The plan of a field, by its two bytes; fields that the segment does not declare have plans too. */
  fieldOf(bytes: Buffer, start: number): FieldPlan;
}

/** A field at a fixed position. */
export interface FixedPlan {
  readonly start: number;
  readonly end: number;
  readonly key: string;
  readonly fragment: Fragment;
  readonly encode: ValueEncoder;
}

/** Key of a segment whose id is missing. */
export const UNIDENTIFIED = 'unidentified_segment';

/** Maximum of cached plans for ids that the dictionary does not have; ids come from the input, so that there may be any number of them. */
const MAX_UNKNOWN_PLANS = 2_000;

const NO_PATH: readonly GroupPlan[] = [];

/** Everything that writing records as JSON needs, made once of a dictionary. */
export class EncodePlans {
  private readonly segments = new Map<string, SegmentPlan>();
  private readonly fixed = new Map<FixedRecord, readonly FixedPlan[]>();
  /** Plans by field, for fields in the wrong place. */
  private readonly strays = new Map<string, FieldPlan>();

  constructor(
    private readonly dictionary: Dictionary,
    private readonly describesCodes: boolean,
  ) {}

  segment(id: string, def: SegmentDef | undefined): SegmentPlan {
    const known = this.segments.get(id);
    if (known !== undefined) return known;
    const plan = this.makeSegment(id, def);
    if (def !== undefined || this.segments.size < MAX_UNKNOWN_PLANS) this.segments.set(id, plan);
    return plan;
  }

  fixedRecord(record: FixedRecord): readonly FixedPlan[] {
    const known = this.fixed.get(record);
    if (known !== undefined) return known;
    const plan = record.fields.map(({ field, start }) => ({ start, end: start + field.length, ...this.valueOf(field) }));
    this.fixed.set(record, plan);
    return plan;
  }

  private makeSegment(id: string, def: SegmentDef | undefined): SegmentPlan {
    const byCode = new Map<number, FieldPlan>();
    const add = (members: readonly Member[], path: readonly GroupPlan[]): void => {
      for (const member of members) {
        if (member.kind === 'group') add(member.members, [...path, groupPlan(member)]);
        else byCode.set(packId(member.field.id), { ...this.valueOf(member.field), id: member.field.id, field: member.field, isDeclared: true, path });
      }
    };
    add(def?.members ?? [], NO_PATH);
    const key = def?.name ?? (id === '' ? UNIDENTIFIED : id);
    return {
      key,
      fragment: memberOf(key),
      idMember: new Fragment(id === '' ? '' : `,"segment_id":${JSON.stringify(id)}`),
      fieldOf: (bytes, start) =>
        byCode.get(((bytes[start] ?? 0) << 8) | (bytes[start + 1] ?? 0)) ?? this.stray(bytes.toString('latin1', start, start + 2), def !== undefined),
    };
  }

  /** In segments of other makers, ids mean what their makers define: every field is named by its id. */
  private stray(id: string, isKnownSegment: boolean): FieldPlan {
    const field = isKnownSegment ? this.dictionary.fields.get(id) : undefined;
    const kept = `${field === undefined ? '?' : ''}${id}`;
    const known = this.strays.get(kept);
    if (known !== undefined) return known;
    const shown = field ?? unknownField(id);
    const plan = { ...this.valueOf(shown), id, field: shown, isDeclared: false, path: NO_PATH };
    if (this.strays.size < MAX_UNKNOWN_PLANS) this.strays.set(kept, plan);
    return plan;
  }

  private valueOf(field: FieldDef): Pick<FieldPlan, 'key' | 'fragment' | 'encode'> {
    return { key: field.key, fragment: memberOf(field.key), encode: valueEncoder(field, this.describesCodes) };
  }
}

/** A field that the dictionary does not know: text under its id. */
export function unknownField(id: string): FieldDef {
  return {
    id,
    number: '',
    key: id,
    type: 'text',
    length: Number.MAX_SAFE_INTEGER,
    length51: Number.MAX_SAFE_INTEGER,
    decimals: 0,
    since: undefined,
    isOnly51: false,
    list: undefined,
    shown: undefined,
    reject: undefined,
    countReject: undefined,
  };
}

function groupPlan(use: GroupUse): GroupPlan {
  const { key, members } = use;
  const [first] = members;
  return { key, use, fragment: memberOf(key), firstId: first?.kind === 'field' ? first.field.id : '' };
}

const packId = (id: string): number => (id.charCodeAt(0) << 8) | id.charCodeAt(1);

/** `,"key":`. */
export function memberOf(key: string): Fragment {
  return new Fragment(`,${JSON.stringify(key)}:`);
}
