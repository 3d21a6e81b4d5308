import fc, { type Arbitrary } from 'fast-check';
import { ByteWriter } from '../../src/common/byte-writer';
import { ContentHash } from '../../src/common/content-hash';
import { GuideLoader } from '../../src/guide/guide-loader';
import type { LoopDef } from '../../src/guide/guide.types';
import { LoopWalker } from '../../src/guide/loop-walker';
import type { LoopNode } from '../../src/guide/loop-node';
import { OutLoop } from '../../src/guide/out-loop';
import { SegmentCompletion } from '../../src/guide/segment-completion';
import { texts, integers } from '../../src/mapping/repetition-list';
import {
  amount,
  code,
  date,
  dateTime,
  impliedDecimal,
  integer,
  named,
  periodFrom,
  periodTo,
  quantity,
  text,
  time,
  timeOfDay,
} from '../../src/mapping/element-field';
import { adjustmentGroup, adjustments, contacts, drug, entityRole, healthCareCodes, procedure, provider, revenueCode } from '../../plugins/vocabulary';
import { type Field, readValue } from '../../src/mapping/field';
import { unlessGiven } from '../../src/mapping/given';
import { ALONE } from '../../src/mapping/json-text';
import { below, firstOf, from, group, object, within } from '../../src/mapping/nested';
import { record } from '../../src/mapping/record';
import { RecordIds } from '../../src/mapping/record-ids';
import { each, elements, firstAndAll, groups, joined, loops } from '../../src/mapping/repeated';
import { JsonPath, WriteRun } from '../../src/mapping/writing/write-run';
import { writtenText } from '../support/out-loop';
import { segmentsOf } from '../support/read-segments';
import { budget } from '../support/fuzz';
import type { RecordContext } from '../../src/mapping/encode-run';

const loader = new GuideLoader();

const CONTEXT: RecordContext = {
  transaction: {
    ids: new RecordIds(new ContentHash(), new Set()),
    functionalGroupId: '',
    fileName: 'written.edi',
    isTransactionTopLevel: false,
    hasControlSegments: false,
    descriptions: undefined,
  },
};

/** The first loop of an id, with the loops around it. */
function chainTo(id: string, loop: LoopDef, chain: readonly LoopDef[] = []): readonly LoopDef[] | undefined {
  const here = [...chain, loop];
  if (loop.id === id) return here;
  for (const child of loop.children) {
    const found = child.kind === 'loop' ? chainTo(id, child, here) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Writes a value as a member of a record in a loop, reads the segments, and gives what the same record reads there. */
function throughEdi(guideId: string, loopId: string, fields: Readonly<Record<string, Field<unknown>>>, value: object): unknown {
  const guide = loader.load(guideId);
  const chain = chainTo(loopId, guide.root) ?? [];
  const root = new OutLoop(guide.root);
  root.add(guide.root.trigger, [guide.transactionSet, '0001', guide.id]);
  const inner = chain.slice(1).reduce((loop, def) => loop.addLoop(def), root);
  const bound = record('Tested', fields).bind({ guide, loop: inner.def, segments: undefined }, undefined);
  const run = new WriteRun();
  bound.write?.(value, { loop: inner, segment: undefined, base: 0, record: {}, path: new JsonPath(undefined, '$') }, run);
  expect({ problems: run.problems, issues: run.issues }).toEqual({ problems: [], issues: [] });
  new SegmentCompletion().complete(root);
  const [st, ...body] = segmentsOf(Buffer.from(writtenText(root, { refusesControls: true })));
  let tree: LoopNode | undefined;
  const walker = new LoopWalker(
    guide,
    { unitLoops: new Set(), unitSegments: new Set() },
    { onUnit: (unit: LoopNode) => (tree = unit), onUnitSegment: () => undefined, onIssue: () => undefined },
    st ?? fail(),
  );
  for (const segment of body.slice(0, -1)) walker.place(segment);
  walker.end(body.at(-1));
  const node = chain.slice(1).reduce<LoopNode | undefined>((loop, def) => loop?.loops.find((one) => one.def === def), tree);
  const first = node?.firstSegment;
  const reading = record('Tested', fields).bind({ guide, loop: inner.def, segments: undefined }, ALONE);
  return node && first && readValue(reading, node, first, 0, { out: new ByteWriter(), context: CONTEXT, missing: undefined });
}

function fail(): never {
  throw new Error('There is no ST.');
}

const word = fc.string({ unit: fc.constantFrom(...'ABCxyz019 .,-&()/'), minLength: 1, maxLength: 12 }).map((one) => `W${one.trim()}`);
const money = fc.integer({ min: -99_999_999, max: 99_999_999 }).map((cents) => cents / 100);
const whole = fc.integer({ min: 0, max: 999 });
const twoDigits = (number: number): string => String(number).padStart(2, '0');
const day = fc.date({ min: new Date('1901-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }).map((one) => one.toISOString().slice(0, 10));
const hour = fc.tuple(fc.nat(23), fc.nat(59), fc.nat(59)).map((parts) => parts.map(twoDigits).join(':'));
const list = <T>(one: Arbitrary<T>): Arbitrary<T[]> => fc.array(one, { minLength: 1, maxLength: 8 });
const modifier = fc.constantFrom('25', '59', 'TC').map((one) => ({ subType: 'HCPCS_MODIFIER', code: one }));

const adjustment = fc.record({
  group: fc.constantFrom('CONTRACTUAL', 'OTHER', 'PATIENT_RESPONSIBILITY'),
  reasonCode: fc.constantFrom('1', '45', '97'),
  amount: money,
});

interface Kind {
  readonly guide?: string;
  readonly loop: string;
  readonly fields: Readonly<Record<string, Field<unknown>>>;
  readonly value: Arbitrary<object>;
}

const P = '005010X222A2';
const I = '005010X223A3';

const KINDS: Readonly<Record<string, Kind>> = {
  text: { loop: '2100', fields: { a: text('CLP01') }, value: fc.record({ a: word }) },
  'text of a qualified segment': { loop: '2110', fields: { a: text('REF[6R]02'), b: text('REF[0K]02') }, value: fc.record({ a: word, b: word }) },
  component: { guide: P, loop: '2300', fields: { a: text('CLM05-1'), b: text('CLM05-3') }, value: fc.record({ a: word, b: word }) },
  amount: { loop: '2100', fields: { a: amount('CLP03'), b: quantity('CLP12') }, value: fc.record({ a: money, b: money }) },
  'amount without a point': { loop: '2100', fields: { a: impliedDecimal('CLP03', 2) }, value: fc.record({ a: money }) },
  integer: { loop: '2100', fields: { a: integer('MIA01') }, value: fc.record({ a: whole }) },
  date: { loop: '2100', fields: { a: date('DTM[050]02') }, value: fc.record({ a: day }) },
  time: { guide: P, loop: '0000', fields: { a: time('BHT05') }, value: fc.record({ a: hour }) },
  period: { guide: I, loop: '2300', fields: { a: periodFrom('DTP[434]03'), b: periodTo('DTP[434]03') }, value: fc.record({ a: day, b: day }) },
  'date with time': {
    guide: I,
    loop: '2300',
    fields: { a: dateTime('DTP[435]03') },
    value: fc.record({ a: fc.tuple(day, hour).map(([d, h]) => `${d}T${h}`) }),
  },
  'time of a day': { guide: I, loop: '2300', fields: { a: timeOfDay('DTP[096]03') }, value: fc.record({ a: hour }) },
  'day and time': { guide: I, loop: '2300', fields: { a: periodFrom('DTP[096]03'), b: timeOfDay('DTP[096]03') }, value: fc.record({ a: day, b: hour }) },
  enumeration: { loop: '2100', fields: { a: named(entityRole, 'CLP06') }, value: fc.record({ a: fc.constantFrom(...entityRole.codeOf.keys()) }) },
  'code object': { loop: '2100', fields: { a: code('DRG', 'CLP11') }, value: fc.record({ a: fc.record({ subType: fc.constant('DRG'), code: word }) }) },
  components: {
    guide: P,
    loop: '2400',
    fields: { a: integers('SV107') },
    value: fc.record({ a: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 }) }),
  },
  'components of text': {
    guide: '005010X224A2',
    loop: '2400',
    fields: { a: texts('SV304') },
    value: fc.record({ a: fc.array(word, { minLength: 1, maxLength: 5 }) }),
  },
  'procedure with modifiers': {
    loop: '2110',
    fields: { a: procedure('SVC01') },
    value: fc.record({
      a: fc.record({ subType: fc.constant('CPT'), code: fc.constant('99213'), modifiers: fc.array(modifier, { minLength: 1, maxLength: 4 }) }),
    }),
  },
  drug: { loop: '2110', fields: { a: drug('SVC01') }, value: fc.record({ a: fc.record({ subType: fc.constant('NDC'), code: word }) }) },
  'procedure and revenue code': {
    loop: '2110',
    fields: { a: procedure('SVC01'), b: revenueCode('SVC01', 'SVC04') },
    value: fc.record({ a: fc.constant({ subType: 'ADA', code: 'D0120' }), b: fc.constant({ subType: 'REVENUE_CODE', code: '0450' }) }),
  },
  'revenue code alone': {
    loop: '2110',
    fields: { a: procedure('SVC01'), b: revenueCode('SVC01', 'SVC04') },
    value: fc.record({ b: fc.constant({ subType: 'REVENUE_CODE', code: '0450' }) }),
  },
  object: {
    loop: '2100',
    fields: { a: object('NM1[TT]', record('Inner', { b: text('03'), c: text('09') })) },
    value: fc.record({ a: fc.record({ b: word, c: word }) }),
  },
  group: { loop: '2100', fields: { a: group(record('Inner', { b: text('CLP01') })) }, value: fc.record({ a: fc.record({ b: word }) }) },
  each: {
    loop: '2100',
    fields: { a: each('AMT', record('Inner', { b: text('01'), c: amount('02') })) },
    value: fc.record({ a: list(fc.record({ b: fc.constantFrom('AU', 'D8', 'I'), c: money })) }),
  },
  'first and all': { loop: '2110', fields: { ...firstAndAll('a', 'b', 'REF[0K]02', text) }, value: list(word).map((b) => ({ a: b[0], b })) },
  'groups with a shared element': { loop: '2100', fields: { a: adjustments() }, value: fc.record({ a: list(adjustment) }) },
  'groups of the current segment': {
    loop: '2100',
    fields: { a: contacts() },
    value: fc.record({
      a: list(
        fc.record({
          functionCode: fc.constant('CX'),
          name: word,
          contactNumbers: fc.array(fc.record({ type: fc.constantFrom('PHONE', 'FAX'), number: word }), { minLength: 1, maxLength: 3 }),
        }),
      ),
    }),
  },
  'single elements': {
    loop: '2100',
    fields: { a: elements('MOA', [3, 4, 5, 6, 7], text('+0')) },
    value: fc.record({ a: fc.array(word, { minLength: 1, maxLength: 5 }) }),
  },
  loops: {
    loop: '2100',
    fields: { a: loops('2110', record('Inner', { b: amount('SVC02'), c: date('DTM[472]02') })) },
    value: fc.record({ a: list(fc.record({ b: money, c: day })) }),
  },
  'loops by role': {
    guide: P,
    loop: '2300',
    fields: { a: loops('NM1', provider()) },
    value: fc.record({
      a: fc
        .subarray(['REFERRING', 'RENDERING', 'SERVICE_FACILITY', 'SUPERVISING'], { minLength: 1 })
        .chain((roles) =>
          fc.tuple(
            ...roles.map((entityRole) =>
              word.map((lastNameOrOrgName) => ({ entityRole, entityType: entityRole === 'SERVICE_FACILITY' ? 'BUSINESS' : 'INDIVIDUAL', lastNameOrOrgName })),
            ),
          ),
        ),
    }),
  },
  below: { guide: P, loop: '2400', fields: { a: below('2410', quantity('CTP04')) }, value: fc.record({ a: money }) },
  within: { guide: P, loop: '2300', fields: { a: within('2000A', text('CUR02')) }, value: fc.record({ a: word }) },
  from: { guide: P, loop: '2300', fields: { a: from('NM1[85]', record('Inner', { b: text('NM103') })) }, value: fc.record({ a: fc.record({ b: word }) }) },
  'first of two places': { guide: P, loop: '2300', fields: { a: firstOf(periodFrom('DTP[314]03'), periodFrom('DTP[360]03')) }, value: fc.record({ a: day }) },
  'the one that says more': {
    guide: P,
    loop: '2300',
    fields: { a: unlessGiven('b', joined('NTE02')), b: each('NTE', record('Inner', { c: text('01'), d: text('02') })) },
    value: list(word).map((words) => ({ a: words.join('\n'), b: words.map((d) => ({ c: 'ADD', d })) })),
  },
  'codes of HI': {
    guide: I,
    loop: '2300',
    fields: { a: healthCareCodes({ BE: 'VALUE' }, { amount: amount('-5') }), b: healthCareCodes({ ABK: 'PRINCIPAL', ABF: 'OTHER' }, {}) },
    value: fc.record({
      a: fc.array(fc.record({ subType: fc.constant('VALUE'), code: word, amount: money }), { minLength: 1, maxLength: 20 }),
      b: list(word).map((codes) => codes.map((one, i) => ({ subType: i === 0 ? 'PRINCIPAL' : 'OTHER', code: one }))),
    }),
  },
  'a code and its name': {
    loop: '2100',
    fields: {
      a: each(
        'CAS',
        record('Inner', { b: text('01'), c: named(adjustmentGroup, '01'), d: groups('', { from: 2, size: 3, max: 6 }, record('G', { e: text('+0') })) }),
      ),
    },
    value: fc.record({ a: fc.constant([{ b: 'CO', c: 'CONTRACTUAL', d: [{ e: '45' }] }]) }),
  },
};

describe('what a field writes', () => {
  it.each(Object.entries(KINDS))('is what it reads: %s', (_name, { guide = '005010X221A1', loop, fields, value }) => {
    fc.assert(
      fc.property(value, (given) => {
        expect(throughEdi(guide, loop, fields, given)).toEqual(withReasons(given));
      }),
      budget(20),
    );
  });
});

/** Adjustments show the code of their reason beside it. */
function withReasons(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReasons);
  if (typeof value !== 'object' || value === null) return value;
  const shown = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withReasons(one)]));
  return 'reasonCode' in value ? { ...shown, reason: { subType: 'CARC', code: value.reasonCode } } : shown;
}
