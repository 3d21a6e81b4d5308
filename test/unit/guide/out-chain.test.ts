import fc from 'fast-check';
import { OutChain, type OutLink } from '../../../src/guide/out-chain';
import { budget } from '../../support/fuzz';

class Link implements OutLink<Link> {
  next: Link | undefined = undefined;

  constructor(
    readonly position: number,
    readonly number: number,
  ) {}
}

function linksOf(chain: OutChain<Link>): Link[] {
  const links: Link[] = [];
  for (let one = chain.first; one !== undefined; one = one.next) links.push(one);
  return links;
}

const byPosition = (a: Link, b: Link): number => a.position - b.position;

describe('a chain of what stands in a loop', () => {
  it('is put in the order of the guide, and what has one place stays as it was added, before and after more is added', () => {
    const positions = fc.array(fc.integer({ min: -1, max: 6 }), { maxLength: 12 });
    fc.assert(
      fc.property(positions, positions, (before, after) => {
        const chain = new OutChain<Link>();
        let expected: Link[] = [];
        for (const added of [before, after]) {
          const links = added.map((position, i) => new Link(position, expected.length + i));
          for (const link of links) chain.add(link);
          expected = [...expected, ...links].sort(byPosition);
          chain.putInOrder();
          expect(linksOf(chain).map(({ number }) => number)).toEqual(expected.map(({ number }) => number));
        }
      }),
      budget(100),
    );
  });
});
