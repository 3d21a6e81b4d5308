import type { FolderEntry } from '../../../src/storage/storage';
import { type FileSearch, type Storages } from '../../../src/storage/storages';
import { textOf } from '../io/collect';

/** Waits of retries take no time in tests. */
export const NO_WAIT = { attempts: 3, wait: async (): Promise<void> => undefined };

/** Gives what a search finds, as `below`, or `below: reason` where it was skipped. */
export async function foundBy(storages: Storages, argument: string, search: FileSearch = { recurse: false }): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { file, skipped } of storages.search(argument, search)) found.push(skipped === undefined ? file.below : `${file.below}: ${skipped}`);
  return found;
}

/** Gives the first file that a search finds. */
export async function firstFile(storages: Storages, argument: string): Promise<FolderEntry['file']> {
  for await (const { file } of storages.search(argument, { recurse: false })) return file;
  throw new Error('nothing was found');
}

/** Writes a file as an output. */
export async function put(storages: Storages, address: string, ...chunks: readonly (string | Uint8Array)[]): Promise<void> {
  const target = await storages.create(address);
  for (const chunk of chunks) await target.write(Buffer.from(chunk));
  await target.settle();
  await target.commit();
}

/** Reads a file that is named as a whole. */
export const textAt = async (storages: Storages, address: string): Promise<string> => textOf(storages.read(await firstFile(storages, address)));

/** Expects ranges of a file that is there to be those of its text, and removes it. */
export async function expectRanges(storages: Storages, address: string, text: string): Promise<void> {
  const file = await firstFile(storages, address);
  expect(file.hasRanges).toBe(true);
  for (const [start, end] of [
    [0, 2],
    [3, 3],
    [2, text.length - 1],
    [text.length - 2, text.length],
  ] as const) {
    await expect(textOf(storages.read(file, { start, end }))).resolves.toBe(text.slice(start, end));
  }
  await storages.remove(address);
  await storages.remove(address);
  await expect(isThere(storages, address)).resolves.toBe(false);
}

/** True when a file is visible. */
export const isThere = async (storages: Storages, address: string): Promise<boolean> => (await storages.find(address)) !== undefined;
