import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldsOfKinds } from '../../plugins/fhir/fields-page';
import { EdiError } from '../../src/common/edi-error';
import { createConverter } from '../../src/pipeline/create-converter';
import { readRecords, sourceOf } from '../support/conversion';
import { amountsOf, fhirOf } from '../support/fhir';
import { countByType, danglingReferences, errorsOf } from '../support/fhir-validation';
import { filesBelow, sharedFolderWhenLong } from '../support/shared-data';
import { readCorpusIndex } from './corpus-index';

interface Input {
  readonly name: string;
  read(): Buffer;
}

const corpus = sharedFolderWhenLong('corpus');
const conformance = sharedFolderWhenLong('conformance');

const inputs: readonly Input[] = [
  ...(corpus === undefined ? [] : readCorpusIndex(corpus)),
  ...(conformance === undefined ? [] : filesBelow(join(conformance, 'cases/edi_files')).filter(({ name }) => !/\.(zip|gz)$/.test(name))),
];

/** Sums of counts by name. */
class Counts {
  private readonly byName = new Map<string, number>();

  add(counts: Readonly<Record<string, number>>): void {
    for (const [name, count] of Object.entries(counts)) this.byName.set(name, (this.byName.get(name) ?? 0) + count);
  }

  /** The counts as a sentence, in the order of names. */
  sentence(heading: string, isListed: (name: string) => boolean = () => true): string {
    const counts = [...this.byName].filter(([name]) => isListed(name)).sort(([a], [b]) => (a < b ? -1 : 1));
    return `${heading}: ${counts.map(([name, count]) => `${name} ${count.toLocaleString('en-US')}`).join(', ')}.`;
  }
}

const PAGE = join(__dirname, '../../docs/fhir.md');
/** The counts are between these lines of the page. */
const COUNTS = /(<!-- counts: [^\n]*-->\n\n)[^]*?(\n\n<!-- end of counts -->)/;

describe('FHIR resources of corpus and conformance inputs', () => {
  const kinds = fieldsOfKinds(createConverter().schemas());
  const mapped = new Set(kinds.map(({ title }) => title));
  const [records, resources] = [new Counts(), new Counts()];
  let converted = 0;
  let invalid = 0;

  it.each(inputs.length === 0 ? [['(no shared data)', undefined] as const] : inputs.map((input) => [input.name, input] as const))(
    '%s: are valid, refer to each other, and have the amounts of the records',
    async (_name, input) => {
      if (input === undefined) return;
      let made;
      try {
        made = await fhirOf('in.edi', input.read());
        for (const { objectType } of await readRecords([sourceOf('in.edi', input.read())], { objects: 'all', transactionTopLevel: true }))
          records.add({ [String(objectType)]: 1 });
      } catch (error) {
        if (error instanceof EdiError) return;
        throw error;
      }
      converted++;
      resources.add(countByType(made.resources));
      const errors = made.resources.flatMap(errorsOf);
      invalid += errors.length;
      expect(errors).toEqual([]);
      expect(danglingReferences(made.resources)).toEqual([]);
      const { ofRecords, ofResources } = amountsOf(made);
      expect(Object.fromEntries(ofResources)).toEqual(Object.fromEntries(ofRecords));
    },
  );

  it('are counted on docs/fhir.md (UPDATE_SAMPLES=1 writes the counts)', () => {
    if (inputs.length === 0) return;
    const [placed, without] = [kinds.reduce((sum, kind) => sum + kind.placed.size, 0), kinds.reduce((sum, kind) => sum + kind.withoutPlace.length, 0)];
    const counts = [
      `${converted} inputs were converted. The validator found ${invalid} errors in their resources. Of the fields of records, ${placed} have a place and ${without} have none.`,
      records.sentence('Records', (name) => mapped.has(name) || name === 'TRANSACTION'),
      resources.sentence('Resources'),
    ].join('\n\n');
    const page = readFileSync(PAGE, 'utf8');
    expect(page).toMatch(COUNTS);
    const current = page.replace(COUNTS, (_all, before: string, after: string) => before + counts + after);
    if (process.env['UPDATE_SAMPLES']) writeFileSync(PAGE, current);
    else expect(page).toBe(current);
  });
});
