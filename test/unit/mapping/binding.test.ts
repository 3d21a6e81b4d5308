import { amount, constant, each, from, loops, object, record, type RecordDeclaration, text, within, withoutPlace } from '../../../src/plugin';
import { convertText, ediErrorOf, sourceOf } from '../../support/conversion';
import { engineWith, transactionSetPlugin } from '../../support/plugin-engine';
import { remittance } from '../../support/remittance';

/** The error that a declaration gives when the first transaction comes. */
async function refusalOf(declaration: RecordDeclaration<object>, unit = '2100') {
  const engine = engineWith([transactionSetPlugin({ emits: [{ unit, record: declaration }] })]);
  return ediErrorOf(() => convertText([sourceOf('a.edi', remittance())], {}, engine));
}

describe('binding a record to a guide', () => {
  it.each([
    ['a segment that the loop does not have', { wrong: text('SVC01') }],
    ['a code that the loop does not have', { wrong: text('REF[6R]02') }],
    ['a segment of an array', { wrong: each('LQ', text('02')) }],
    ['a loop', { wrong: loops('2999', record('Item', { id: text('SVC01') })) }],
    ['an ancestor', { wrong: from('3000', record('Item', { id: text('SVC01') })) }],
    ['a field of an ancestor', { wrong: within('0000', text('CLP01')) }],
    ['a segment of an object', { wrong: object('NM1[XX]', record('Item', { id: text('09') })) }],
    ['a relative place outside arrays', { wrong: text('02') }],
  ])('refuses %s, and names record, field, loop and guide', async (_name, fields) => {
    const { code, message } = await refusalOf(record('Wrong', { objectType: constant('X'), right: amount('CLP03'), ...fields }));
    expect({ code, message }).toEqual({
      code: 'EDI_MAPPING_INVALID',
      message: 'Record Wrong: wrong has no place in loop 2100 of guide 005010X221A1. Correct the declaration or the guide.',
    });
  });

  it('names every field that has no place', async () => {
    const { message } = await refusalOf(record('Wrong', { a: text('SVC01'), b: text('CLP01'), c: text('PLB01') }));
    expect(message).toContain('Record Wrong: a, c has no place');
  });

  it('refuses a unit loop that the guide does not have, and names the plugin', async () => {
    const { code, message } = await refusalOf(record('Any', { id: text('CLP01') }), '2999');
    expect({ code, message }).toEqual({ code: 'EDI_MAPPING_INVALID', message: 'Plugin test: guide 005010X221A1 has no loop 2999 for record Any.' });
  });

  it('refuses a unit segment that the guide does not have', async () => {
    const engine = engineWith([transactionSetPlugin({ emits: [{ each: 'XYZ', record: record('Any', { id: text('01') }) }] })]);
    const { code, message } = await ediErrorOf(() => convertText([sourceOf('a.edi', remittance())], {}, engine));
    expect({ code, message }).toEqual({ code: 'EDI_MAPPING_INVALID', message: 'Plugin test: guide 005010X221A1 has no segment XYZ for record Any.' });
  });

  it('refuses a second emission without a place although the first has one', async () => {
    const any = record('Any', { id: text('CLP01') });
    const engine = engineWith([
      transactionSetPlugin({
        emits: [
          { unit: '2100', record: any },
          { unit: '2999', record: any },
        ],
      }),
    ]);
    expect((await ediErrorOf(() => convertText([sourceOf('a.edi', remittance())], {}, engine))).code).toBe('EDI_MAPPING_INVALID');
  });

  it('accepts a field that is declared without a place, and never shows it', async () => {
    const any = record('Any', { id: text('CLP01'), gender: withoutPlace('NM1 has none.') });
    const engine = engineWith([transactionSetPlugin({ emits: [{ unit: '2100', record: any }] })]);
    expect((await convertText([sourceOf('a.edi', remittance())], {}, engine)).text).toBe('{"id":"CLAIM1"}\n');
    expect(any.schema.properties?.['gender']).toEqual({ type: 'string', description: 'Never produced: NM1 has none.' });
  });

  it('lets a field of a shared shape drop out that the loop has no place for', async () => {
    const shared = record('Shared', { id: text('CLP01'), elsewhere: text('SVC01') });
    const engine = engineWith([transactionSetPlugin({ emits: [{ unit: '2100', record: record('Right', { nested: object('CLP', shared) }) }] })]);
    expect((await convertText([sourceOf('a.edi', remittance())], {}, engine)).text).toBe('{"nested":{"id":"CLAIM1"}}\n');
  });
});
