import { elementWriters, treeElements, writeElements } from '../../../plugins/segments/element-writer';
import { ByteWriter } from '../../../src/common/byte-writer';
import type { ElementDef } from '../../../src/guide/guide.types';
import { segmentsOf } from '../../support/read-segments';

type Parts = Partial<ElementDef>;

/** An element of the guide that is text, with parts of its own. */
const element = (parts: Parts = {}): ElementDef => ({
  ref: 'XXX01',
  name: 'value',
  dataElement: '1028',
  type: 'AN',
  min: 1,
  max: 80,
  usage: 'S',
  repeat: 1,
  ...parts,
});

const composite = (components: readonly Parts[], parts: Parts = {}): ElementDef =>
  element({ name: 'composite', composite: 'C000', dataElement: '', type: '', components: components.map(element), ...parts });

const format = element({ name: 'format', dataElement: '1250', type: 'ID' });
const period = element({ name: 'period', dataElement: '1251' });

/** The JSON of the members that a segment has, without braces, by the elements of its guide. */
function membersOf(elements: readonly ElementDef[], values: string, before = 'ST*999~'): string {
  const segment = segmentsOf(`${before}XXX*${values}~`).at(-1);
  if (segment === undefined) throw new Error('There is no segment.');
  const out = new ByteWriter();
  writeElements(elementWriters(treeElements(elements)), segment, out);
  const text = out.bytes.toString('utf8', 0, out.length);
  expect(() => JSON.parse(`{${text.slice(1)}}`) as unknown).not.toThrow();
  return text.slice(1);
}

/** The JSON of one element. */
const valueOf = (def: Parts, value: string): string | undefined => /^"[^"]+":(.*)$/s.exec(membersOf([element(def)], value))?.[1];

describe('the names of elements', () => {
  it('are those of the tree, and the industry names where the guide gives none', () => {
    expect(membersOf([element({ name: 'payer_name', treeName: 'name' }), element({ name: 'payer_number' })], 'A*B')).toBe('"name":"A","payer_number":"B"');
  });

  it('have a number from the second on where a name returns in a segment', () => {
    const elements = [element({ name: 'line' }), element({ name: 'other' }), element({ name: 'line' }), element({ name: 'own', treeName: 'line' })];
    expect(membersOf(elements, 'A*B*C*D')).toBe('"line":"A","other":"B","line_2":"C","line_3":"D"');
  });

  it('keep their number when the first one is empty', () => {
    expect(membersOf([element({ name: 'line' }), element({ name: 'line' })], '*B')).toBe('"line_2":"B"');
  });

  it('are numbered in each composite anew', () => {
    const twice = composite([{ name: 'code' }, { name: 'code' }]);
    expect(membersOf([element({ name: 'code' }), twice], 'A*B:C')).toBe('"code":"A","composite":{"code":"B","code_2":"C"}');
  });
});

describe('an element', () => {
  it('is left out when it is empty or not there', () => {
    expect(
      membersOf(
        ['a', 'b', 'c', 'd'].map((name) => element({ name })),
        '*B*',
      ),
    ).toBe('"b":"B"');
  });

  it('is text as it stands, blanks kept, escaped where JSON demands it', () => {
    expect(valueOf({}, ' A "B" \\ C  ')).toBe('" A \\"B\\" \\\\ C  "');
    expect(valueOf({}, 'JOSÉ')).toBe('"JOSÉ"');
  });

  it('is text with its component separators where the guide knows no components', () => {
    expect(valueOf({}, 'A:B')).toBe('"A:B"');
    expect(membersOf([composite([])], 'A:B')).toBe('"composite":"A:B"');
  });

  it.each([
    ['20240229', '"2024-02-29"'],
    ['19991231', '"1999-12-31"'],
    ['20230229', '"20230229"'],
    ['20241301', '"20241301"'],
    ['240101', '"240101"'],
    ['2024010A', '"2024010A"'],
    ['00000000', '"00000000"'],
  ])('of type DT with %s is %s: a day of the calendar, else text', (value, expected) => {
    expect(valueOf({ type: 'DT', dataElement: '373' }, value)).toBe(expected);
  });

  it.each([
    ['0930', '"09:30"'],
    ['0000', '"00:00"'],
    ['2359', '"23:59"'],
    ['093015', '"09:30:15"'],
    ['0930157', '"09:30:15.7"'],
    ['09301575', '"09:30:15.75"'],
    ['2460', '"2460"'],
    ['9:30', '"9:30"'],
    ['930', '"930"'],
  ])('of type TM with %s is %s: seconds only where they are given', (value, expected) => {
    expect(valueOf({ type: 'TM', dataElement: '337' }, value)).toBe(expected);
  });

  it.each([
    ['10', '10.0'],
    ['0', '0.0'],
    ['-3', '-3.0'],
    ['.5', '0.5'],
    ['-.25', '-0.25'],
    ['007.10', '7.10'],
    ['12.', '12.0'],
    ['1,5', '"1,5"'],
    ['ABC', '"ABC"'],
    ['-', '"-"'],
  ])('of type R with %s is %s: a number with a fraction, else text', (value, expected) => {
    expect(valueOf({ type: 'R', dataElement: '782' }, value)).toBe(expected);
  });

  it.each(['N0', 'N2', 'ID', 'AN'])('of type %s stays text, zeros in front kept', (type) => {
    expect(valueOf({ type }, '0012')).toBe('"0012"');
  });

  it.each([
    ['15', '15'],
    ['000015', '15'],
    ['1A', '"1A"'],
    ['-1', '"-1"'],
    ['9999999999999999', '"9999999999999999"'],
  ])('that counts the segments of a transaction is the integer of %s', (value, expected) => {
    expect(valueOf({ dataElement: '96', type: 'N0' }, value)).toBe(expected);
  });
});

describe('a code', () => {
  it.each([
    ['143', '277'],
    ['735', '20'],
    ['736', '1'],
    ['98', 'PR'],
    ['1065', '2'],
    ['66', 'XX'],
    ['1250', 'D8'],
    ['1068', 'F'],
    ['640', 'RP'],
    ['128', 'EI'],
    ['374', '472'],
    ['235', 'HC'],
    ['1069', '18'],
  ])('of data element %s has code and description', (dataElement, code) => {
    expect(valueOf({ dataElement, type: 'ID' }, code)).toMatch(new RegExp(`^{"code":"${code}","desc":".+"}$`));
  });

  it.each(['98', '128', '66', '374'])('of data element %s that is unknown has no description', (dataElement) => {
    expect(valueOf({ dataElement, type: 'ID' }, '???')).toBe('{"code":"???"}');
  });

  it('of another data element is plain text', () => {
    expect(valueOf({ dataElement: '1028', type: 'ID', codes: ['1', '2'] }, '1')).toBe('"1"');
  });
});

describe('a composite', () => {
  const parts = composite([{ name: 'qualifier', dataElement: '235', type: 'ID' }, { name: 'code' }, { name: 'amount', type: 'R' }]);

  it('is an object of its components, each by its own rule', () => {
    expect(membersOf([parts], 'HC:99213:5')).toBe('"composite":{"qualifier":{"code":"HC","desc":"HCPCS Procedure"},"code":"99213","amount":5.0}');
  });

  it('leaves out components that are empty', () => {
    expect(membersOf([parts], ':99213:')).toBe('"composite":{"code":"99213"}');
  });

  it('is left out when it has separators alone', () => {
    expect(membersOf([parts, element()], '::*B')).toBe('"value":"B"');
  });

  it('keeps components that the guide does not know under their number', () => {
    expect(membersOf([parts], 'HC:99213:5:X')).toContain('"X"');
  });
});

describe('a repeating element', () => {
  const codes = element({ name: 'codes', repeat: 5 });

  it('is an array, also with one value', () => {
    expect(membersOf([codes], 'A')).toBe('"codes":["A"]');
    expect(membersOf([codes], 'A^B^C')).toBe('"codes":["A","B","C"]');
    expect(membersOf([element({ name: 'codes', repeat: Infinity })], 'A^B')).toBe('"codes":["A","B"]');
  });

  it('leaves out repetitions that are empty, and all when there are no others', () => {
    expect(membersOf([codes], '^A^^B^')).toBe('"codes":["A","B"]');
    expect(membersOf([codes, element()], '^^*B')).toBe('"value":"B"');
  });

  it('keeps more repetitions than the guide allows', () => {
    expect(membersOf([element({ name: 'codes', repeat: 2 })], 'A^B^C')).toBe('"codes":["A","B","C"]');
  });

  it('writes each repetition by its own rule', () => {
    expect(membersOf([element({ name: 'codes', dataElement: '98', repeat: 2 })], 'PR^??')).toBe('"codes":[{"code":"PR","desc":"Payer"},{"code":"??"}]');
    expect(membersOf([composite([{ name: 'a' }, { name: 'b' }], { repeat: 3 })], 'A:B^:^C')).toBe('"composite":[{"a":"A","b":"B"},{"a":"C"}]');
  });

  it('is not split before 00402, where ISA11 is no separator', () => {
    const blanks = ' '.repeat(10);
    const isa = `ISA*00*${blanks}*00*${blanks}*ZZ*SENDER         *ZZ*RECEIVER       *250115*0930*U*00401*000000001*0*P*:~`;
    expect(membersOf([codes], 'AUB^C', isa)).toBe('"codes":["AUB^C"]');
  });
});

describe('a date/time period', () => {
  const FORMAT = { D8: '{"code":"D8","desc":', RD8: '{"code":"RD8","desc":' } as const;

  it('is a day after format D8', () => {
    expect(membersOf([format, period], 'D8*20260115')).toMatch(/,"period":"2026-01-15"$/);
  });

  it('is the first and the last day after format RD8', () => {
    const members = membersOf([format, period], 'RD8*20260101-20261231');
    expect(members.startsWith(`"format":${FORMAT.RD8}`)).toBe(true);
    expect(members).toMatch(/,"period":"2026-01-01","period_to":"2026-12-31"$/);
  });

  it.each([
    ['RD8*20260101', '"20260101"'],
    ['RD8*20260101-', '"2026-01-01"'],
    ['RD8*20261301-20261231', '"20261301","period_to":"2026-12-31"'],
    ['D8*20261301', '"20261301"'],
    ['DT*202601151230', '"202601151230"'],
    ['TM*1230', '"1230"'],
    ['D6*260115', '"260115"'],
  ])('of %s is %s', (values, expected) => {
    expect(membersOf([format, period], values).split('"period":')[1]).toBe(expected);
  });

  it('is text where no format stands before it', () => {
    expect(membersOf([format, period], '*20260115')).toBe('"period":"20260115"');
    expect(membersOf([element({ name: 'other' }), period], 'D8*20260115')).toBe('"other":"D8","period":"20260115"');
  });
});
