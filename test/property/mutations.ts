import fc from 'fast-check';

/** A change to an input, given by places from 0 to 1 so that it fits input of any length. */
export interface Mutation {
  readonly kind:
    'delete bytes' | 'duplicate bytes' | 'overwrite bytes' | 'insert bytes' | 'truncate' | 'delete segment' | 'duplicate segment' | 'swap segments';
  readonly at: number;
  readonly other: number;
  readonly size: number;
  readonly bytes: Uint8Array;
}

/** Bytes that matter to readers of EDI, and any others. */
const interestingByte = fc.oneof(
  fc.constantFrom(...Buffer.from('~*:^\n\r \0\x1a?"\\ISA0-.{}')),
  fc.constantFrom(0x80, 0xc2, 0xc3, 0xe9, 0xff),
  fc.integer({ min: 0, max: 255 }),
);

const place = fc.double({ min: 0, max: 1, noNaN: true });

const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom(
    'delete bytes',
    'duplicate bytes',
    'overwrite bytes',
    'insert bytes',
    'truncate',
    'delete segment',
    'duplicate segment',
    'swap segments',
    'delete segment',
    'swap segments',
  ),
  at: place,
  other: place,
  size: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 200 })),
  bytes: fc.array(interestingByte, { minLength: 1, maxLength: 6 }).map((bytes) => Uint8Array.from(bytes)),
});

export const mutations = fc.array(mutation, { minLength: 1, maxLength: 4 });

/** Gives the input with the changes made one after the other. */
export function mutate(input: Buffer, changes: readonly Mutation[]): Buffer {
  return changes.reduce(
    (bytes, change) => (change.kind.endsWith('bytes') || change.kind === 'truncate' ? mutateBytes(bytes, change) : mutateSegments(bytes, change)),
    input,
  );
}

function mutateBytes(bytes: Buffer, { kind, at, size, bytes: inserted }: Mutation): Buffer {
  const start = Math.floor(at * bytes.length);
  const end = Math.min(start + size, bytes.length);
  const [before, middle, after] = [bytes.subarray(0, start), bytes.subarray(start, end), bytes.subarray(end)];
  switch (kind) {
    case 'delete bytes':
      return Buffer.concat([before, after]);
    case 'duplicate bytes':
      return Buffer.concat([before, middle, middle, after]);
    case 'overwrite bytes':
      return Buffer.concat([before, inserted, bytes.subarray(Math.min(start + inserted.length, bytes.length))]);
    case 'insert bytes':
      return Buffer.concat([before, inserted, middle, after]);
    default:
      return before;
  }
}

/** Segments end at the byte that stands after the ISA, or at `~`. */
function mutateSegments(bytes: Buffer, { kind, at, other }: Mutation): Buffer {
  const terminator = (bytes.length > 106 && bytes.toString('latin1', 0, 3) === 'ISA' ? bytes[105] : undefined) ?? 0x7e;
  const segments: Buffer[] = [];
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(terminator, start);
    const end = found < 0 ? bytes.length : found + 1;
    segments.push(bytes.subarray(start, end));
    start = end;
  }
  const i = Math.min(Math.floor(at * segments.length), segments.length - 1);
  const j = Math.min(Math.floor(other * segments.length), segments.length - 1);
  const [one, two] = [segments[i], segments[j]];
  if (one === undefined || two === undefined) return bytes;
  if (kind === 'delete segment') segments.splice(i, 1);
  else if (kind === 'duplicate segment') segments.splice(j, 0, one);
  else [segments[i], segments[j]] = [two, one];
  return Buffer.concat(segments);
}
