import type { Command } from 'commander';
import type { CommandActions } from './command-actions';
import { EXIT_CODES_HELP } from './exit-codes';
import { byteSize, wholeNumber } from './option-values';
import type { SampleCommandOptions } from './sample.command';

const MAX_SEED = 999_999;

const SAMPLE_EXAMPLES = `
Examples:
  clearloop sample                                   the names of samples, and of their faults
  clearloop sample 837p --claims 1000 --out claims.837
  clearloop sample 837p 277ca 835 --seed 7 --out in/ files about the same claims
  clearloop sample 835 --faults claim-charge,npi | clearloop validate -
  clearloop sample 837i --size 1GB --out large.837
`;

/** Adds the command that writes synthetic files. */
export function addSample(program: Command, actions: CommandActions): void {
  program
    .command('sample')
    .description('Write synthetic EDI: valid, or with named faults, and about nobody. Without a name it lists what there is. See docs/sample.md.')
    .argument('[names...]', 'samples such as 837p, 835 or ncpdp; those with the same seed are about the same claims')
    .option('--claims <count>', 'claims, or members, inquiries and so on (default: 100)', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .option('--size <size>', 'size instead, such as 10MB or 1GB', byteSize)
    .option('--seed <seed>', 'the same seed gives the same files (default: 1)', wholeNumber(0, MAX_SEED))
    .option('--faults <names>', 'faults, separated by commas; each is put into the file once')
    .option('-o, --out <path>', 'file, or folder for several samples; standard output if absent')
    .addHelpText('after', SAMPLE_EXAMPLES + EXIT_CODES_HELP)
    .action(async (names: readonly string[], options: SampleCommandOptions) => actions.sample(names, options));
}
