import { type RecordDeclaration } from '../../src/plugin';
import { BYTE, Fragment, jsonText } from '../../src/plugin/io';
import { type ElementWriter, writeCount, writeDay, writeElements, writeShortDay, writeTime } from './element-writer';
import { type SegmentTree, treeRecord } from './tree-record';

/** Elements of the envelope by segment, in order: name, and how the value is written where not as text. */
const ENVELOPE: Readonly<Record<string, readonly (readonly [name: string, write?: typeof jsonText.writeJsonText])[]>> = {
  ISA: [
    ['authorization_information_qualifier'],
    ['authorization_information'],
    ['security_information_qualifier'],
    ['security_information'],
    ['interchange_id_qualifier'],
    ['interchange_sender_id'],
    ['interchange_id_qualifier_2'],
    ['interchange_receiver_id'],
    ['interchange_date', writeShortDay],
    ['interchange_time', writeTime],
    ['repetition_separator'],
    ['interchange_control_version_number'],
    ['interchange_control_number', writeCount],
    ['acknowledgement_requested'],
    ['usage_indicator'],
    ['component_element_separator'],
  ],
  GS: [
    ['functional_identifier_code'],
    ['application_sender_code'],
    ['application_receiver_code'],
    ['date', writeDay],
    ['time', writeTime],
    ['group_control_number', writeCount],
    ['responsible_agency_code'],
    ['version_identifier_code'],
  ],
  TA1: [
    ['interchange_control_number'],
    ['interchange_date', writeShortDay],
    ['interchange_time', writeTime],
    ['interchange_acknowledgment_code'],
    ['interchange_note_code'],
  ],
  ISB: [['grade_of_service_code']],
  ISE: [['interchange_delivery_date', writeShortDay], ['interchange_delivery_time', writeTime], ['interchange_delivery_time_code']],
  GE: [
    ['number_of_transaction_sets_included', writeCount],
    ['group_control_number', writeCount],
  ],
  IEA: [
    ['number_of_included_functional_groups', writeCount],
    ['interchange_control_number', writeCount],
  ],
};

const WRITERS: ReadonlyMap<string, readonly ElementWriter[]> = new Map(
  Object.entries(ENVELOPE).map(([id, elements]) => [id, elements.map(([name, write]) => elementWriter(name, write ?? jsonText.writeJsonText))]),
);

function elementWriter(name: string, write: typeof jsonText.writeJsonText): ElementWriter {
  const key = jsonText.memberFragment(name);
  if (write === jsonText.writeJsonText) return { textKey: key, write: undefined };
  return {
    textKey: undefined,
    write: (out, { chunk }, start, end) => {
      out.raw(key);
      write(out, chunk, start, end);
    },
  };
}

const OPENINGS: ReadonlyMap<string, Fragment> = new Map(
  Object.keys(ENVELOPE).map((id) => [id, new Fragment(`{"objectType":"SEGMENT","segment_id":"${id}","loop_id":"0000"`)]),
);

/** Declares ISA, ISB, ISE, TA1, GS, GE and IEA as records next to the trees of transactions. */
export const envelopeSegment: RecordDeclaration<SegmentTree> = {
  name: 'EnvelopeSegment',
  fields: {},
  schema: {
    type: 'object',
    description: 'a segment of the envelope with its elements',
    required: ['objectType', 'segment_id', 'loop_id'],
    properties: {
      objectType: { type: 'string', enum: ['SEGMENT'] },
      segment_id: { type: 'string', enum: Object.keys(ENVELOPE) },
      loop_id: { type: 'string', enum: ['0000'] },
    },
    additionalProperties: true,
  },
  bind: () =>
    treeRecord((_loop, segment, out) => {
      const opening = OPENINGS.get(segment.id);
      if (opening === undefined) return;
      out.raw(opening);
      writeElements(WRITERS.get(segment.id) ?? [], segment, out);
      out.byte(BYTE.BRACE_CLOSE);
    }),
};
