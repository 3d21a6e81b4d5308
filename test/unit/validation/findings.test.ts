import type { Issue } from '../../../src/common/issue';
import { Findings } from '../../../src/validation/findings';

function issueAt(segmentNumber: number): Issue {
  return { issueType: 'INVALID_CODE', message: '', place: { lineNumber: 1, segmentNumber, byteOffset: 0 } };
}

const numbersOf = ({ issues }: Findings): readonly (number | undefined)[] => issues.map(({ place }) => place?.segmentNumber);

describe('findings that were divided after a segment', () => {
  it('take the issue of a code that is looked up later on the side of its segment', () => {
    const first = new Findings();
    for (const segment of [3, 8]) first.add(issueAt(segment));
    const second = first.splitAfter(5);
    const third = second.splitAfter(9);
    for (const segment of [10, 7, 2]) first.add(issueAt(segment));
    expect([first, second, third].map(numbersOf)).toEqual([[2, 3], [7, 8], [10]]);
  });

  it('await the issues of codes on both sides', () => {
    const first = new Findings();
    first.isAwaited = true;
    expect(first.splitAfter(5).isAwaited).toBe(true);
    expect(new Findings().splitAfter(5).isAwaited).toBe(false);
  });
});
