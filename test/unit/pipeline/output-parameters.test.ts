import { createConverter } from '../../../src/pipeline/create-converter';
import { makeProductPlugins } from '../../../src/plugin/product-plugins';
import { declarationOf } from '../../../src/plugin/plugin-metadata';
import { convertText, ediErrorOf, sourceOf } from '../../support/conversion';
import { removePackages, writePackage } from '../../support/plugin-package';
import { remittance } from '../../support/remittance';

afterEach(removePackages);

const source = () => sourceOf('a.edi', remittance());

/** An output that writes its parameters; `declared` is the source text of further members. */
const echo = (declared: string): string =>
  writePackage({
    'index.js': `
      const { defineOutput } = require('clearloop/plugin/io');
      exports.echo = defineOutput({
        id: 'echo',
        contentType: 'text/plain',
        extension: 'txt',
        ${declared}
        open({ parameters }) {
          return { record() {}, notice() {}, end(out) { out.text(JSON.stringify(parameters)); } };
        },
      });`,
  });

const refused = (message: string) => ({ code: 'EDI_BAD_PARAMETER', message });

describe('output parameters', () => {
  it.each([
    ['csv', { spreadsheetSafe: 'true' }, 'The parameter spreadsheetSafe of the output csv is a string; expected a boolean.'],
    ['csv', { spreadSheetSafe: true }, 'The output csv has no parameter spreadSheetSafe. Did you mean spreadsheetSafe?'],
    ['csv', { schemaname: 'key-fields' }, 'The output csv has no parameter schemaname. Did you mean schemaName?'],
    ['csv', { excel: null }, 'The parameter excel of the output csv is null; expected a boolean.'],
    ['parquet', { schemaNme: 'x' }, 'The output parquet has no parameter schemaNme. Did you mean schemaName?'],
    ['parquet', { rowGroupBytes: '1' }, 'The parameter rowGroupBytes of the output parquet is a string; expected a number.'],
    ['xlsx', { spreadsheetSafe: true }, /^The output xlsx has no parameter spreadsheetSafe\. Its parameters are schemaFileName, /],
    ['json', { bogus: 1 }, 'The output json has no parameter bogus. Its parameters are recordsKey.'],
    ['ndjson', { bogus: 1 }, 'The output ndjson has no parameter bogus. It has no parameters.'],
    ['fhir', { bogus: 1 }, 'The output fhir has no parameter bogus. Its parameters are bundle.'],
  ])('of %s are refused where the output has no such parameter, or the type differs: %j', async (output, outputParameters, message) => {
    const error = await ediErrorOf(() => convertText([source()], { output, outputParameters }));
    expect(error).toMatchObject(refused(typeof message === 'string' ? message : expect.stringMatching(message)));
  });

  it('of annotated text are refused by validation', async () => {
    const options = { output: 'annotated-text', outputParameters: { prefix: '#' } };
    const error = await ediErrorOf(async () => {
      for await (const _chunk of createConverter().validate([source()], options));
    });
    expect(error).toMatchObject(refused('The output annotated-text has no parameter prefix. Did you mean issueStringPrefix?'));
  });

  it('that are undefined are absent', async () => {
    const outputParameters = { schemaName: undefined, spreadsheetSafe: undefined };
    expect((await convertText([source()], { output: 'csv', outputParameters })).text).toContain('CLAIM1');
  });

  it('are declared by every output of the product', () => {
    const outputs = makeProductPlugins().flatMap((plugin) => {
      const declared = declarationOf(plugin);
      return declared?.kind === 'output' ? [declared.options] : [];
    });
    expect(outputs.length).toBeGreaterThan(5);
    for (const { id, parameters } of outputs) expect({ id, parameters }).toEqual({ id, parameters: expect.any(Object) });
  });

  it('of an output of a package are refused as it declares them', async () => {
    const engine = createConverter({ plugins: [echo(`parameters: { indent: 'number' },`)] });
    expect((await convertText([source()], { output: 'echo', outputParameters: { indent: 2 } }, engine)).text).toBe('{"indent":2}');
    const error = await ediErrorOf(() => convertText([source()], { output: 'echo', outputParameters: { ident: 2 } }, engine));
    expect(error).toMatchObject(refused('The output echo has no parameter ident. Did you mean indent?'));
  });

  it('of an output that declares none are its own', async () => {
    const engine = createConverter({ plugins: [echo('')] });
    expect((await convertText([source()], { output: 'echo', outputParameters: { any: { thing: 1 } } }, engine)).text).toBe('{"any":{"thing":1}}');
  });

  it.each([
    ["'indent'", '`parameters` must be an object of types'],
    ["{ indent: 'integer' }", '`parameters` has a mistake: `indent` must be string or number or boolean'],
  ])('that are declared wrongly are refused with the package: %s', (parameters, reason) => {
    expect(() => createConverter({ plugins: [echo(`parameters: ${parameters},`)] })).toThrow(reason);
  });
});
