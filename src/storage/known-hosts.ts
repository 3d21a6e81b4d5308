import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A key that a host may have. */
export interface HostKey {
  /** Such as ssh-ed25519. */
  readonly type: string;
  readonly key: Buffer;
}

const SSH_PORT = 22;

/**
 * Reads the keys of a host from a known_hosts file of OpenSSH: plain, hashed, and patterns. Keys of certificate authorities are left out; revoked keys are
 * removed from the others.
 *
 *     [sftp.example.org]:2222,192.0.2.7 ssh-ed25519 AAAAC3NzaC1lZDI1NTE5...
 *     |1|salt in base64|HMAC-SHA1 of the name ssh-rsa AAAAB3NzaC1yc2E...
 */
export function hostKeys(file: string, host: string, port: number): readonly HostKey[] {
  const name = port === SSH_PORT ? host.toLowerCase() : `[${host.toLowerCase()}]:${port}`;
  const known: HostKey[] = [];
  const revoked: Buffer[] = [];
  for (const line of file.split(/\r?\n/)) {
    const fields = line.trim().split(/\s+/);
    const marker = fields[0]?.startsWith('@') === true ? fields.shift() : undefined;
    const [names = '', type, text] = fields;
    if (names === '' || names.startsWith('#') || type === undefined || text === undefined || !isNamed(names, name)) continue;
    const key = Buffer.from(text, 'base64');
    if (marker === '@revoked') revoked.push(key);
    else if (marker === undefined) known.push({ type, key });
  }
  return known.filter(({ key }) => !revoked.some((one) => one.equals(key)));
}

/** A name with ! before it takes back what a pattern beside it allows. */
function isNamed(names: string, name: string): boolean {
  if (names.startsWith('|1|')) return isHashOf(names, name);
  const patterns = names.toLowerCase().split(',');
  if (patterns.some((pattern) => pattern.startsWith('!') && fits(pattern.slice(1), name))) return false;
  return patterns.some((pattern) => !pattern.startsWith('!') && fits(pattern, name));
}

function isHashOf(names: string, name: string): boolean {
  const [, , salt = '', hash = ''] = names.split('|');
  const wanted = Buffer.from(hash, 'base64');
  const own = createHmac('sha1', Buffer.from(salt, 'base64')).update(name).digest();
  return wanted.length === own.length && timingSafeEqual(wanted, own);
}

function fits(pattern: string, name: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`).test(name);
}

/** Returns the names under which a client offers to check keys, so that the server shows one that is known. */
export function algorithmsFor(keys: readonly HostKey[]): readonly string[] {
  return [...new Set(keys.flatMap(({ type }) => (type === 'ssh-rsa' ? ['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa'] : [type])))];
}

/** Returns the fingerprint of a key as OpenSSH shows it: `SHA256:...`. */
export function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}
