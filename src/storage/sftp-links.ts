import { posix } from 'node:path';
import type SftpClient from 'ssh2-sftp-client';
import type { SftpAddress } from './address';
import { isTransient } from './retrying';

/** What a listing and a look at one file say; times are milliseconds. */
export interface Facts {
  readonly size: number;
  readonly modifyTime: number;
}

/** What is at a path of an SFTP server after links were followed. */
export interface LinkTarget {
  /** As listings have it: `-` for a file, `d` for a folder. */
  readonly type: string;
  readonly facts: Facts;
  /** Where it is: an address without links. */
  readonly address: SftpAddress;
}

const HOME = '~/';

/** Returns the path of an address as the server has it: paths below the home folder are relative. */
export const remotePath = ({ path }: SftpAddress): string => (path.startsWith(HOME) ? `./${path.slice(HOME.length)}` : path);

/** Follows a link. Returns undefined where it leads nowhere, in a circle, or to what the user may not see. Throws errors of the connection. */
export async function targetOf(client: SftpClient, link: SftpAddress): Promise<LinkTarget | undefined> {
  try {
    const { isFile, isDirectory, size, modifyTime } = await client.stat(remotePath(link));
    return { type: typeOf(isFile, isDirectory), facts: { size, modifyTime }, address: await realAddress(client, link) };
  } catch (cause) {
    if (isTransient(cause)) throw cause;
    return undefined;
  }
}

/**
 * Returns an address without links, as an absolute path. What does not exist yet is below the nearest folder that does: servers differ in what they answer for it.
 * Throws errors of the connection and of the server, such as for links in a circle.
 */
export async function realAddress(client: SftpClient, address: SftpAddress): Promise<SftpAddress> {
  const missing: string[] = [];
  let path = remotePath(address);
  while ((await client.exists(path)) === false && posix.dirname(path) !== path) {
    missing.unshift(posix.basename(path));
    path = posix.dirname(path);
  }
  return { ...address, path: posix.join(await client.realPath(path), ...missing) };
}

function typeOf(isFile: boolean, isFolder: boolean): string {
  if (isFile) return '-';
  return isFolder ? 'd' : '?';
}
