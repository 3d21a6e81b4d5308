import { messageWithCause } from '../common/error-origin';
import type { EdiError } from '../common/edi-error';
import { createConverter } from '../pipeline/create-converter';
import type { CommandIo } from './command-io';
import { EXIT, type ExitCode } from './exit-codes';
import { pluginsOf } from './plugin-choice';
import { failureOf, readSamples } from './plugin-samples';
import { scaffoldPlugin } from './plugin-scaffold';

/** Request to `clearloop plugin`, with its options under their names in the program. */
export type PluginRequest =
  | { readonly action: 'new'; readonly name: string; readonly set?: string | undefined }
  | { readonly action: 'test'; readonly folder: string; readonly isUpdating: boolean };

/** Creates or tests a plugin package. Returns 1 when a sample differs. Throws UsageError, and EdiError for a package that is refused. */
export async function pluginCommand(request: PluginRequest, io: CommandIo): Promise<ExitCode> {
  if (request.action === 'test') return testPlugin(request.folder, request.isUpdating, io);
  const { name, set } = request;
  for (const file of scaffoldPlugin(name, set)) io.stdout.write(`${file}\n`);
  // A package that starts from a guide has no sample, because a guide contains no example.
  const first = set === undefined ? '' : `Add a sample of invented data:  ${name}/samples/first/input.edi\n`;
  const test = `clearloop plugin test ${name}${set === undefined ? '' : ' --update'}`;
  io.stdout.write(`\n${first}Test it:  ${test}\nUse it:   clearloop convert FILE --plugin ./${name}\n`);
  return EXIT.ok;
}

/** Codes are not described, because the output of a sample must not depend on a database. */
async function testPlugin(folder: string, isUpdating: boolean, io: CommandIo): Promise<ExitCode> {
  const pluginFailures = new Set<string>();
  const onError = (error: EdiError): void => {
    if (error.code === 'EDI_PLUGIN_FAILED') pluginFailures.add(messageWithCause(error));
  };
  const engine = createConverter({ plugins: [...pluginsOf(io), folder], onError });
  const samples = readSamples(folder, engine);
  let failed = 0;
  for (const sample of samples) {
    pluginFailures.clear();
    const failure = await failureOf(sample, { engine, onError }, isUpdating);
    if (failure !== undefined) failed++;
    const result = failure === undefined ? `ok    ${sample.name}` : `FAIL  ${sample.name}: ${failure}`;
    // An expected output may have a failure on purpose; with --update nobody has looked at it yet.
    const reasons = failure !== undefined || isUpdating ? pluginFailures : [];
    io.stdout.write(`${[result, ...reasons].join('\n  ')}\n`);
  }
  if (samples.length === 0) io.stdout.write(`${folder} has no samples: folders with input.edi below ${folder}/samples.\n`);
  else io.stdout.write(`${samples.length} ${samples.length === 1 ? 'sample' : 'samples'}, ${failed} failed\n`);
  return samples.length > 0 && failed === 0 ? EXIT.ok : EXIT.failed;
}
