import type { Command } from 'commander';
import { wholeNumber } from './option-values';
import type { CommandActions } from './command-actions';

const MAX_KEY_DAYS = 36_500;

/** Options of the `keys` commands; each has some of them. */
interface KeyOptions {
  readonly file?: string;
  readonly keyFile?: string;
  readonly expiresInDays?: number;
  readonly json?: boolean;
}

/** Adds `keys` with its commands. */
export function addKeys(program: Command, actions: CommandActions): void {
  const keys = program.command('keys').description('Make, register, list and revoke the API keys of the service.');
  const addFileOption = (command: Command): Command => command.option('--file <path>', 'file of the keys (default: CLEARLOOP_API_KEYS_FILE)');
  addFileOption(keys.command('create'))
    .description('Make a key and print it, once. The file keeps its hash; it is made if it is not there.')
    .argument('[name]', 'who uses the key; shown by list')
    .option('--expires-in-days <count>', 'days after which the key is refused (default: never)', wholeNumber(1, MAX_KEY_DAYS))
    .action(async (name: string | undefined, options: KeyOptions) => actions.keys({ ...options, action: 'create', name }));
  addFileOption(keys.command('add'))
    .description('Register a key that exists already, read from standard input. The file keeps its hash.')
    .argument('[name]', 'who uses the key; shown by list')
    .option('--key-file <path>', 'file that holds the key, instead of standard input')
    .option('--expires-in-days <count>', 'days after which the key is refused (default: never)', wholeNumber(1, MAX_KEY_DAYS))
    .action(async (name: string | undefined, options: KeyOptions) => actions.keys({ ...options, action: 'add', name }));
  addFileOption(keys.command('list'))
    .description('Show the keys, without the keys themselves.')
    .option('--json', 'as a JSON array')
    .action(async (options: KeyOptions) => actions.keys({ ...options, action: 'list' }));
  addFileOption(keys.command('revoke'))
    .description('Refuse a key from now on; a running service needs no restart.')
    .argument('<id>', 'id of the key, or the whole key')
    .action(async (id: string, options: KeyOptions) => actions.keys({ ...options, action: 'revoke', id }));
}
