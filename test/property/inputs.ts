import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLong } from '../support/fuzz';
import { remittance } from '../support/remittance';
import { type DataFile, filesBelow, sharedFolderWhenLong } from '../support/shared-data';

/** An input by name, read once. */
export interface Input {
  readonly name: string;
  read(): Buffer;
}

const SAMPLES = join(__dirname, '../samples');
const SHIPPED_SAMPLES = join(__dirname, '../../samples');
const RECORD_SETS = 'x12-';

/** Every 835 input there is: a generated one, our samples, and those of the shared corpus and conformance cases. Samples of other sets are among them. */
export function inputs835(): readonly Input[] {
  return [{ name: 'generated', read: () => Buffer.from(remittance()) }, ...samples().filter(isTaken), ...corpus('835'), ...conformance()].map(
    ({ name, read }) => {
      const bytes = read();
      return { name, read: () => bytes };
    },
  );
}

/** True for an 835, and for a share of the samples of other sets. */
const isTaken = ({ name }: Input, i: number): boolean => isLong || name.includes('835') || i % 6 === 0;

/** Every X12 input there is, whatever its set. */
export function everyInput(): readonly Input[] {
  return [...samples(), ...corpus('')].map(({ name, read }) => {
    const bytes = read();
    return { name, read: () => bytes };
  });
}

/** Every input of a set whose objects are payments, claims, members or statuses. */
export function recordInputs(): readonly Input[] {
  const shipped = filesBelow(SHIPPED_SAMPLES).filter(({ name }) => name.endsWith('.edi'));
  const own = samples().filter(({ name }) => name.startsWith(RECORD_SETS));
  return [...shipped, ...own, ...['835', '837', '834', '27', '820'].flatMap(corpus)];
}

function samples(): Input[] {
  if (!existsSync(SAMPLES)) return [];
  return filesBelow(SAMPLES).filter(({ name }) => name.endsWith('input.edi'));
}

function corpus(wanted: string): Input[] {
  const folder = sharedFolderWhenLong('corpus');
  if (folder === undefined) return [];
  const rows = readFileSync(join(folder, 'INDEX.tsv'), 'utf8')
    .split('\n')
    .map((row) => row.split('\t'));
  return rows
    .filter(([, , kind, family]) => kind === 'edi' && family?.startsWith(wanted))
    .map(([name = '']) => ({ name, read: () => readFileSync(join(folder, 'files', name)) }));
}

function conformance(): DataFile[] {
  const folder = sharedFolderWhenLong('conformance/cases/edi_files/835');
  return folder === undefined ? [] : filesBelow(folder);
}
