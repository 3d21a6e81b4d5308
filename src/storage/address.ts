import { resolve } from 'node:path';
import { EdiError } from '../common/edi-error';

/** A file or folder of this machine; the path is absolute. */
export interface FileAddress {
  readonly kind: 'file';
  readonly path: string;
}

/** An object of a bucket, or a prefix of objects. The key has no leading slash; '' is the whole bucket. */
export interface S3Address {
  readonly kind: 's3';
  readonly bucket: string;
  readonly key: string;
}

/** A file or folder of an SFTP server; the path is absolute, or begins with `~/` for the folder of the user. */
export interface SftpAddress {
  readonly kind: 'sftp';
  readonly host: string;
  readonly port: number;
  /** Undefined: the settings say who. */
  readonly user: string | undefined;
  readonly path: string;
}

/** A file that a web server has. The query may hold a signature, so it is never shown. */
export interface HttpAddress {
  readonly kind: 'http';
  readonly href: string;
}

/** Where a file or a folder is. */
export type Address = FileAddress | S3Address | SftpAddress | HttpAddress;

/** `s3://`, `https://`: one letter would be a drive. */
const SCHEME = /^([a-z][a-z0-9+.-]+):\/\//i;

const S3 = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})(?:\/(.*))?$/is;

/**
 *     sftp://user@host:2222/in/claims.837
 *            ^ user, host and port, which may be absent
 */
const SFTP = /^sftp:\/\/(?:([^@/:]+)@)?([^@/:[\]]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?(\/.*)?$/is;

const SFTP_PORT = 22;

/** Returns the scheme of an address in small letters; undefined for a path. */
export function schemeOf(text: string): string | undefined {
  return SCHEME.exec(text)?.[1]?.toLowerCase();
}

/** True for an address that is no path of this machine. */
export const isRemote = (text: string): boolean => schemeOf(text) !== undefined;

/**
 * Reads an address: a path, `s3://bucket/key`, `sftp://user@host/path`, `https://host/path`. Keys and paths are taken as they are written, without percent
 * decoding. Throws EDI_BAD_PARAMETER for another scheme, and for an address with a password; the message does not repeat the address.
 */
export function parseAddress(text: string): Address {
  const scheme = schemeOf(text);
  if (scheme === undefined) return { kind: 'file', path: resolve(text) };
  if (scheme === 's3') return s3Address(S3.exec(text));
  if (scheme === 'sftp') return sftpAddress(text);
  if (scheme === 'http' || scheme === 'https') return httpAddress(text);
  throw new EdiError('EDI_BAD_PARAMETER', `${scheme}:// is not supported. Name a path, or an address that begins with s3://, sftp://, http:// or https://.`);
}

function s3Address(parts: RegExpExecArray | null): S3Address {
  if (parts === null)
    throw new EdiError('EDI_BAD_PARAMETER', 'An s3:// address is no s3://BUCKET/KEY. Credentials come from the environment, such as AWS_PROFILE.');
  const [, bucket = '', key = ''] = parts;
  return { kind: 's3', bucket, key };
}

function sftpAddress(text: string): SftpAddress {
  const parts = SFTP.exec(text);
  if (parts === null) {
    const advice = 'It takes no password: set CLEARLOOP_SFTP_PASSWORD or CLEARLOOP_SFTP_KEY_FILE.';
    throw new EdiError('EDI_BAD_PARAMETER', `An sftp:// address is no sftp://USER@HOST:PORT/PATH. ${advice}`);
  }
  const [, user, host = '', port, path = '/'] = parts;
  return { kind: 'sftp', host, port: port === undefined ? SFTP_PORT : Number(port), user, path: path.startsWith('/~/') ? path.slice(1) : path };
}

function httpAddress(text: string): HttpAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.username !== '' || url.password !== '')
    throw new EdiError('EDI_BAD_PARAMETER', 'A web address is broken or holds a user or a password. Leave credentials out of addresses.');
  return { kind: 'http', href: url.href };
}

/** Returns the address as it is shown and stored: without a query, which may hold a signature. It can be read again. */
export function showAddress(address: Address): string {
  if (address.kind === 'file') return address.path;
  if (address.kind === 's3') return `s3://${address.bucket}/${address.key}`;
  if (address.kind === 'http') {
    const { origin, pathname } = new URL(address.href);
    return origin + pathname;
  }
  const { user, host, port, path } = address;
  return `sftp://${user === undefined ? '' : `${user}@`}${host}${port === SFTP_PORT ? '' : `:${port}`}${path.startsWith('/') ? '' : '/'}${path}`;
}

/** Returns what stands for the place of a file inside its storage: path or key, with slashes. */
export function pathOf(address: Address): string {
  if (address.kind === 's3') return address.key;
  return address.kind === 'http' ? new URL(address.href).pathname : address.path.replaceAll('\\', '/');
}

/** Returns the address with another path or key. */
export function withPath<A extends Address>(address: A, path: string): A;
export function withPath(address: Address, path: string): Address {
  if (address.kind === 's3') return { ...address, key: path };
  return address.kind === 'http' ? { ...address, href: new URL(path, address.href).href } : { ...address, path };
}

/** Returns the address of a file below a folder: `s3://bucket/out` and `march/a.json` are `s3://bucket/out/march/a.json`. */
export function addressBelow<A extends Address>(folder: A, below: string): A {
  const path = pathOf(folder);
  return withPath(folder, path === '' || path.endsWith('/') ? path + below : `${path}/${below}`);
}
