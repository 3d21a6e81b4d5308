/** A command of a page, and what it must print. */
export interface DocumentedCommand {
  readonly command: string;
  /** Output with `...` for whatever a reader need not see. */
  readonly output: string;
}

const CONSOLE_BLOCK = /^```console\n([\s\S]*?)^```$/gm;
const IMPORTED_BLOCK = /^```console imported\n([\s\S]*?)^```$/gm;
const TYPED_BLOCK = /^```ts\n([\s\S]*?)^```$/gm;
/** A line, and the lines that a backslash at its end continues it on. */
const CONTINUED_LINE = /^(?:.*\\\n)*.*/;
const SCRIPT_BLOCK = /^```js\n([\s\S]*?)^```$\s+(?:prints\s+```text\n([\s\S]*?)^```$)?/gm;

/**
 * Reads the commands of a Markdown page, in order.
 *
 *     ```console
 *     $ clearloop --version
 *     0.1.0
 *     ```
 */
export function readCommands(page: string): DocumentedCommand[] {
  return commandsOf(page, CONSOLE_BLOCK);
}

/** Reads the commands that need code sets which are not part of the product: blocks marked `console imported`. */
export function readImportedCommands(page: string): DocumentedCommand[] {
  return commandsOf(page, IMPORTED_BLOCK);
}

function commandsOf(page: string, block: RegExp): DocumentedCommand[] {
  return [...page.matchAll(block)].flatMap(([, block = '']) => {
    const [, ...parts] = `\n${block}`.split(/^\$ /m);
    return parts.map((part) => {
      const command = CONTINUED_LINE.exec(part)?.[0] ?? '';
      return { command, output: part.slice(command.length + 1) };
    });
  });
}

/** A file that a page tells its reader to write: a block that is marked with its name. Those of `examples` are there already. */
export interface DocumentedFile {
  readonly name: string;
  readonly text: string;
}

const FILE_BLOCK = /^```(?:yaml|json|js) (?!examples\/)(\S+)\n([\s\S]*?)^```$/gm;

/** Reads the files of a page. */
export function readFiles(page: string): DocumentedFile[] {
  return [...page.matchAll(FILE_BLOCK)].map(([, name = '', text = '']) => ({ name, text }));
}

/** Reads the scripts of a page that import the library; the `text` block after `prints` is what they print. */
export function readScripts(page: string): DocumentedCommand[] {
  const blocks = [...page.matchAll(SCRIPT_BLOCK)].map(([, command = '', output = '']) => ({ command, output }));
  return blocks.filter(({ command }) => usesLibrary(command));
}

/** Reads the TypeScript of a page that imports the library. */
export function readTypedScripts(page: string): string[] {
  return [...page.matchAll(TYPED_BLOCK)].map(([, script = '']) => script).filter(usesLibrary);
}

function usesLibrary(script: string): boolean {
  return /from 'clearloop['/]/.test(script);
}

/** A pattern for documented output: `...` stands for anything but must stand for something. */
export function toPattern(output: string): RegExp {
  const parts = output
    .trimEnd()
    .split('...')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[\\s\\S]+?')}$`);
}
