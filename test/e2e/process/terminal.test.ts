import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { remittance } from '../edi-835';

const COLUMNS = 60;
const COMMAND_LINE = join(__dirname, '../../../dist/bundle/cli.js');

/** Runs a command in a pseudo-terminal of its own and copies what it writes to standard output. */
const PYTHON = `
import os, pty, sys, fcntl, termios, struct
def size(fd):
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack('HHHH', 12, ${COLUMNS}, 0, 0))
pid, fd = pty.fork()
if pid == 0:
    size(0)
    os.execvp(sys.argv[1], sys.argv[1:])
try:
    while True:
        data = os.read(fd, 65536)
        if not data: break
        os.write(1, data)
except OSError:
    pass
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

const isThere = (command: string, ...argv: readonly string[]): boolean => spawnSync(command, argv).status === 0;
const hasPython = isThere('python3', '-c', 'import pty, os; os.waitstatus_to_exitcode');
const hasScript = !hasPython && isThere('script', '--version');
const describeTerminal = hasPython || hasScript ? describe : describe.skip;
if (!hasPython && !hasScript) process.stderr.write('test/e2e/process/terminal.test.ts is skipped: neither python3 (pty) nor script (util-linux) is there.\n');

/** Runs the built command line in a pseudo-terminal; gives what it writes there, and its exit code. */
async function runInTerminal(argv: readonly string[], cwd: string): Promise<{ readonly output: string; readonly exitCode: number | null }> {
  const command = [process.execPath, COMMAND_LINE, ...argv];
  const quoted = command.map((word) => `'${word}'`).join(' ');
  const [file, args] = hasPython ? ['python3', ['-c', PYTHON, ...command]] : ['script', ['-qec', `stty cols ${COLUMNS} rows 12; ${quoted}`, '/dev/null']];
  const child = spawn(file, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const exitCode = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { output: Buffer.concat(chunks).toString(), exitCode };
}

/** The lines that a terminal shows in the end: of what is written to a line, what the last carriage return and erasure left. */
function screenOf(output: string, columns: number): readonly string[] {
  const rows: string[] = [''];
  let row = 0;
  let column = 0;
  const put = (character: string): void => {
    if (column === columns) {
      row++;
      column = 0;
    }
    const line = (rows[row] ?? '').padEnd(column);
    rows[row] = line.slice(0, column) + character + line.slice(column + 1);
    column++;
  };
  for (const [token, control] of output.matchAll(/\u001b\[([0-9;?]*[A-Za-z])|[\s\S]/gu)) {
    if (control === undefined) {
      if (token === '\r') column = 0;
      else if (token === '\n') rows[++row] ??= '';
      else put(token);
      continue;
    }
    const count = Number(/^\d+/.exec(control)?.[0] ?? 1);
    if (control.endsWith('G')) column = count - 1;
    else if (control.endsWith('A')) row -= count;
    else if (control === 'K' || control === '0K') rows[row] = (rows[row] ?? '').slice(0, column);
    else if (control === '2K') rows[row] = '';
    else if (control === 'J' || control === '0J') {
      rows[row] = (rows[row] ?? '').slice(0, column);
      rows.length = row + 1;
    } else throw new Error(`The test knows no terminal code ESC [ ${control}.`);
  }
  return rows;
}

describeTerminal('clearloop in a terminal', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearloop-terminal-'));
    mkdirSync(join(folder, 'in/sub'), { recursive: true });
    for (const name of ['a.835', 'c.835', 'sub/b.835']) writeFileSync(join(folder, 'in', name), remittance(2));
    // Large enough for the bar to be drawn over and over.
    writeFileSync(join(folder, 'in/d.835'), remittance(20_000));
    for (const name of ['b.835', 'sub/c.835']) writeFileSync(join(folder, 'in', name), 'Dear Sir');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['convert', ['convert', 'in', '-r', '--out', 'out/']],
    ['validate', ['validate', 'in', '-r', '--out', 'issues.ndjson']],
    ['ack', ['ack', 'in', '-r', '--out', 'acks/']],
  ])('%s shows all of its messages above the bar, and none is cut or written over', async (_name, argv) => {
    const { output, exitCode } = await runInTerminal(argv, folder);
    // The bar was there, and nothing is left of it, nor a terminal that no longer wraps or has no cursor.
    expect(output).toContain('█');
    expect(output).not.toMatch(/\u001b(7|8|\[\?)/);
    const text = screenOf(output, COLUMNS).join('');
    expect(text).not.toContain('█');
    for (const file of ['b.835', 'sub/c.835']) {
      expect(text).toContain(`ERROR ${file}: The input is not EDI: no ISA, GS or ST stands where it should begin. Is it the right file, and is it unpacked?`);
    }
    expect(exitCode).toBe(1);
  });
});
