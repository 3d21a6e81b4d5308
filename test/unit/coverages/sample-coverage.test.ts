import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { memberCoverage } from '../../../plugins/x12-834/member-coverage';
import { GuideLoader } from '../../../src/guide/guide-loader';
import type { LoopDef } from '../../../src/guide/guide.types';
import type { Field } from '../../../src/plugin';
import { asRecord, type Json, linesOf } from '../../support/conversion';
import { GUIDE, readCoverages } from '../../support/coverages';
import { everyNth } from '../../support/fuzz';

const SAMPLES = join(__dirname, '../../samples/x12-834');

const coverages = readdirSync(SAMPLES).flatMap((name) => linesOf(readFileSync(join(SAMPLES, name, 'expected.ndjson'), 'utf8')));

type Declared = Readonly<Record<string, Field<unknown>>>;

/** Fields that cannot be in a sample, with the reason. */
const CANNOT_BE: Readonly<Record<string, string>> = {
  'MemberCoverage.transactionId': 'it is there with transactionTopLevel only: member-coverage.test.ts',
  'MemberCoverage.validationIssues': 'it is there with validate only',
  'Amount.type': 'the interface names no kind that the guides allow',
  'Transaction834.functionalGroupId': 'it is there with control segments only',
};

/** Gathers the objects of each record, by the name of the record and field. */
function gather(name: string, fields: Declared, objects: readonly Json[], found: Map<string, boolean>): void {
  for (const [key, { doc }] of Object.entries(fields)) {
    const values = objects.flatMap((object) => [object[key]].flat()).filter((value) => value !== undefined);
    const field = `${name}.${key}`;
    found.set(field, found.get(field) === true || values.length > 0);
    if (doc.record !== undefined) gather(doc.record.name, doc.record.fields, values.map(asRecord), found);
  }
}

const segmentIds = (loop: LoopDef): string[] => loop.children.flatMap((child) => (child.kind === 'loop' ? segmentIds(child) : child.id));

const readSegments = (name: string): string[] =>
  readFileSync(join(SAMPLES, name, 'input.edi'), 'utf8')
    .split('\n')
    .filter(Boolean);

/** Opens, closes or counts what JSON has no level for; where one of them is missing the loop is found all the same. */
const WITHOUT_FIELD = /^(ISA|GS|ST|LX|LE|NM1\*31|SE|GE|IEA)\*/;

describe('the samples of coverages', () => {
  it('have every field', () => {
    const found = new Map<string, boolean>();
    gather('MemberCoverage', memberCoverage.fields, coverages, found);
    const missing = [...found].filter(([, isThere]) => !isThere).map(([field]) => field);
    expect(missing.toSorted()).toEqual(Object.keys(CANNOT_BE).toSorted());
  });

  it.each([
    ['enrollment', GUIDE.of5010],
    ['enrollment-4010', GUIDE.of4010],
  ])('have every kind of segment of the guide: %s', (name, guide) => {
    const ids = new Set(readSegments(name).map((segment) => segment.split('*')[0]));
    expect([...new Set(segmentIds(new GuideLoader().load(guide).root))].filter((id) => !ids.has(id))).toEqual([]);
  });

  it.each(readdirSync(SAMPLES))('lose something with every segment: each reaches a field of %s', async (name) => {
    const segments = readSegments(name);
    const whole = (await readCoverages(segments.join('\n'))).coverages;
    const idle: string[] = [];
    for (const [i, segment] of everyNth(5, [...segments.entries()])) {
      if (WITHOUT_FIELD.test(segment)) continue;
      const { coverages: without } = await readCoverages(segments.toSpliced(i, 1).join('\n'));
      if (JSON.stringify(without) === JSON.stringify(whole)) idle.push(segment);
    }
    expect(idle).toEqual([]);
  });
});
