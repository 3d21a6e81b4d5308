import { createHash, randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { systemErrorCode } from '../io/system-error';

/** Distinguishes machines without naming them, and containers that share the name of their machine but not its process ids. */
const HOST = createHash('sha256').update(`${hostname()} ${processNamespace()}`).digest('hex').slice(0, 8);

const OWNER = new RegExp(`^${HOST}-(\\d+)-`);

function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    // Other systems than Linux have one.
    return '';
  }
}

/** Returns the name under which a process takes files: machine, process and a number, because process ids come again. */
export const newOwner = (): string => `${HOST}-${process.pid}-${randomBytes(4).toString('hex')}`;

/** True for an owner on this machine whose process has ended: its files need not wait for the end of their lease. */
export function isGone(owner: string): boolean {
  const processId = OWNER.exec(owner)?.[1];
  return processId !== undefined && Number(processId) !== process.pid && !isRunning(Number(processId));
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // A process of somebody else answers EPERM.
    return systemErrorCode(error) !== 'ESRCH';
  }
}
