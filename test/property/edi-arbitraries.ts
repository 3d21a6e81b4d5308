import fc from 'fast-check';
import type { Issue } from '../../src/common/issue';
import type { Characters } from '../support/edi-text';
import type { SegmentFacts } from '../support/read-segments';

/** A generated file with what reading it must give. */
export interface ExpectedFile {
  readonly bytes: Buffer;
  readonly segments: readonly SegmentFacts[];
  readonly issues: readonly Partial<Issue>[];
}

/** Characters that can be delimiters: punctuation and the separators of ASCII. */
const DELIMITERS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~\x1c\x1d\x1e\x1f';

const LINE_BREAKS = ['\n', '\r'];

/** Any four delimiters; the terminator may be a line break, and often is the same for the interchanges of a file. */
const characters: fc.Arbitrary<Characters> = fc
  .tuple(fc.shuffledSubarray([...DELIMITERS], { minLength: 4, maxLength: 4 }), fc.constantFrom('~', '~', '', '', ...LINE_BREAKS))
  .map(([[element = '*', component = ':', repetition = '^', own = '~'], terminator]) => ({ element, component, repetition, segment: terminator || own }))
  .filter(({ element, component, repetition, segment }) => ![element, component, repetition].includes(segment));

const ID_CHARACTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];

/** Any id that does not open or close an interchange, nor announce binary data. */
const segmentId = fc.string({ unit: fc.constantFrom(...ID_CHARACTERS), minLength: 2, maxLength: 3 }).filter((id) => !['ISA', 'IEA', 'BIN', 'BDS'].includes(id));

/** Letters, digits, blanks, quotes, and characters outside ASCII; never a delimiter of any file or a line break. */
const value = fc.string({ unit: fc.constantFrom(...'ABCxyz0189 ', 'É', 'ß', '日', '😀'), maxLength: 12 });

/** What may stand after a terminator without meaning. */
const noise = fc.constantFrom('', '', '', '\n', '\r\n', '\r', '\n\n', '  ', '\t', '\n  ', ' \n');

interface Interchange {
  readonly characters: Characters;
  readonly segments: readonly (readonly string[])[];
  readonly noise: readonly string[];
  /** Written before the ISA: no EDI, or nothing. */
  readonly junk: string;
  /** False for an interchange that ends without IEA. */
  readonly isClosed: boolean;
}

/** Lines that are no EDI; they begin with a letter, so that they are no noise, and end before the ISA. */
const junk = fc.array(fc.constantFrom('qqq', 'not edi', 'x y z'), { minLength: 1, maxLength: 3 }).map((lines) => lines.map((line) => `${line}\n`).join(''));

function isaElements({ component, repetition }: Characters): string[] {
  return [
    'ISA',
    '00',
    ' '.repeat(10),
    '00',
    ' '.repeat(10),
    'ZZ',
    'S'.padEnd(15),
    'ZZ',
    'R'.padEnd(15),
    '250115',
    '0930',
    repetition,
    '00501',
    '000000001',
    '0',
    'P',
    component,
  ];
}

const interchange: fc.Arbitrary<Interchange> = fc
  .record({
    characters,
    body: fc.array(fc.tuple(segmentId, fc.array(value, { maxLength: 4 })), { maxLength: 8 }),
    noise: fc.array(noise, { minLength: 10, maxLength: 10 }),
    junk: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, { weight: 1, arbitrary: junk }),
    isClosed: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  })
  .map(({ body, ...others }) => ({
    ...others,
    segments: [isaElements(others.characters), ...body.map(([id, values]) => [id, ...values]), ...(others.isClosed ? [['IEA', '1', '000000001']] : [])],
  }));

/** Writes interchanges and notes where everything stands. */
class FileWriter {
  private readonly parts: string[] = [];
  private byteOffset = 0;
  private lineNumber = 1;
  private last = '';
  readonly segments: SegmentFacts[] = [];
  readonly issues: Partial<Issue>[] = [];

  get bytes(): Buffer {
    return Buffer.from(this.parts.join(''));
  }

  add({ characters, segments, noise, junk }: Interchange): void {
    if (junk !== '') this.addJunk(junk);
    segments.forEach((elements, i) => {
      this.segments.push({ id: elements[0] ?? '', elements, place: this.place() });
      this.write(elements.join(characters.element));
      this.write(characters.segment);
      this.write(noise[i % noise.length] ?? '');
    });
  }

  private addJunk(junk: string): void {
    const place = this.place();
    const message = `Skipped ${junk.length} bytes that are not EDI, from byte ${place.byteOffset} (line ${place.lineNumber})`;
    this.issues.push({ issueType: 'INVALID', ruleId: 'input-skipped', place, message });
    this.write(junk);
  }

  private place() {
    return { lineNumber: this.lineNumber, segmentNumber: this.segments.length + 1, byteOffset: this.byteOffset };
  }

  private write(text: string): void {
    for (const character of text) {
      if (character === '\r' || (character === '\n' && this.last !== '\r')) this.lineNumber++;
      this.last = character;
    }
    this.byteOffset += Buffer.byteLength(text);
    this.parts.push(text);
  }
}

/** Files of one to three interchanges, each with its own delimiters. */
export const file: fc.Arbitrary<ExpectedFile> = fc.array(interchange, { minLength: 1, maxLength: 3 }).map((interchanges) => {
  const writer = new FileWriter();
  // Without an IEA, what is no EDI would be read as a segment.
  interchanges.forEach((one, i) => writer.add(interchanges[i - 1]?.isClosed === false ? { ...one, junk: '' } : one));
  return { bytes: writer.bytes, segments: writer.segments, issues: writer.issues };
});

/** Positions to cut an input of any length at, from 0 to 1. */
export const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 });

/** Turns cuts into positions of an input. */
export const positionsIn = (bytes: Buffer, fractions: readonly number[]): number[] => fractions.map((fraction) => Math.round(fraction * bytes.length));
