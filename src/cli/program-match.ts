import type { Command } from 'commander';
import type { CommandActions } from './command-actions';
import { EXIT_CODES_HELP } from './exit-codes';
import type { MatchCommandOptions } from './match.command';

const MATCH_EXAMPLES = `
Examples:
  clearloop match claims.837 acks.277 remits/        which claims were acknowledged and paid
  clearloop match sent/ received/ --recurse --status unanswered --out open.csv
  clearloop match questions.270 answers.271 --to ndjson
`;

/** Adds the command that joins requests with responses. */
export function addMatch(program: Command, actions: CommandActions, addReportOptions: (command: Command) => Command): void {
  const command = program
    .command('match')
    .description('Join requests with their responses, and report what has no answer: 270 and 271, 276 and 277, 837 and 277CA or 835. See docs/matching.md.')
    .argument('<inputs...>', 'files, folders, .gz files, .zip archives, or - for standard input; requests and responses in any order')
    .option('-t, --to <format>', 'json, ndjson, csv or another format of records (default: by the extension of --out, else json)')
    .option('-o, --out <path>', 'file; standard output if absent')
    .option('-r, --recurse', 'look into the subfolders of folders')
    .option('--status <statuses>', 'write only these: answered, partly-answered, unanswered, no-request (default: all)');
  addReportOptions(command)
    .addHelpText('after', MATCH_EXAMPLES + EXIT_CODES_HELP)
    .action(async (paths: readonly string[], options: MatchCommandOptions) => actions.match(paths, options));
}
