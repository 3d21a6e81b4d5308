import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT } from '../../../src/cli/exit-codes';
import { createProgram } from '../../../src/cli/program';

describe('docs/cli.md', () => {
  const page = readFileSync(join(__dirname, '../../../docs/cli.md'), 'utf8');
  const program = createProgram({
    convert: async () => undefined,
    validate: async () => undefined,
    acknowledge: async () => undefined,
    generate: async () => undefined,
    match: async () => undefined,
    scrub: async () => undefined,
    sample: async () => undefined,
    batch: async () => undefined,
    worker: async () => undefined,
    convertForBatch: async () => undefined,
    serve: async () => undefined,
    mcp: async () => undefined,
    csvColumns: async () => undefined,
    csvSchemas: async () => undefined,
    codes: async () => undefined,
    keys: async () => undefined,
    view: async () => undefined,
    plugin: async () => undefined,
  });
  const options = program.commands
    .flatMap((command) => [command, ...command.commands])
    .flatMap((command) => command.options.map(({ long }) => `${command.name()} ${long ?? ''}`));

  it.each(options)('describes clearloop %s', (option) => {
    expect(page).toMatch(new RegExp(`${option.split(' ')[1] ?? ''}\\b`));
  });

  it.each(Object.entries(EXIT))('describes the exit code of %s', (_name, code) => {
    expect(page).toMatch(new RegExp(`^\\| ${code} +\\|`, 'm'));
  });
});
