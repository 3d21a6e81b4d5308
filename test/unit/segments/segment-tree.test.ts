import type { ConversionOptions } from '../../../src/pipeline/conversion.types';
import { convertLines, convertText, type Json, linesOf, sourceOf } from '../../support/conversion';
import type { EnvelopeOptions } from '../../support/edi-text';
import { at, ELIGIBILITY_HEAD, interchangeOf, segmentObjects } from '../../support/segment-trees';

const SUBSCRIBER = ['HL*3*2*22*0', 'NM1*IL*1*ROWAN*ADA****MI*M1'] as const;

/** The tree of the only transaction of an interchange. */
async function treeOf(set: string, body: readonly string[], options: EnvelopeOptions & ConversionOptions = {}): Promise<Json> {
  const trees = (await convertLines([sourceOf('a.edi', interchangeOf(set, body, options))], { convertToSegments: true })).filter(
    ({ segment_id }) => segment_id === 'ST',
  );
  expect(trees).toHaveLength(1);
  return trees[0] ?? {};
}

const eligibility = (...segments: readonly string[]) => treeOf('271', [...ELIGIBILITY_HEAD, ...SUBSCRIBER, ...segments]);

const subscriberOf = (tree: Json) => at(tree, 'information_source_level', 'information_receiver_level', 'subscriber_level');

const keysOf = (object: Json) => Object.keys(object);

describe('the tree of a transaction', () => {
  it('is its ST with objectType, id and loop first; nothing inside it has an objectType', async () => {
    const tree = await eligibility('EB*1');
    expect(keysOf(tree).slice(0, 5)).toEqual(['objectType', 'segment_id', 'loop_id', 'transaction_set_identifier_code', 'transaction_set_control_number']);
    expect(tree).toMatchObject({ objectType: 'SEGMENT', segment_id: 'ST', loop_id: '0000' });
    const [, ...inner] = segmentObjects(tree);
    expect(inner.length).toBeGreaterThan(8);
    for (const object of inner) expect(keysOf(object).slice(0, 2)).toEqual(['segment_id', 'loop_id']);
    expect(JSON.stringify(inner)).not.toContain('objectType');
  });

  it('has an array where the guide allows more than one, also for one, and an object where it allows one', async () => {
    const name = at(subscriberOf(await eligibility('N3*1 WAY', 'REF*6P*G1', 'EB*1')), 'subscriber_name');
    expect(name['subscriber_address']).toEqual({ segment_id: 'N3', loop_id: '2100C', response_contact_address_line: '1 WAY' });
    expect(name['subscriber_additional_identification']).toEqual([expect.objectContaining({ segment_id: 'REF', identification: 'G1' })]);
    expect(name['subscriber_eligibility_or_benefit_information']).toEqual([expect.objectContaining({ segment_id: 'EB' })]);
  });

  it('has an array of all where more come than the guide allows', async () => {
    const name = at(subscriberOf(await eligibility('N3*1 WAY', 'N3*2 WAY')), 'subscriber_name');
    expect(name['subscriber_address']).toEqual([
      expect.objectContaining({ response_contact_address_line: '1 WAY' }),
      expect.objectContaining({ response_contact_address_line: '2 WAY' }),
    ]);
  });

  it('puts the elements of a loop first and then what follows, keys in the order in which they first come', async () => {
    const name = at(subscriberOf(await eligibility('REF*6P*G1', 'N3*1 WAY', 'REF*1L*G2', 'DTP*346*D8*20260101', 'EB*1', 'EB*B')), 'subscriber_name');
    expect(keysOf(name)).toEqual([
      'segment_id',
      'loop_id',
      'entity_identifier_code',
      'entity_type_qualifier',
      'response_contact_last_or_organization_name',
      'response_contact_first_name',
      'identification_code_qualifier',
      'response_contact_identifier',
      'subscriber_additional_identification',
      'subscriber_address',
      'subscriber_date',
      'subscriber_eligibility_or_benefit_information',
    ]);
    expect(name['subscriber_additional_identification']).toMatchObject([{ identification: 'G1' }, { identification: 'G2' }]);
  });

  it('puts LS, its loop and LE under their EB', async () => {
    const name = at(
      subscriberOf(await eligibility('EB*1', 'LS*2120', 'NM1*P3*1*MAPLE*CLEO', 'PER*IC**TE*5550100', 'NM1*PR*2*OTHER PLAN', 'LE*2120', 'EB*C')),
      'subscriber_name',
    );
    const [benefit, other] = name['subscriber_eligibility_or_benefit_information'] as readonly Json[];
    expect(benefit?.['header']).toMatchObject({
      segment_id: 'LS',
      loop_id: 'LS',
      loop_identifier_code: '2120',
      subscriber_benefit_related_entity_name: [
        { loop_id: '2120C', response_contact_last_or_organization_name: 'MAPLE' },
        { loop_id: '2120C', response_contact_last_or_organization_name: 'OTHER PLAN' },
      ],
      trailer: { segment_id: 'LE', loop_id: 'LS', loop_identifier_code: '2120' },
    });
    expect(keysOf(other ?? {})).toEqual(['segment_id', 'loop_id', 'eligibility_or_benefit_information']);
  });

  it('keeps elements that the guide does not know under their number', async () => {
    const name = at(subscriberOf(await eligibility('N3*1 WAY*SUITE 2**FOURTH')), 'subscriber_name');
    expect(name['subscriber_address']).toEqual({
      segment_id: 'N3',
      loop_id: '2100C',
      response_contact_address_line: '1 WAY',
      response_contact_address_line_2: 'SUITE 2',
      element_04: 'FOURTH',
    });
  });

  it('gives a loop whose first segment is missing its id alone, and reports it', async () => {
    const text = interchangeOf('835', ['BPR*I*1*C*NON************20260101', 'TRN*1*T*1', 'N1*PR*PAYER', 'N1*PE*PAYEE', 'CLP*C1*1*5*5', 'NM1*QC*1*ROWAN*ADA']);
    const { text: output, issues } = await convertText([sourceOf('a.edi', text)], { convertToSegments: true });
    const tree = linesOf(output).find(({ segment_id }) => segment_id === 'ST');
    const loop = Object.values(tree ?? {})
      .flatMap((value) => (Array.isArray(value) ? (value as readonly Json[]) : []))
      .find(({ loop_id }) => loop_id === '2000');
    expect(keysOf(loop ?? {})[0]).toBe('loop_id');
    expect(loop).not.toHaveProperty('segment_id');
    expect(segmentObjects(loop).map(({ segment_id }) => segment_id)).toEqual(['CLP', 'NM1']);
    expect(issues).toMatchObject([{ issueType: 'REQUIRED', segment: 'CLP' }]);
  });

  it('has every key once in an object', async () => {
    const { text } = await convertText(
      [sourceOf('a.edi', interchangeOf('271', [...ELIGIBILITY_HEAD, ...SUBSCRIBER, 'N3*A', 'ZZZ*1', 'N3*B', 'EB*1', 'ZZZ*2', 'EB*2', 'N4*X'], {}))],
      { convertToSegments: true },
    );
    for (const line of text.trim().split('\n')) expect(JSON.stringify(JSON.parse(line))).toHaveLength(line.replace(/:(-?\d+)\.0([,}\]])/g, ':$1$2').length);
  });
});

describe('a segment that has no place', () => {
  it('stands under its id in the loop where it came, with the names of the standard, and is reported', async () => {
    const text = interchangeOf('271', [...ELIGIBILITY_HEAD, ...SUBSCRIBER, 'AMT*R*12', 'ZZ9*A*B', 'AMT*D*5', 'EB*1']);
    const { text: output, issues } = await convertText([sourceOf('a.edi', text)], { convertToSegments: true });
    const name = at(subscriberOf(linesOf(output)[2] ?? {}), 'subscriber_name');
    expect(name['AMT']).toEqual([
      { segment_id: 'AMT', loop_id: '2100C', amount_qualifier_code: 'R', monetary_amount: 12 },
      { segment_id: 'AMT', loop_id: '2100C', amount_qualifier_code: 'D', monetary_amount: 5 },
    ]);
    expect(name['ZZ9']).toEqual([{ segment_id: 'ZZ9', loop_id: '2100C', element_01: 'A', element_02: 'B' }]);
    expect(issues.map(({ message }) => message)).toEqual([
      "Unknown segment 'AMT' for the transaction set 271",
      "Unknown segment 'ZZ9' for the transaction set 271",
      "Unknown segment 'AMT' for the transaction set 271",
    ]);
  });

  it('stands in the order of the file beside segments', async () => {
    const name = at(subscriberOf(await eligibility('ZZ9*A', 'N3*1 WAY', 'EB*1')), 'subscriber_name');
    expect(keysOf(name).slice(-3)).toEqual(['ZZ9', 'subscriber_address', 'subscriber_eligibility_or_benefit_information']);
  });

  it('stands in the order of the file beside loops', async () => {
    const tree = await treeOf('271', ['BHT*0022*11*1*20260115*1200', 'HL*1**20*1', 'ZZ9*A', 'NM1*PR*2*PLAN']);
    expect(keysOf(at(tree, 'information_source_level')).slice(-2)).toEqual(['ZZ9', 'information_source_name']);
  });

  it('is kept with the text that it has instead of an id', async () => {
    const name = at(subscriberOf(await eligibility('SOME PROSE*A')), 'subscriber_name');
    expect(name['SOME PROSE']).toEqual([{ segment_id: 'SOME PROSE', loop_id: '2100C', element_01: 'A' }]);
  });

  it('is kept when it has no id at all', async () => {
    const name = at(subscriberOf(await eligibility('*A')), 'subscriber_name');
    expect(segmentObjects(name)).toContainEqual(expect.objectContaining({ loop_id: '2100C', element_01: 'A' }));
  });
});

describe('a transaction set without a guide', () => {
  const ORDER = [
    'BEG*00*SA*PO1**20260115',
    'REF*DP*7',
    'N1*BY*SHOP',
    'HL*1**S',
    'TD1*CTN*5',
    'HL*2*1*O',
    'PRF*PO1',
    'HL*3*2*I',
    'SN1**2.5*EA',
    'HL*4*1*O',
    'PRF*PO2',
  ];

  it('gives no finding', async () => {
    expect((await convertText([sourceOf('a.edi', interchangeOf('850', ORDER))])).issues).toEqual([]);
  });

  it.each(['HLH', 'ASO', 'AWD', 'COM', 'INX'])('has a name for every element of %s', async (id) => {
    const values = Array.from({ length: 8 }, (_, i) => `V${i}`).join('*');
    const [segment] = (await treeOf('850', [`${id}*${values}`]))[id] as readonly Json[];
    expect(Object.values(segment ?? {}).filter((value) => /^V\d$/.test(String(value))).length).toBeGreaterThan(4);
  });

  it('may have any ST01', async () => {
    expect(await treeOf('constructor', ['BEG*00'])).toMatchObject({ BEG: [{ segment_id: 'BEG' }] });
  });

  it('keeps text that is no segment', async () => {
    const tree = await treeOf('850', ['BEG*00', 'SOME PROSE', 'REF*DP*7']);
    expect(tree['SOME PROSE']).toEqual([{ segment_id: 'SOME PROSE', loop_id: '0000' }]);
  });

  const PROVIDERS = ['BHT*0019*14*1*20260115*1200', 'HL*1**20*1', 'NM1*PR*2*PLAN', 'HL*2*1*19*0', 'NM1*1P*1*ASH*GALE', 'NX1*31', 'N3*1 WAY', 'N4*PORT*ME'];

  it('gives no finding by the shape of the standard', async () => {
    expect((await convertText([sourceOf('a.edi', interchangeOf('274', PROVIDERS, { guide: '004010' }))])).issues).toEqual([]);
  });
});

describe('binary data', () => {
  it('is one text, with the delimiters that it holds', async () => {
    const tree = await treeOf('102', ['BDS*ASC*9*ab*c~d^e:', 'BIN*5*x*y~z']);
    expect(tree['BDS']).toMatchObject([{ length_of_binary_data: '9', binary_data: 'ab*c~d^e:' }]);
    expect(tree['BIN']).toMatchObject([{ binary_data: 'x*y~z' }]);
  });
});
