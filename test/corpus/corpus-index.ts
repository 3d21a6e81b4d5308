import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of the corpus, with what its index says about it. */
export interface CorpusFile {
  /** Path below the folder of files. */
  readonly name: string;
  /** Such as 835 or 837P-X222. */
  readonly family: string;
  /** Such as asserted-valid, several joined by `; `. */
  readonly validity: string;
  /** Transaction sets that the index counted. */
  readonly transactions: number;
  /** What the index measured of counts and control numbers; ok when they are right. */
  readonly envelope: string;
  /** Claim-like segments that the index counted, such as CLP. */
  countOf(id: string): number;
  /** Segments of the file with an id, found by the delimiters that the index names. */
  occurrencesOf(id: string): number;
  read(): Buffer;
}

/**
 * Files with segments that have no id at all: the JSON of their trees is not valid, see the tests of segments that have no
 * place. Once it is, this goes away.
 */
export const WITHOUT_SEGMENT_IDS = /x12_bad_segment_identifier\.txt$|gozer\/x12\.(base\.loop|missing\.ISA|wrong\.GS)\.txt$/;

const NAMED_DELIMITERS: Readonly<Record<string, string>> = { '\\n': '\n', '\\r': '\r' };

/** Reads the index of the corpus: its EDI files, in the order of the index. */
export function readCorpusIndex(folder: string): CorpusFile[] {
  const [, ...rows] = readFileSync(join(folder, 'INDEX.tsv'), 'utf8').split('\n');
  return rows
    .map((row) => row.split('\t'))
    .filter(([, , kind]) => kind === 'edi')
    .map((columns) => corpusFile(folder, columns));
}

function corpusFile(folder: string, columns: readonly string[]): CorpusFile {
  const [name = '', , , family = '', , , , transactions, counts = '', , delimiters = '', , , envelope = '', validity = ''] = columns;
  const read = () => readFileSync(join(folder, 'files', name));
  return {
    name,
    family,
    validity,
    transactions: Number(transactions),
    envelope,
    countOf: (id) => Number(new RegExp(`\\b${id}=(\\d+)`).exec(counts)?.[1] ?? 0),
    occurrencesOf: (id) => {
      const [element = '*', , , terminator = '~'] = delimiters.split(/ +/);
      const segments = read()
        .toString('latin1')
        .split(NAMED_DELIMITERS[terminator] ?? terminator);
      return segments.filter((segment) => segment.trimStart().startsWith(id + element)).length;
    },
    read,
  };
}
