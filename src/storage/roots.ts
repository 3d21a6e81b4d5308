import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { EdiError } from '../common/edi-error';
import { systemErrorCode } from '../io/system-error';
import { type Address, parseAddress, pathOf, showAddress, withPath } from './address';
import { globOf } from './glob';

/** What a server may read as a dot or a slash, or drop. */
const ENCODED = /%(2e|2f|5c|00)/i;

/** No address of a file needs them, and servers differ in what they make of them. */
const CONTROL = /[\u0000-\u001f\u007f]/;

/**
 * Folders and prefixes outside of which nothing is read or written. A root is a folder: `s3://claims/in` holds `s3://claims/in/a.835`, and not
 * `s3://claims/inbox/a.835`. Paths of this machine are compared after links were followed; for those of an SFTP server, `followed` has the roots, and its storage where an address is.
 */
export class Roots {
  private readonly roots: readonly Address[];

  /** Throws EDI_BAD_PARAMETER for what is no address. */
  constructor(roots: readonly (string | Address)[]) {
    this.roots = roots.map((root) => (typeof root === 'string' ? parseAddress(root) : root));
  }

  /** Returns the roots of the place of an address, such as its server, after `real` followed links in their paths. */
  async followed(address: Address, real: (root: Address) => Promise<Address>): Promise<Roots> {
    const roots = this.roots.filter((root) => root.kind !== 'file' && isSamePlace(root, address));
    return new Roots(await Promise.all(roots.map(real)));
  }

  /** True for a file, folder or prefix that is one of the roots or below one. */
  includes(address: Address): boolean {
    return !CONTROL.test(pathOf(address)) && this.roots.some((root) => isWithin(root, address));
  }

  /** Throws EDI_BATCH_REFUSED for an address outside of the roots; `real` is where it is after links were followed. */
  check(address: Address, real = address): void {
    if (this.includes(real)) return;
    throw new EdiError('EDI_BATCH_REFUSED', `${showAddress(address)} is below none of the folders and addresses that CLEARLOOP_BATCH_ROOTS allows.`);
  }

  /** Checks what is searched: an address, and where its pattern begins. Throws EDI_BATCH_REFUSED, and EDI_BAD_PARAMETER for what is no address. */
  checkSearch(argument: string): void {
    const address = parseAddress(argument);
    this.check(address);
    const glob = address.kind === 'http' ? undefined : globOf(pathOf(address));
    if (glob !== undefined) this.check(withPath<Address>(address, glob.folder));
  }
}

function isWithin(root: Address, address: Address): boolean {
  if (root.kind === 'file') return address.kind === 'file' && isRealPathBelow(root.path, address.path);
  if (hasSteps(pathOf(address)) || !isSamePlace(root, address)) return false;
  return (address.kind !== 'http' || !ENCODED.test(pathOf(address))) && isBelow(pathOf(root), pathOf(address));
}

function isSamePlace(root: Exclude<Address, { kind: 'file' }>, address: Address): boolean {
  if (root.kind === 's3') return address.kind === 's3' && address.bucket === root.bucket;
  if (root.kind === 'http') return address.kind === 'http' && new URL(address.href).origin === new URL(root.href).origin;
  return address.kind === 'sftp' && address.host === root.host && address.port === root.port && address.user === root.user;
}

/** Stores take `..` by the letter, or as a step upwards; nobody needs it. */
const hasSteps = (path: string): boolean => path.split(/[/\\]/).some((part) => part === '..' || part === '.');

function isBelow(root: string, path: string): boolean {
  const folder = root.replace(/\/+$/, '');
  return path === folder || path.startsWith(`${folder}/`) || root === '';
}

function isRealPathBelow(root: string, path: string): boolean {
  const [realRoot, realPath] = [realPathOf(root), realPathOf(path)];
  return realRoot !== undefined && realPath !== undefined && isBelow(realRoot, realPath);
}

/** The path without links, where its last parts may not exist yet; undefined for one that cannot be followed, such as a link that leads nowhere. */
function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT' || isLink(path) || dirname(path) === path) return undefined;
    const parent = realPathOf(dirname(path));
    return parent === undefined ? undefined : join(parent, basename(path));
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}
