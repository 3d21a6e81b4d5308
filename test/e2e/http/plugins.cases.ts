import { join } from 'node:path';
import { startBuiltService } from '../../docs/built-service';
import { COUNT_OUTPUT, NEST_MODULE, removePackages, SMALL_SET, writePackage } from '../../support/plugin-package';
import { SMALL_GUIDE } from '../../unit/guide/small-guide';
import { remittance } from '../edi-835';
import { postEdi, startRealService } from '../test-service';
import { itLong } from '../../support/fuzz';

afterEach(removePackages);

/** A set with a table, whose schemas are these. */
const withSchemas = (schemas: string): string =>
  writePackage({
    'index.js': SMALL_SET.replace('{ unit: ', "{ table: table('999', 'Main', claim, [column('id')]), unit: ").replace(
      '{ constant,',
      '{ column, constant, table,',
    ),
    'guides/small.yaml': SMALL_GUIDE,
    'csv/small.yaml': schemas,
  });

describe('plugins of the service', () => {
  it('answer in their format, with their content type', async () => {
    const service = await startRealService({ CLEARLOOP_PLUGINS: writePackage({ 'index.js': COUNT_OUTPUT }) });
    try {
      const answer = await postEdi(service, remittance(3), '?output=count');
      expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([200, 'text/plain', '3 records']);
      const refused = await postEdi(service, remittance(1), '?output=xml');
      expect([refused.status, await refused.json()]).toMatchObject([
        400,
        { code: 'EDI_BAD_PARAMETER', message: expect.stringContaining('count, csv, fhir, json') },
      ]);
    } finally {
      await service.stop();
    }
  });

  it.each(['record', 'end'])('have plugin, hook and place of an error in the log when `%s` throws, and never its message', async (hook) => {
    const folder = writePackage({ 'index.js': COUNT_OUTPUT.replace(`${hook}(`, `${hook}() { null.secretOfJane; },\n      other(`) });
    const lines: string[] = [];
    const write = (chunk: unknown): boolean => lines.push(String(chunk)) > 0;
    const streams = [process.stdout, process.stderr].map((stream) => jest.spyOn(stream, 'write').mockImplementation(write));
    const service = await startRealService({ CLEARLOOP_PLUGINS: folder, CLEARLOOP_LOG_LEVEL: 'warn' });
    try {
      await (await postEdi(service, remittance(1), '?output=count')).text();
    } finally {
      await service.stop();
      for (const stream of streams) stream.mockRestore();
    }
    const [line = ''] = lines.filter((text) => text.includes('EDI_PLUGIN_FAILED'));
    expect(line).toContain(`Output plugin count failed in \`${hook}\``);
    expect(line).toContain('TypeError');
    expect(line).toMatch(new RegExp(`${join(folder, 'index.js')}:\\d+`));
    expect(lines.join('')).not.toContain('secretOfJane');
  });

  it('read their sets, and are part of the OpenAPI document', async () => {
    const schema = '- name: default\n  transactionTypes: [999]\n';
    const service = await startRealService({ CLEARLOOP_PLUGINS: withSchemas(schema) });
    try {
      const answer = await postEdi(service, 'ST*999*0001*005010X999~HL*20~HL*22~CLM*A1~SE*5*0001~', '?ndjson=true');
      expect(await answer.text()).toBe('{"objectType":"CLAIM","id":"A1"}\n');
      expect(await (await fetch(`${service.url}/api/docs/openapi.json`)).text()).toContain('CLM01');
    } finally {
      await service.stop();
    }
  });

  it('are providers of a Nest module that a package exports, and have their dependencies', async () => {
    const service = await startRealService({ CLEARLOOP_PLUGINS: writePackage({ 'index.js': NEST_MODULE }), EDI_VALIDATE: 'true' });
    try {
      const answer = await postEdi(service, remittance(2), '?output=counts');
      expect([answer.status, await answer.text()]).toEqual([200, 'validated\nPAYMENT 2\n']);
    } finally {
      await service.stop();
    }
  });

  itLong('are made with the Nest of the built service, wherever their package lies', async () => {
    const environment = { ...process.env, CLEARLOOP_DATA_DIR: ':memory:', CLEARLOOP_PLUGINS: writePackage({ 'index.js': NEST_MODULE }) };
    const service = await startBuiltService(environment);
    try {
      const headers = { 'content-type': 'text/plain' };
      const answer = await fetch(`http://${service.address}/api/edi/json?output=counts`, { method: 'POST', headers, body: remittance(2) });
      expect(await answer.text()).toBe('not validated\nPAYMENT 2\n');
    } finally {
      await service.stop();
    }
  });

  it('bring the guides and schemas of their package when its Nest module provides them', async () => {
    const provider = "{ provide: 'small', useValue: small }";
    const module = `const { Module } = require('@nestjs/common');\nclass SmallModule {}\nModule({ providers: [${provider}] })(SmallModule);\nexports.SmallModule = SmallModule;`;
    const files = { 'index.js': `${SMALL_SET.replace('exports.small =', 'const small =')}${module}`, 'guides/small.yaml': SMALL_GUIDE };
    const service = await startRealService({ CLEARLOOP_PLUGINS: writePackage(files) });
    try {
      const answer = await postEdi(service, 'ST*999*0001*005010X999~HL*20~HL*22~CLM*A1~SE*5*0001~', '?ndjson=true');
      expect(await answer.text()).toBe('{"objectType":"CLAIM","id":"A1"}\n');
    } finally {
      await service.stop();
    }
  });

  it.each([
    ['a package that is not there', () => './none', 'Plugin ./none is refused: there is no such folder.'],
    [
      'a set that the product claims',
      () => writePackage({ 'index.js': SMALL_SET.replace("set: '999'", "set: '*'"), 'guides/small.yaml': SMALL_GUIDE }),
      'Plugin small is refused: plugin segments claims set * for the same versions.',
    ],
    [
      'a Nest module without plugins',
      () => writePackage({ 'index.js': NEST_MODULE.replace('[CounterFactory, CountsOutput]', '[CounterFactory]') }),
      'Plugin plugin-of-a-test is refused: its Nest module provides no plugin.',
    ],
    [
      'a plugin with the scope of requests',
      () => writePackage({ 'index.js': `${NEST_MODULE}Injectable({ scope: 2 })(CountsOutput);` }),
      'Plugin counts is refused: a plugin is made once; its provider has the scope of requests.',
    ],
    ['CSV schemas that break their language', () => withSchemas('- nam: default\n'), 'Plugin plugin-of-a-test is refused: small.yaml:1:'],
  ])('stop the start with the reason for %s', async (_what, plugin, message) => {
    const start = (async () => startRealService({ CLEARLOOP_PLUGINS: plugin() }))();
    await expect(start).rejects.toMatchObject({ code: 'EDI_PLUGIN_INVALID', message: expect.stringContaining(message) });
  });
});
