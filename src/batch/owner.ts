import { randomBytes } from 'node:crypto';
import { hasEnded, PROCESS_HOST } from '../io/process-host';

const OWNER = new RegExp(`^${PROCESS_HOST}-(\\d+)-`);

/** Returns the name under which a process takes files: machine, process and a number, because process ids come again. */
export const newOwner = (): string => `${PROCESS_HOST}-${process.pid}-${randomBytes(4).toString('hex')}`;

/** True for an owner on this machine whose process has ended: its files need not wait for the end of their lease. */
export function isGone(owner: string): boolean {
  const processId = OWNER.exec(owner)?.[1];
  return processId !== undefined && Number(processId) !== process.pid && hasEnded(Number(processId));
}
