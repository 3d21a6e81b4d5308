import { Fragment } from '../../src/plugin/io';
import type { Dictionary, FieldDef, FixedRecord, GroupUse, Member, SegmentDef } from './dictionary.types';
import { type ValueEncoder, valueEncoder } from './value';

/** A member of an object of JSON. */
export interface Named {
  readonly key: string;
  /** One of 32 bits that follows from the key. */
  readonly keyBit: number;
  /** `,"key":`. */
  readonly fragment: Fragment;
}

/** How a field is written. */
export interface FieldPlan extends Named {
  readonly id: string;
  /** Its id as a number. */
  readonly code: number;
  readonly field: FieldDef;
  /** False for a field that its segment does not declare. */
  readonly isDeclared: boolean;
  readonly encode: ValueEncoder;
  /** Groups around it, from the outside in; empty for a field of the segment itself. */
  readonly path: readonly GroupPlan[];
}

/** How a group is written. */
export interface GroupPlan extends Named {
  readonly use: GroupUse;
  /** Field that begins a new item. */
  readonly firstId: string;
}

/** How a segment is written. */
export interface SegmentPlan extends Named {
  /** `,"segment_id":"AM07"`; empty for a segment without an id. */
  readonly idMember: Fragment;
  /** The plan of a field, by its two bytes; fields that the segment does not declare have plans too. */
  fieldOf(bytes: Buffer, start: number): FieldPlan;
}

/** A field at a fixed position. */
export interface FixedPlan extends Named {
  readonly start: number;
  readonly end: number;
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
    const fields = def === undefined ? NO_FIELDS : new Array<FieldPlan | undefined>(FIELD_SLOTS).fill(undefined);
    const add = (members: readonly Member[], path: readonly GroupPlan[]): void => {
      for (const member of members) {
        if (member.kind === 'group') add(member.members, [...path, groupPlan(member)]);
        else {
          const { field } = member;
          const code = codeAt(Buffer.from(field.id), 0);
          fields[slotOf(code)] = { ...this.valueOf(field), code, id: field.id, field, isDeclared: true, path };
        }
      }
    };
    add(def?.members ?? [], NO_PATH);
    const key = def?.name ?? (id === '' ? UNIDENTIFIED : id);
    return {
      ...named(key),
      idMember: new Fragment(id === '' ? '' : `,"segment_id":${JSON.stringify(id)}`),
      fieldOf: (bytes, start) => {
        const code = codeAt(bytes, start);
        const plan = fields[slotOf(code)];
        return plan?.code === code ? plan : this.stray(bytes.toString('latin1', start, start + 2), def !== undefined);
      },
    };
  }

  /** In segments of other makers, ids mean what their makers define: every field is named by its id. */
  private stray(id: string, isKnownSegment: boolean): FieldPlan {
    const field = isKnownSegment ? this.dictionary.fields.get(id) : undefined;
    const kept = `${field === undefined ? '?' : ''}${id}`;
    const known = this.strays.get(kept);
    if (known !== undefined) return known;
    const shown = field ?? unknownField(id);
    const plan = { ...this.valueOf(shown), code: codeAt(Buffer.from(id, 'latin1'), 0), id, field: shown, isDeclared: false, path: NO_PATH };
    if (this.strays.size < MAX_UNKNOWN_PLANS) this.strays.set(kept, plan);
    return plan;
  }

  private valueOf(field: FieldDef): Pick<FieldPlan, keyof Named | 'encode'> {
    return { ...named(field.key), encode: valueEncoder(field, this.describesCodes) };
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
  return { ...named(key), use, firstId: first?.kind === 'field' ? first.field.id : '' };
}

/** The two bytes of a field id as a number. */
const codeAt = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

/** The slot of a field in the list of a segment: six bits of each byte, by which digits and capitals differ. */
const slotOf = (code: number): number => ((code >> 2) & 0xfc0) | (code & 0x3f);
const FIELD_SLOTS = 1 << 12;
const NO_FIELDS: (FieldPlan | undefined)[] = [];

const named = (key: string): Named => ({ key, keyBit: keyBitOf(key), fragment: memberOf(key) });

function keyBitOf(key: string): number {
  let hash = 0;
  for (let i = 0; i < key.length; i++) hash = (hash * 31 + key.charCodeAt(i)) | 0;
  return 1 << (hash & 31);
}

/** `,"key":`. */
export function memberOf(key: string): Fragment {
  return new Fragment(`,${JSON.stringify(key)}:`);
}
