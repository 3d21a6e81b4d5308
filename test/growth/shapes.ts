/** A family of inputs: `make(n)` is about in proportion to n. */
export interface Shape {
  readonly name: string;
  make(n: number): string;
}

const SEGMENT = '~\n';

/** Every way in which one file is made larger: what stands once in it stands often, and what is short is long. */
export function shapesOf(text: string): readonly Shape[] {
  const segments = text.split(/~\s*/).filter(Boolean);
  const repeats = segments.flatMap((segment, i): Shape[] => {
    const next = segments[i + 1];
    const once = { name: `repeat ${i} ${idOf(segment)}`, make: (n: number) => joined(segments, i + 1, Array<string>(n).fill(segment)) };
    if (next === undefined) return [once];
    const pair = {
      name: `repeat pair ${i} ${idOf(segment)} ${idOf(next)}`,
      make: (n: number) => joined(segments, i + 2, Array.from({ length: n }, () => [segment, next]).flat()),
    };
    return [once, pair];
  });
  const stretches = segments.flatMap((segment, i): Shape[] => {
    if (segment.startsWith('ISA')) return [];
    const stretch = (name: string, more: (n: number) => string): Shape => ({
      name: `${name} ${i} ${idOf(segment)}`,
      make: (n) => joined(segments, i, [segment + more(n)], 1),
    });
    return [
      stretch('long value in', (n) => 'A'.repeat(10 * n)),
      stretch('many elements in', (n) => '*A'.repeat(n)),
      stretch('many components in', (n) => ':A'.repeat(n)),
      stretch('many repetitions in', (n) => '^A'.repeat(n)),
    ];
  });
  return [...repeats, ...stretches, ...strays(segments)];
}

/** Segments that have no place, in the middle of the file. */
function strays(segments: readonly string[]): Shape[] {
  const middle = segments.length >> 1;
  const insert = (name: string, segment: (i: number) => string): Shape => ({
    name,
    make: (n) =>
      joined(
        segments,
        middle,
        Array.from({ length: n }, (_, i) => segment(i)),
      ),
  });
  return [
    insert('unknown segments', (i) => `ZZZ*${i}`),
    insert('levels without a parent', (i) => `HL*${i + 100}*99999*22*0`),
    insert('levels below each other', (i) => `HL*${i + 100}*${i + 99}*22*1`),
    insert('levels of one parent', (i) => `HL*${i + 100}*1*22*0`),
    insert('text that is no segment', () => 'lorem ipsum, dolor'),
    insert('dates that are none', () => 'DTM*405*20269999'),
    insert('empty segments', () => ''),
    insert('trailers', () => 'SE*1*0001'),
    insert('headers', (i) => `ST*835*${i}`),
    insert('groups', (i) => `GS*HP*S*R*20260101*1200*${i}*X*005010X221A1`),
  ];
}

function joined(segments: readonly string[], at: number, more: readonly string[], replaced = 0): string {
  return [...segments.slice(0, at), ...more, ...segments.slice(at + replaced)].join(SEGMENT) + SEGMENT;
}

const idOf = (segment: string): string => segment.slice(0, segment.indexOf('*'));
