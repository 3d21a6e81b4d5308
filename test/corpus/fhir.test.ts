import { join } from 'node:path';
import { EdiError } from '../../src/common/edi-error';
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

describe('FHIR resources of corpus and conformance inputs', () => {
  it.each(inputs.length === 0 ? [['(no shared data)', undefined] as const] : inputs.map((input) => [input.name, input] as const))(
    '%s: are valid, refer to each other, and have the amounts of the records',
    async (_name, input) => {
      if (input === undefined) return;
      let made;
      try {
        made = await fhirOf('in.edi', input.read());
      } catch (error) {
        if (error instanceof EdiError) return;
        throw error;
      }
      const { resources } = made;
      expect(resources.flatMap(errorsOf)).toEqual([]);
      expect(danglingReferences(resources)).toEqual([]);
      const { ofRecords, ofResources } = amountsOf(made);
      expect(Object.fromEntries(ofResources)).toEqual(Object.fromEntries(ofRecords));
      if (process.env['FHIR_COUNTS']) {
        const { appendFileSync } = await import('node:fs');
        appendFileSync(
          process.env['FHIR_COUNTS'],
          JSON.stringify({ records: made.records.map(({ objectType }) => objectType), resources: countByType(resources) }) + '\n',
        );
      }
    },
  );
});
