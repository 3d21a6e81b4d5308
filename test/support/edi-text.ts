/** The characters that an interchange is written with. */
export interface Characters {
  readonly element: string;
  readonly component: string;
  readonly repetition: string;
  readonly segment: string;
}

export const USUAL: Characters = { element: '*', component: ':', repetition: '^', segment: '~' };

export interface IsaOptions {
  readonly version?: string;
  readonly controlNumber?: string;
  /** ISA11; `^` when absent. */
  readonly isa11?: string;
}

/** Gives a padded ISA in the usual characters, without its terminator: 105 characters. */
export function isa({ version = '00501', controlNumber = '000000001', isa11 = USUAL.repetition }: IsaOptions = {}): string {
  const blanks = ' '.repeat(10);
  return `ISA*00*${blanks}*00*${blanks}*ZZ*SENDER         *ZZ*RECEIVER       *250115*0930*${isa11}*${version}*${controlNumber}*0*P*:`;
}

export interface EnvelopeOptions extends IsaOptions {
  /** GS08. */
  readonly guide?: string;
  /** GS06. */
  readonly group?: string;
  /** GS01. */
  readonly functionalId?: string;
}

/** Gives the segments of an interchange with one group around transaction sets, the counts right. */
export function envelope(sets: readonly (readonly string[])[], options: EnvelopeOptions = {}): string[] {
  const { controlNumber = '000000001', guide = '005010X221A1', group = '1', functionalId = 'HP' } = options;
  return [
    isa({ ...options, controlNumber }),
    `GS*${functionalId}*SENDER*RECEIVER*20250115*0930*${group}*X*${guide}`,
    ...sets.flat(),
    `GE*${sets.length}*${group}`,
    `IEA*1*${controlNumber}`,
  ];
}

/** Gives a transaction set: the segments between an ST and an SE with the right count. */
export function transactionSet(body: readonly string[], { set = '835', controlNumber = '0001', guide = '' } = {}): string[] {
  const st = `ST*${set}*${controlNumber}${guide === '' ? '' : `*${guide}`}`;
  return [st, ...body, `SE*${body.length + 2}*${controlNumber}`];
}

/** Writes segments, given in the usual characters, in other ones. `after` stands behind each terminator, such as a line break. */
export function writeSegments(segments: readonly string[], characters: Characters = USUAL, after = ''): string {
  const { element, component, repetition, segment } = characters;
  const written: Readonly<Record<string, string>> = { '*': element, ':': component, '^': repetition };
  return segments.map((text) => `${text.replace(/[*:^]/g, (character) => written[character] ?? character)}${segment}${after}`).join('');
}
