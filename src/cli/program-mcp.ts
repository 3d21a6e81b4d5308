import type { Command } from 'commander';
import type { CommandActions } from './command-actions';
import type { McpOptions } from './mcp.command';

/** Adds the command that serves assistants. */
export function addMcp(program: Command, actions: CommandActions): void {
  program
    .command('mcp')
    .description('Serve tools to an assistant over standard input and output (Model Context Protocol). Persons are masked. See docs/mcp.md.')
    .argument('<folders...>', 'folders whose files the assistant may read')
    .option('--write <folder>', 'folder that scrub, generate and sample may write to (default: nothing is written)')
    .option('--key-file <path>', 'file with the secret of the pseudonyms (default: random)')
    .option('--show-persons', 'show names, ids and dates of persons as they are')
    .action(async (folders: readonly string[], options: McpOptions) => actions.mcp(folders, options));
}
