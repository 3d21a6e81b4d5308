import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseByteSize } from '../byte-size.mjs';

/**
 * Runs a generator with the options of the command line, when the module is the program that was started, and prints what
 * it wrote as JSON. With --check it reads a file instead, prints a report, and exits with 1 when that has problems.
 */
export function runAsProgram(moduleUrl, { generate, check }) {
  if (process.argv[1] !== fileURLToPath(moduleUrl)) return;
  run(generate, check).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}

async function run(generate, check) {
  const { values } = parseArgs({
    options: {
      out: { type: 'string' },
      size: { type: 'string', default: '100MB' },
      single: { type: 'boolean', default: false },
      seed: { type: 'string', default: '1' },
      check: { type: 'string' },
    },
  });
  if (values.check !== undefined) {
    const report = await check(values.check);
    console.log(JSON.stringify(report, null, 2));
    process.exitCode = report.problems.length === 0 ? 0 : 1;
    return;
  }
  if (values.out === undefined) throw new Error('Say where to write: --out FILE. To check a file: --check FILE.');
  const bytes = parseByteSize(values.size);
  const options = { path: values.out, bytes, singleTransaction: values.single, seed: Number(values.seed) };
  console.log(JSON.stringify(await generate(options)));
}
