import type { Command } from 'commander';
import type { CommandActions } from './command-actions';
import { EXIT_CODES_HELP } from './exit-codes';
import type { ScrubCommandOptions } from './scrub.command';

const SCRUB_EXAMPLES = `
Examples:
  clearloop scrub claims.837 --out shared/           a copy without names, ids and dates of persons
  clearloop scrub in/ --recurse --key-file team.key --out shared/
  clearloop scrub remit.835 | clearloop validate -
`;

/** Adds the command that de-identifies files. */
export function addScrub(program: Command, actions: CommandActions, addReportOptions: (command: Command) => Command): void {
  const command = program
    .command('scrub')
    .description('De-identify files, folders or standard input (-): copies with pseudonyms, and the same structure, faults included. See docs/scrub.md.')
    .argument('<inputs...>', 'files, folders, .gz files, .zip archives, or - for standard input')
    .option('-o, --out <folder>', 'folder for the copies; standard output if absent, for one file')
    .option('--key-file <path>', 'file with a secret of 16 bytes or more: the same person has the same pseudonym in all files and runs (default: random)')
    .option('--keep-names', 'keep the names of files, which may identify persons too')
    .option('-r, --recurse', 'look into the subfolders of folders');
  addReportOptions(command)
    .addHelpText('after', SCRUB_EXAMPLES + EXIT_CODES_HELP)
    .action(async (paths: readonly string[], options: ScrubCommandOptions) => actions.scrub(paths, options));
}
