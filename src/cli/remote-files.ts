import type { Storages } from '../storage/storages';
import type { CommandIo } from './command-io';

/** Files behind addresses such as `s3://`. What reads them is loaded with the first address, and connections are closed at the end of the command. */
export class RemoteFiles {
  private storages: Promise<Storages> | undefined;

  constructor(private readonly environment: CommandIo['environment']) {}

  /** Returns the storages of this command. */
  open(): Promise<Storages> {
    this.storages ??= import('../storage/storages.js').then(({ Storages: All }) => new All({ environment: this.environment }));
    return this.storages;
  }

  async close(): Promise<void> {
    await (await this.storages)?.close();
  }
}
