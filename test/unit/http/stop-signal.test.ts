import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const MODULE = join(__dirname, '../../../dist/src/http/stop-signal.js');

/** A process that sends itself a number of signals before it takes one. */
const PROGRAM = `
  const { execFileSync } = require('node:child_process');
  const signal = require(${JSON.stringify(MODULE)}).stopOnProcessSignal();
  signal.addEventListener('abort', () => console.log('aborted'));
  for (let count = 0; count < Number(process.argv[1]); count++) execFileSync('kill', ['-TERM', String(process.pid)]);
  setInterval(() => undefined, 1000);
`;

describe('signals of a process', () => {
  it('should end it where two wait in one turn', async () => {
    const child = spawn(process.execPath, ['-e', PROGRAM, '2'], { stdio: ['ignore', 'pipe', 'inherit'] });
    expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
  });

  it('should end it when the second comes right after the first', async () => {
    const child = spawn(process.execPath, ['-e', PROGRAM, '1'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const exit = once(child, 'exit');
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    expect(said.toString()).toBe('aborted\n');
    child.kill('SIGTERM');
    expect(await exit).toEqual([null, 'SIGTERM']);
  });
});
