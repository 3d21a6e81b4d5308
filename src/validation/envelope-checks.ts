import { genericGuide } from '../guide/generic-guide';
import type { ElementDef } from '../guide/guide.types';
import type { Segment } from '../x12/segment';
import { segmentKey } from '../x12/segment-key';
import { checkSegment } from './check-segment';
import { isCleanSegment } from './clean-segment';
import type { SegmentCheck } from './element-check';
import { compileSegmentCheck } from './element-check';
import type { Reporter } from './reporter';

/** Type, lengths and codes, or the form, of an element of the envelope. */
type Facts = readonly [name: string, type: string, min: number, max: number, codes?: readonly string[] | RegExp];

/** Elements by segment; the order gives their numbers. */
type Layout = Readonly<Record<string, readonly Facts[]>>;

/** 000 to 031. */
const NOTE_CODES = numbers(0, 31, 3);

/** Data element I05 of the standard, with the codes that healthcare guides allow. */
const ID_QUALIFIERS = [...numbers(1, 4, 2), ...numbers(7, 38, 2), 'AM', 'NR', 'SA', 'SN', 'ZZ'];
const ID_QUALIFIERS_OF_GUIDES = ['01', '14', '20', '27', '28', '29', '30', '33', 'ZZ'];

/** Data element I11: release and subrelease, such as 00401. */
const INTERCHANGE_VERSION = /00[2-9]\d\d/;

/** What differs between the standard and guides, and between releases. */
interface EnvelopeCodes {
  readonly authorization: readonly string[];
  readonly ids: readonly string[];
  readonly usages: readonly string[];
  readonly versions: readonly string[] | RegExp;
  readonly agencies: readonly string[];
  /** Digits of GS04: before release 004010 the century is left out. */
  readonly dayLength: 6 | 8;
}

const STANDARD: EnvelopeCodes = {
  authorization: numbers(0, 6, 2),
  ids: ID_QUALIFIERS,
  usages: ['I', 'P', 'T'],
  versions: INTERCHANGE_VERSION,
  agencies: ['T', 'X'],
  dayLength: 8,
};

const GUIDES: EnvelopeCodes = {
  authorization: ['00', '03'],
  ids: ID_QUALIFIERS_OF_GUIDES,
  usages: ['P', 'T'],
  versions: ['00401', '00501'],
  agencies: ['X'],
  dayLength: 8,
};

/** The segments around transactions; every element is required. Separators are not checked. */
const layoutOf = ({ authorization, ids, usages, versions, agencies, dayLength }: EnvelopeCodes): Layout => ({
  ISA: [
    ['authorization_information_qualifier', 'ID', 2, 2, authorization],
    ['authorization_information', 'AN', 10, 10],
    ['security_information_qualifier', 'ID', 2, 2, ['00', '01']],
    ['security_information', 'AN', 10, 10],
    ['interchange_id_qualifier', 'ID', 2, 2, ids],
    ['interchange_sender_id', 'AN', 15, 15],
    ['interchange_id_qualifier_2', 'ID', 2, 2, ids],
    ['interchange_receiver_id', 'AN', 15, 15],
    ['interchange_date', 'DT', 6, 6],
    ['interchange_time', 'TM', 4, 4],
    ['repetition_separator', 'B', 1, 1],
    ['interchange_control_version_number', 'ID', 5, 5, versions],
    ['interchange_control_number', 'N0', 9, 9],
    ['acknowledgement_requested', 'ID', 1, 1, ['0', '1']],
    ['usage_indicator', 'ID', 1, 1, usages],
    ['component_element_separator', 'B', 1, 1],
  ],
  GS: [
    ['functional_identifier_code', 'ID', 2, 2],
    ['application_sender_code', 'AN', 2, 15],
    ['application_receiver_code', 'AN', 2, 15],
    ['date', 'DT', dayLength, dayLength],
    ['time', 'TM', 4, 8],
    ['group_control_number', 'N0', 1, 9],
    ['responsible_agency_code', 'ID', 1, 2, agencies],
    ['version_identifier_code', 'AN', 1, 12],
  ],
  TA1: [
    ['interchange_control_number', 'N0', 9, 9],
    ['interchange_date', 'DT', 6, 6],
    ['interchange_time', 'TM', 4, 4],
    ['interchange_acknowledgment_code', 'ID', 1, 1, ['A', 'E', 'R']],
    ['interchange_note_code', 'ID', 3, 3, NOTE_CODES],
  ],
  GE: [
    ['number_of_transaction_sets_included', 'N0', 1, 6],
    ['group_control_number', 'N0', 1, 9],
  ],
  IEA: [
    ['number_of_included_functional_groups', 'N0', 1, 5],
    ['interchange_control_number', 'N0', 9, 9],
  ],
});

/** The envelope of a version: that of the guides of a release, or of the standard alone. */
const ENVELOPES: readonly (readonly [version: RegExp, checks: ReadonlyMap<number, SegmentCheck>])[] = [
  [/^00[45]010X\d{3}/, checksOf(GUIDES)],
  [/^00[1-3]/, checksOf({ ...STANDARD, dayLength: 6 })],
  [/^/, checksOf(STANDARD)],
];

/**
 * Checks the elements of ISA, TA1, GS, GE and IEA. `version` is GS08 of the group, or of the first group of the interchange: healthcare guides allow fewer
 * codes than the standard.
 */
export function checkEnvelopeSegment(segment: Segment, version: string, reporter: Reporter): void {
  const checks = ENVELOPES.find(([pattern]) => pattern.test(version))?.[1];
  const check = checks?.get(segment.key);
  if (check !== undefined && !isCleanSegment(check, segment)) checkSegment({ check, segment, loop: '0000' }, reporter);
}

/** The elements of ISA, TA1, GS, GE and IEA as the standard has them; none for any other segment. */
export function envelopeElements(id: string): readonly ElementDef[] {
  return elementsOf(id, layoutOf(STANDARD));
}

function checksOf(codes: EnvelopeCodes): ReadonlyMap<number, SegmentCheck> {
  const layout = layoutOf(codes);
  return new Map(
    Object.keys(layout).flatMap((id) => {
      const def = genericGuide('', (one) => elementsOf(one, layout)).root.candidates.get(segmentKey(id))?.only?.def;
      return def === undefined ? [] : [[segmentKey(id), compileSegmentCheck(def)]];
    }),
  );
}

function elementsOf(id: string, layout: Layout): readonly ElementDef[] {
  return (layout[id] ?? []).map(([name, type, min, max, codes], i) => {
    const ref = `${id}${String(i + 1).padStart(2, '0')}`;
    const allowed = codes === undefined ? {} : codes instanceof RegExp ? { pattern: codes.source } : { codes };
    return { ref, name, dataElement: '', type, min, max, usage: 'R', repeat: 1, ...allowed };
  });
}

/** Codes from one number to another, padded with zeros. */
function numbers(from: number, to: number, length: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, i) => String(from + i).padStart(length, '0'));
}
