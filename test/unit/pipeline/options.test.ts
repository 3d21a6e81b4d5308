import type { ConversionOptions } from '../../../src/pipeline/conversion.types';
import { converter, ediErrorOf, sourceOf } from '../../support/conversion';

describe('the options of a conversion', () => {
  it.each<[ConversionOptions, string]>([
    [{ output: 'xml' }, "output is 'xml'; allowed are annotated-text, csv, fhir, json, ndjson, parquet, xlsx."],
    [{ output: '' }, "output is ''; allowed are annotated-text, csv, fhir, json, ndjson, parquet, xlsx."],
    [{ chunkSize: 0 }, 'chunkSize is 0; allowed are whole numbers from 1.'],
    [{ chunkSize: -1 }, 'chunkSize is -1; allowed are whole numbers from 1.'],
    [{ chunkSize: 1.5 }, 'chunkSize is 1.5; allowed are whole numbers from 1.'],
    [{ chunkSize: Number.NaN }, 'chunkSize is NaN; allowed are whole numbers from 1.'],
    [{ maxWarnings: -2 }, 'maxWarnings is -2; allowed are whole numbers from -1.'],
    [{ maxSegmentBytes: 0 }, 'maxSegmentBytes is 0; allowed are whole numbers from 1.'],
  ])('refuse %j before anything is opened', async (options, message) => {
    const source = {
      name: 'a.edi',
      open: () => {
        throw new Error('opened');
      },
    };
    const error = await ediErrorOf(() => converter().convert([source], options));
    expect({ code: error.code, message: error.message }).toEqual({ code: 'EDI_BAD_PARAMETER', message });
  });

  it('are checked by the library too', async () => {
    const error = await ediErrorOf(async () => {
      for await (const _record of converter().records([sourceOf('a.edi', 'ISA')], { chunkSize: 0 })) continue;
    });
    expect(error.code).toBe('EDI_BAD_PARAMETER');
  });

  it('say the content type of the output', () => {
    expect(converter().convert([]).contentType).toBe('application/json');
    expect(converter().convert([], { output: 'ndjson' }).contentType).toBe('application/x-ndjson');
  });
});
