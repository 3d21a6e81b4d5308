import fc from 'fast-check';

/** Damages one segment of a list. */
export function damage(segments: string[], at: number, kind: string): void {
  const segment = segments[at] ?? '';
  if (kind === 'delete') segments.splice(at, 1);
  else if (kind === 'repeat') segments.splice(at, 0, segment);
  else if (kind === 'swap') segments.splice(at, 2, segments[at + 1] ?? '', segment);
  else if (kind === 'empty') segments[at] = segment.replace(/\*[^*]*$/, '*');
  else if (kind === 'amount') segments[at] = segment.replace(/\*(\d+)\.?/, (_, digits: string) => `*${Number(digits) + 1}.`);
  else if (kind === 'value') segments[at] = segment.replace(/\*[^*]*/, '*X:9');
  else if (kind === 'quote') segments[at] = `${segment}*"`;
  else segments.splice(at, 0, 'ZZ*1*2');
}

const edit = fc.tuple(fc.nat(), fc.constantFrom('delete', 'repeat', 'swap', 'empty', 'quote', 'unknown', 'amount', 'value'));

/** One of some texts with up to eight segments damaged, but its first three. */
export const damagedText = (texts: readonly string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...texts), fc.array(edit, { maxLength: 8 })).map(([text, edits]) => {
    const segments = text.split('~');
    for (const [place, kind] of edits) damage(segments, 3 + (place % (segments.length - 4)), kind);
    return segments.join('~');
  });
