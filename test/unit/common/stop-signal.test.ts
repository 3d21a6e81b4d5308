import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const MODULE = join(__dirname, '../../../dist/src/common/stop-signal.js');

/**
 * A process that takes a number of signals in one turn. It hears of them as it does of those that the system delivers; how many of
 * these come in one turn is for the system to say, and two that wait there are one.
 */
const PROGRAM = `
  const signal = require(${JSON.stringify(MODULE)}).stopOnProcessSignal();
  signal.addEventListener('abort', () => console.log('aborted'));
  for (let count = 0; count < Number(process.argv[1]); count++) process.emit('SIGTERM', 'SIGTERM');
  setInterval(() => undefined, 1000);
`;

describe('signals of a process', () => {
  it('should end it where two come in one turn', async () => {
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
