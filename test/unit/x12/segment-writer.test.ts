import fc from 'fast-check';
import { ByteWriter } from '../../../src/common/byte-writer';
import type { Issue } from '../../../src/common/issue';
import type { Segment } from '../../../src/x12/segment';
import { SegmentReader } from '../../../src/x12/segment-reader';
import { type ElementValue, SegmentWriter, type SegmentWriterOptions } from '../../../src/x12/segment-writer';
import { budget } from '../../support/fuzz';

/** The text of one segment, without line break unless options say otherwise. */
function written(id: string, elements: readonly (ElementValue | undefined)[], options: SegmentWriterOptions = {}): string {
  const out = new ByteWriter();
  new SegmentWriter(out, { lineBreak: '', ...options }).write(id, elements);
  return out.take().toString();
}

describe('writing segments', () => {
  it('joins elements, components and repetitions', () => {
    const out = new ByteWriter();
    const writer = new SegmentWriter(out);
    writer.write('SVC', [['HC', '99213', '25'], '100', '', { repetitions: ['A', ['B', 'C']] }]);
    expect(out.take().toString()).toBe('SVC*HC:99213:25*100**A^B:C~\n');
    expect(writer.segmentCount).toBe(1);
  });

  it('leaves out what is empty at the end', () => {
    expect(written('N3', ['1 STREET', '', ['', '']])).toBe('N3*1 STREET~');
    expect(written('SV1', [['HC', '99213', ''], undefined, { repetitions: [''] }])).toBe('SV1*HC:99213~');
  });

  it('writes a delimiter inside a value as a blank and reports it', () => {
    const issues: Issue[] = [];
    expect(written('N3', ['é1*2~3'], { onIssue: (issue) => issues.push(issue) })).toBe('N3*é1 2 3~');
    expect(issues).toMatchObject([{ issueType: 'INVALID', segment: 'N3' }]);
  });

  it('writes what the reader reads back, for any delimiters', () => {
    const character = fc.constantFrom(...'ABCxyz019 .,-&é');
    const value = fc.string({ unit: character, minLength: 1, maxLength: 8 }).filter((text) => text.trim() === text && !/[\u0080-\u00ff]$/.test(text));
    const delimiters = fc.shuffledSubarray(
      [...'*|^~:>!+@#'].map((one) => one.charCodeAt(0)),
      { minLength: 4, maxLength: 4 },
    );
    const segments = fc.array(fc.tuple(fc.constantFrom('CLP', 'N1', 'REF', 'SVC'), fc.array(value, { minLength: 1, maxLength: 6 })), { maxLength: 8 });
    fc.assert(
      fc.property(delimiters, segments, ([element = 42, component = 58, repetition = 94, segment = 126], rows) => {
        const options = { delimiters: { element, component, repetition, segment }, lineBreak: '\n' } as const;
        const isa = ['00', ' '.repeat(10), '00', ' '.repeat(10), 'ZZ', 'S'.padEnd(15), 'ZZ', 'R'.padEnd(15), '250101', '0930'];
        const header = ['ISA', ...isa, String.fromCharCode(repetition), '00501', '000000001', '0', 'P', String.fromCharCode(component)];
        const text =
          header.join(String.fromCharCode(element)) + String.fromCharCode(segment) + rows.map(([id, elements]) => written(id, elements, options)).join('');
        expect(read(text).slice(1)).toEqual(rows.map(([id, elements]) => [id, ...elements]));
      }),
      budget(100),
    );
  });
});

function read(text: string): string[][] {
  const segments: Segment[] = [];
  const reader = new SegmentReader({ onSegments: (found) => segments.push(...found) });
  reader.write(Buffer.from(text));
  reader.end();
  return segments.map((segment) => Array.from({ length: segment.elementCount + 1 }, (_, i) => segment.element(i)));
}
