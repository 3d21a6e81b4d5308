import { genericGuide } from '../guide/generic-guide';
import type { ElementDef } from '../guide/guide.types';
import type { Segment } from '../x12/segment';
import { segmentKey } from '../x12/segment-key';
import { checkSegment } from './check-segment';
import { isCleanSegment } from './clean-segment';
import type { SegmentCheck } from './element-check';
import { compileSegmentCheck } from './element-check';
import type { Reporter } from './reporter';

/** Type, lengths and codes of an element of the envelope. */
type Facts = readonly [name: string, type: string, min: number, max: number, codes?: readonly string[]];

/** 000 to 031. */
const NOTE_CODES = Array.from({ length: 32 }, (_, code) => String(code).padStart(3, '0'));

const ID_QUALIFIERS = ['01', '14', '20', '27', '28', '29', '30', '33', 'ZZ'];

/** The segments around transactions, as 005010 has them; every element is required. Separators are looked at by nobody. */
const ENVELOPE: Readonly<Record<string, readonly Facts[]>> = {
  ISA: [
    ['authorization_information_qualifier', 'ID', 2, 2, ['00', '03']],
    ['authorization_information', 'AN', 10, 10],
    ['security_information_qualifier', 'ID', 2, 2, ['00', '01']],
    ['security_information', 'AN', 10, 10],
    ['interchange_id_qualifier', 'ID', 2, 2, ID_QUALIFIERS],
    ['interchange_sender_id', 'AN', 15, 15],
    ['interchange_id_qualifier_2', 'ID', 2, 2, ID_QUALIFIERS],
    ['interchange_receiver_id', 'AN', 15, 15],
    ['interchange_date', 'DT', 6, 6],
    ['interchange_time', 'TM', 4, 4],
    ['repetition_separator', 'B', 1, 1],
    ['interchange_control_version_number', 'ID', 5, 5],
    ['interchange_control_number', 'N0', 9, 9],
    ['acknowledgement_requested', 'ID', 1, 1, ['0', '1']],
    ['usage_indicator', 'ID', 1, 1, ['P', 'T']],
    ['component_element_separator', 'B', 1, 1],
  ],
  GS: [
    ['functional_identifier_code', 'ID', 2, 2],
    ['application_sender_code', 'AN', 2, 15],
    ['application_receiver_code', 'AN', 2, 15],
    ['date', 'DT', 8, 8],
    ['time', 'TM', 4, 8],
    ['group_control_number', 'N0', 1, 9],
    ['responsible_agency_code', 'ID', 1, 2],
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
};

/** Looks at the elements of ISA, TA1, GS, GE and IEA. */
export function checkEnvelopeSegment(segment: Segment, reporter: Reporter): void {
  const check = CHECKS.get(segment.key);
  if (check !== undefined && !isCleanSegment(check, segment)) checkSegment({ check, segment, loop: '0000' }, reporter);
}

function elementsOf(id: string): readonly ElementDef[] {
  return (ENVELOPE[id] ?? []).map(([name, type, min, max, codes], i) => {
    const ref = `${id}${String(i + 1).padStart(2, '0')}`;
    return { ref, name, dataElement: '', type, min, max, usage: 'R', repeat: 1, ...(codes ? { codes } : {}) };
  });
}

const CHECKS: ReadonlyMap<number, SegmentCheck> = new Map(
  Object.keys(ENVELOPE).flatMap((id) => {
    const def = genericGuide('', elementsOf).root.candidates.get(segmentKey(id))?.only?.def;
    return def === undefined ? [] : [[segmentKey(id), compileSegmentCheck(def)]];
  }),
);
