import type { EdiError } from '../../../src/common/edi-error';
import { constant, from, type LoopNode, Output, record, recordId, text, transactionId, variant } from '../../../src/plugin';
import { convertText, ediErrorOf, linesOf, readRecords, sourceOf } from '../../support/conversion';
import { engineWith, transactionSetPlugin } from '../../support/plugin-engine';
import { claim, remittance } from '../../support/remittance';

/** A field that throws for claims with a number, with a value of the claim in its message. */
const fragile = variant<string, 'id'>(
  (loop: LoopNode) => {
    const id = loop.segments[0]?.element(1) ?? '';
    if (/[24]$/.test(id)) throw new Error(`cannot bear ${id}`);
    return 'id';
  },
  { id: text('CLP01') },
);

const payment = record('Payment', { id: recordId(), objectType: constant('PAYMENT'), before: text('CLP03'), fragile, after: text('CLP04') });

const source = () => sourceOf('a.edi', remittance({ claims: [1, 2, 3, 4, 5].map(claim) }));

const failed = (claimNumber: number) => ({
  objectType: 'ERROR',
  code: 'EDI_PLUGIN_FAILED',
  message: `Plugin fragile failed on Payment at segment ${6 + claimNumber * 5} (line ${6 + claimNumber * 5}); the record is left out.`,
  fileName: 'a.edi',
});

const engine = (onError?: (error: EdiError, fileName: string) => void) =>
  engineWith([transactionSetPlugin({ id: 'fragile', emits: [{ unit: '2100', record: payment }] })], onError);

describe('a plugin that throws', () => {
  const records = [{ fragile: 'CLAIM1', before: '100', after: '80' }, failed(2), { fragile: 'CLAIM3' }, failed(4), { fragile: 'CLAIM5' }];

  it('gets an ERROR object in the place of its record in NDJSON, and the rest goes on', async () => {
    const { text: output, summary } = await convertText([source()], {}, engine());
    expect(linesOf(output)).toMatchObject(records);
    expect(linesOf(output)[1]).toEqual(failed(2));
    expect(summary).toMatchObject({ errors: 2 });
  });

  it('gets an ERROR object in a JSON array that is still valid', async () => {
    const { text: output } = await convertText([source()], { output: 'json' }, engine());
    expect(JSON.parse(output)).toMatchObject(records);
  });

  it('gets an ERROR object among the records of the library', async () => {
    expect(await readRecords([source()], {}, engine())).toMatchObject(records);
  });

  it('gets no value of the input into the message', async () => {
    expect((await convertText([source()], {}, engine())).text).not.toContain('cannot bear');
  });

  it('is told to the listener, with the cause and the name of the file', async () => {
    const told: { code: string; cause: unknown; fileName: string }[] = [];
    await convertText(
      [source()],
      {},
      engine(({ code, cause }, fileName) => told.push({ code, cause, fileName })),
    );
    expect(told).toEqual([2, 4].map((number) => ({ code: 'EDI_PLUGIN_FAILED', cause: new Error(`cannot bear CLAIM${number}`), fileName: 'a.edi' })));
  });

  it('does not spoil the records after it when it throws for an ancestor', async () => {
    const transaction = record('T', {
      trace: variant<string, 'x'>(
        () => {
          throw new Error('always');
        },
        { x: text('TRN02') },
      ),
    });
    const each = record('Payment', { objectType: constant('PAYMENT'), claim: text('CLP01'), transaction: from('0000', transaction) });
    const { text: output } = await convertText([source()], {}, engineWith([transactionSetPlugin({ emits: [{ unit: '2100', record: each }] })]));
    expect(linesOf(output).map(({ objectType }) => objectType)).toEqual(Array(5).fill('ERROR'));
  });

  it('does not keep its transaction record from the records of the transaction', async () => {
    const transaction = record('T', {
      id: transactionId(),
      trace: variant<string, 'x'>(
        () => {
          throw new Error('always');
        },
        { x: text('TRN02') },
      ),
    });
    const plugin = transactionSetPlugin({ transaction, emits: [{ unit: '2100', record: record('Payment', { objectType: constant('PAYMENT') }) }] });
    const { text: output } = await convertText([source()], { transactionTopLevel: true }, engineWith([plugin]));
    expect(linesOf(output).map(({ objectType }) => objectType)).toEqual(['ERROR', ...Array<string>(5).fill('PAYMENT')]);
  });

  it('ends the output with an EdiError when it is the output that throws', async () => {
    class Broken {
      open() {
        return {
          begin: () => undefined,
          write: () => {
            throw new Error('disk of glass');
          },
          notice: () => undefined,
          end: () => undefined,
        };
      }
    }
    Output({ id: 'broken', contentType: 'text/plain', extension: 'txt' })(Broken);
    const error = await ediErrorOf(() =>
      convertText([source()], { output: 'broken' }, engineWith([new Broken(), transactionSetPlugin({ emits: [{ unit: '2100', record: payment }] })])),
    );
    expect({ code: error.code, cause: error.cause }).toMatchObject({ code: 'EDI_PLUGIN_FAILED', cause: { message: 'disk of glass' } });
    expect(error.message).toContain('broken');
  });
});

describe('a record without values', () => {
  it('is an empty object in every output', async () => {
    const plugin = transactionSetPlugin({ emits: [{ unit: '2100', record: record('Empty', { remark: text('CLP09') }) }] });
    const empty = () => sourceOf('a.edi', remittance({ claims: [['CLP*A*1'], ['CLP*B*1*1*1*1*12*X*11*7'], ['CLP*C*1']] }));
    const expected = [{}, { remark: '7' }, {}];
    expect(await readRecords([empty()], {}, engineWith([plugin]))).toEqual(expected);
    expect(JSON.parse((await convertText([empty()], { output: 'json' }, engineWith([plugin]))).text)).toEqual(expected);
    expect(linesOf((await convertText([empty()], {}, engineWith([plugin]))).text)).toEqual(expected);
  });
});
