import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILT, outputOf } from './built-process';
import { remittance } from './edi-835';

/** Processes of `clearloop worker` over one folder, which may be killed. */
export class WorkerFleet {
  readonly folder = mkdtempSync(join(tmpdir(), 'clearloop-killed-'));
  private readonly workers: ChildProcess[] = [];

  /** `environment` names the ledger and the queue. */
  constructor(private readonly environment: Readonly<Record<string, string | undefined>>) {
    mkdirSync(this.path('in'));
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Writes remittances with so many claims. */
  write(claims: readonly number[]): void {
    for (const [index, count] of claims.entries()) writeFileSync(this.path(`in/f${index}.835`), remittance(count, `PAYEE${index}`));
  }

  startWorkers(count: number): void {
    for (let started = 0; started < count; started++) {
      const worker = this.start('worker', '--jobs', '1', '--settle-seconds', '0');
      worker.stdout?.resume();
      this.workers.push(worker);
    }
  }

  /** Kills a worker (SIGKILL) and starts another one. */
  async killOne(index: number): Promise<void> {
    const [worker] = this.workers.splice(index % this.workers.length, 1);
    if (worker === undefined) return;
    // One that was started while the broker was down has ended by itself.
    if (worker.exitCode === null && worker.signalCode === null) {
      const exit = once(worker, 'exit');
      worker.kill('SIGKILL');
      await exit;
    }
    this.startWorkers(1);
  }

  /** Submits the folder with further options, and returns the id of the batch. */
  async submit(...options: readonly string[]): Promise<string> {
    const submit = this.start('batch', 'submit', 'in', '--out', 'out', '--to', 'ndjson', ...options);
    return (await outputOf(submit.stdout ?? process.stdin)).trim();
  }

  /** Converts the folder once more in one process. Returns the names of its outputs, of those of the batch, and of those that differ. */
  async compare(): Promise<{ readonly alone: readonly string[]; readonly out: readonly string[]; readonly different: readonly string[] }> {
    const single = this.start('convert', 'in', '--to', 'ndjson', '--out', 'alone/', '--quiet');
    single.stdout?.resume();
    await once(single, 'exit');
    const [alone, out] = [this.namesOf('alone'), this.namesOf('out')];
    const bytesOf = (folder: string, name: string): Buffer => readFileSync(this.path(`${folder}/${name}`));
    return { alone, out, different: alone.filter((name) => out.includes(name) && !bytesOf('out', name).equals(bytesOf('alone', name))) };
  }

  remove(): void {
    for (const worker of this.workers.splice(0)) worker.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private namesOf(folder: string): readonly string[] {
    return readdirSync(this.path(folder))
      .filter((name) => !name.startsWith('.'))
      .sort();
  }

  private start(...argv: readonly string[]): ChildProcess {
    const env = { ...process.env, ...this.environment, EDI_DESCRIPTIONS: 'false' };
    return spawn(process.execPath, [BUILT, ...argv], { cwd: this.folder, env, stdio: ['ignore', 'pipe', 'ignore'] });
  }
}
