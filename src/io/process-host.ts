import { createHash } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { systemErrorCode } from './system-error';

/**
 * Names the machine whose process ids this process sees, without its host name. Machines may share a folder or a ledger, and containers may share the host name
 * of their machine but not its process ids.
 */
export const PROCESS_HOST = createHash('sha256').update(`${hostname()} ${processNamespace()}`).digest('hex').slice(0, 8);

function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    // Other systems than Linux have one.
    return '';
  }
}

/** True for a process of this host that has ended. */
export function hasEnded(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return false;
  } catch (error) {
    // A process of another user answers EPERM.
    return systemErrorCode(error) === 'ESRCH';
  }
}
