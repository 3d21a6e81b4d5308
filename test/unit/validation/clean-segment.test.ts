import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Issue } from '../../../src/common/issue';
import type { SegmentDef } from '../../../src/guide/guide.types';
import { GuideLoader } from '../../../src/guide/guide-loader';
import { LoopWalker } from '../../../src/guide/loop-walker';
import { checkSegment } from '../../../src/validation/check-segment';
import { isCleanSegment } from '../../../src/validation/clean-segment';
import { compileSegmentCheck } from '../../../src/validation/element-check';
import { Reporter } from '../../../src/validation/reporter';
import { RuleSwitches } from '../../../src/validation/rule-switches';
import { SNIP_LEVELS } from '../../../src/validation/rule';
import type { Segment } from '../../../src/x12/segment';
import { SegmentReader } from '../../../src/x12/segment-reader';
import { budget } from '../../support/fuzz';

const SAMPLES = join(__dirname, '../../../samples');
const loader = new GuideLoader();

const FILES = [
  ['835.edi', loader.load('005010X221A1')],
  ['835-institutional.edi', loader.load('005010X221A1')],
  ['837p.edi', loader.load('005010X222A2')],
  ['837i.edi', loader.load('005010X223A3')],
  ['837d.edi', loader.load('005010X224A2')],
] as const;

function segmentsOf(text: string): Segment[] {
  const segments: Segment[] = [];
  const reader = new SegmentReader({ onSegments: (some) => segments.push(...some), onIssue: () => undefined });
  reader.write(Buffer.from(text));
  reader.end();
  return segments;
}

/** What the rules, asked about every segment, find in those that look clean; rules of levels that clean segments are asked about too apart. */
function overlooked(text: string, guide: (typeof FILES)[number][1]): readonly string[] {
  const missed: string[] = [];
  const issues: Issue[] = [];
  const reporter = new Reporter(new RuleSwitches(new Set(SNIP_LEVELS), new Map(), true), undefined, (issue) => issues.push(issue));
  const look = (segment: Segment, def: SegmentDef, loop: string): void => {
    const check = compileSegmentCheck(def);
    issues.length = 0;
    checkSegment({ check, segment, loop }, reporter);
    if (isCleanSegment(check, segment)) missed.push(...issues.map(({ message, element }) => `${segment.text}: ${element ?? ''} ${message}`));
  };
  const observer = {
    onOpen: (loop: { def: { id: string; trigger: SegmentDef } }, trigger: Segment | undefined) => trigger && look(trigger, loop.def.trigger, loop.def.id),
    onPlace: (segment: Segment, def: SegmentDef, loop: { def: { id: string } }) => look(segment, def, loop.def.id),
    onClose: () => undefined,
  };
  const listener = { onUnit: () => undefined, onUnitSegment: () => undefined, onIssue: () => undefined, observer };
  const [, , st, ...rest] = segmentsOf(text);
  if (st === undefined) return missed;
  const walker = new LoopWalker(guide, { unitLoops: new Set(), unitSegments: new Set() }, listener, st);
  for (const segment of rest) if (!['SE', 'GE', 'IEA'].includes(segment.id)) walker.place(segment);
  return missed;
}

/** Changes inside the transaction: the envelope stays as it is. */
const damage = fc.record({
  at: fc.double({ min: 0.02, max: 0.98, noNaN: true }),
  length: fc.integer({ min: 0, max: 4 }),
  text: fc.oneof(fc.string({ unit: fc.constantFrom(...'*:^0123456789ABCDxyz.-é \u0007'), maxLength: 4 }), fc.constant('9'.repeat(20))),
});

describe('a segment that looks clean', () => {
  it.each(FILES)('should have nothing that a rule finds in %s, however that is damaged', (name, guide) => {
    const text = readFileSync(join(SAMPLES, name), 'utf8');
    const from = text.indexOf('ST*');
    expect(overlooked(text, guide)).toEqual([]);
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 12 }), (changes) => {
        const damaged = changes.reduce((body, { at, length, text: inserted }) => {
          const start = Math.floor(at * body.length);
          return body.slice(0, start) + inserted + body.slice(start + length);
        }, text.slice(from));
        expect(overlooked(text.slice(0, from) + damaged, guide)).toEqual([]);
      }),
      budget(25),
    );
  });
});
