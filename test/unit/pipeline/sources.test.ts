import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { EdiError } from '../../../src/common/edi-error';
import type { EdiSource } from '../../../src/io/edi-source';
import { failedSource } from '../../../src/io/failed-source';
import { streamSource } from '../../../src/io/stream-source';
import { converter, convertLines, convertText, ediErrorOf, readRecords, sourceOf } from '../../support/conversion';
import { claim, remittance } from '../../support/remittance';

const good = (name: string) => sourceOf(name, remittance());

/** A source whose reading fails after its first bytes. */
function breaking(name: string, ...pieces: readonly string[]): EdiSource {
  return {
    name,
    open: async function* () {
      for (const piece of pieces) yield Buffer.from(piece);
      throw new Error('the network is gone');
    },
  };
}

const BAD: readonly (readonly [string, () => EdiSource, string])[] = [
  ['an empty file', () => sourceOf('bad.edi'), 'EDI_EMPTY_INPUT'],
  ['a file that is no EDI', () => sourceOf('bad.edi', 'Dear reader'), 'EDI_NOT_EDI'],
  ['a file that breaks off in its ISA', () => sourceOf('bad.edi', 'ISA*00*  '), 'EDI_INPUT_ENDED'],
  ['a file that cannot be opened', () => failedSource('bad.edi', new EdiError('EDI_SOURCE_UNREADABLE', 'The file cannot be read.')), 'EDI_SOURCE_UNREADABLE'],
  ['a source that throws', () => breaking('bad.edi'), 'EDI_SOURCE_UNREADABLE'],
];

const shapeOf = (records: readonly { readonly [key: string]: unknown }[]) =>
  records.map(({ objectType, code, fileName, transaction }) =>
    objectType === 'ERROR' ? `ERROR ${String(code)} ${String(fileName)}` : `${String(objectType)} ${String(Object(Object(transaction).fileInfo).name)}`,
  );

describe('several sources', () => {
  it('are converted one after the other into one output', async () => {
    expect(shapeOf(await convertLines([good('a.edi'), good('b.edi')]))).toEqual(['PAYMENT a.edi', 'PAYMENT b.edi']);
  });

  it.each([1, 40])('should be converted whole where something follows the gzip data of one: %d claims', async (claims) => {
    const data = gzipSync(remittance({ claims: Array.from({ length: claims }, (_, i) => claim(i + 1)) }));
    const compressed = (name: string, after: Buffer): EdiSource => streamSource(name, Readable.from([Buffer.concat([data, after])]));
    const records = await convertLines([compressed('padded.gz', Buffer.alloc(512)), compressed('other.gz', Buffer.from('other')), good('c.edi')]);
    const payments = (name: string) => Array<string>(claims).fill(`PAYMENT ${name}`);
    expect(shapeOf(records)).toEqual([...payments('padded.gz'), ...payments('other.gz'), 'ERROR EDI_SOURCE_UNREADABLE other.gz', 'PAYMENT c.edi']);
  });

  it('are one JSON array', async () => {
    const { text } = await convertText([good('a.edi'), good('b.edi')], { output: 'json' });
    expect(JSON.parse(text)).toHaveLength(2);
  });

  it('may come one by one, and are opened when their turn comes', async () => {
    const opened: string[] = [];
    async function* sources() {
      for (const name of ['a.edi', 'b.edi']) {
        expect(opened).toHaveLength(name === 'a.edi' ? 0 : 1);
        yield { name, open: () => (opened.push(name), good(name).open()) };
      }
    }
    const records = [];
    for await (const record of converter().records(sources())) records.push(record);
    expect(shapeOf(records)).toEqual(['PAYMENT a.edi', 'PAYMENT b.edi']);
    expect(opened).toEqual(['a.edi', 'b.edi']);
  });

  it('may be none: an empty array', async () => {
    expect((await convertText([], { output: 'json' })).text).toBe('[]\n');
    expect((await convertText([])).text).toBe('');
  });

  it('share nothing: a transaction that breaks off does not go on in the next file', async () => {
    const half = remittance({ claims: [claim(1), claim(2)] });
    const cut = half.indexOf('CLP*CLAIM2');
    const records = await convertLines([sourceOf('a.edi', half.slice(0, cut)), sourceOf('b.edi', half.slice(cut))]);
    expect(shapeOf(records)).toEqual(['PAYMENT a.edi', 'ERROR EDI_INPUT_ENDED a.edi', 'ERROR EDI_NOT_EDI b.edi']);
  });
});

describe.each(BAD)('%s', (_name, bad, code) => {
  it.each([
    ['first', () => [bad(), good('a.edi'), good('b.edi')], [`ERROR ${code} bad.edi`, 'PAYMENT a.edi', 'PAYMENT b.edi']],
    ['in the middle', () => [good('a.edi'), bad(), good('b.edi')], ['PAYMENT a.edi', `ERROR ${code} bad.edi`, 'PAYMENT b.edi']],
    ['last', () => [good('a.edi'), good('b.edi'), bad()], ['PAYMENT a.edi', 'PAYMENT b.edi', `ERROR ${code} bad.edi`]],
  ])('is an ERROR object where it stands %s, and the others are converted', async (_place, sources, expected) => {
    expect(shapeOf(await convertLines(sources()))).toEqual(expected);
    expect(shapeOf(JSON.parse((await convertText(sources(), { output: 'json' })).text))).toEqual(expected);
    expect(shapeOf(await readRecords(sources()))).toEqual(expected);
  });

  it('throws its error before the first output when it is alone', async () => {
    const output = converter().convert([bad()], { output: 'json' })[Symbol.asyncIterator]();
    expect((await ediErrorOf(() => output.next())).code).toBe(code);
  });

  it('throws the error of the first when all are bad', async () => {
    const error = await ediErrorOf(() => convertText([bad(), sourceOf('also bad.edi', 'x')]));
    expect(error.code).toBe(code);
  });

  it('is counted', async () => {
    expect((await convertText([good('a.edi'), bad()])).summary).toMatchObject({ files: 2, records: 1, errors: 1 });
  });
});

describe('a source that fails in the middle', () => {
  it('gives what came before, an ERROR object, and the next file', async () => {
    const text = remittance({ claims: [claim(1), claim(2), claim(3)] });
    const cut = text.indexOf('CLP*CLAIM3');
    expect(shapeOf(await convertLines([breaking('bad.edi', text.slice(0, cut)), good('b.edi')]))).toEqual([
      'PAYMENT bad.edi',
      'ERROR EDI_SOURCE_UNREADABLE bad.edi',
      'PAYMENT b.edi',
    ]);
  });

  it('shows nothing of a foreign error to the reader, and all of it to the listener', async () => {
    const { text } = await convertText([breaking('bad.edi', remittance()), good('b.edi')]);
    expect(text).not.toContain('network');
  });
});

describe('a segment over the limit', () => {
  it('is an ERROR object after the records before it, and the next file goes on', async () => {
    const text = remittance({ claims: [claim(1), claim(2), claim(3)] }).replace(
      'NM1*QC*1*DOE*JANE~\nSVC*HC:99213*100*80**1~\nDTM*472*20250102~\nCAS*PR*1*20~\nSE',
      `NM1*QC*1*${'x'.repeat(200_000)}~\nSE`,
    );
    const records = await convertLines([sourceOf('big.edi', text), good('b.edi')], { maxSegmentBytes: 100_000 });
    expect(shapeOf(records)).toEqual(['PAYMENT big.edi', 'PAYMENT big.edi', 'ERROR EDI_SEGMENT_TOO_LARGE big.edi', 'PAYMENT b.edi']);
  });
});
