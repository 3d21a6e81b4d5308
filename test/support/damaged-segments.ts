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
