import { existsSync, readFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { SFTPWrapper } from 'ssh2';
import SftpClient from 'ssh2-sftp-client';
import { EdiError } from '../common/edi-error';
import { systemErrorCode } from '../io/system-error';
import { type SftpAddress, showAddress } from './address';
import { algorithmsFor, fingerprintOf, hostKeys } from './known-hosts';
import { type Retries, retrying, textMember } from './retrying';
import type { StorageEnvironment } from './storage';

const DEFAULT_KEYS = ['id_ed25519', 'id_ecdsa', 'id_rsa'] as const;

const CONNECT_MILLISECONDS = 20_000;
const KEEPALIVE_MILLISECONDS = 15_000;

/** A connection, and the requests of the protocol over it. */
export interface SftpConnection {
  readonly client: SftpClient;
  readonly sftp: SFTPWrapper;
  /** True when no request has an answer any more. */
  isLost: boolean;
}

/** Connections to SFTP servers: one for each user and host, opened with the first file and again when it is lost. */
export class SftpConnections {
  private readonly open = new Map<string, Promise<SftpConnection>>();

  constructor(
    private readonly environment: StorageEnvironment,
    private readonly retries: Retries,
  ) {}

  /** Throws EDI_SOURCE_UNREADABLE for a host whose key is not known, and what connecting throws. */
  async to(address: SftpAddress): Promise<SftpConnection> {
    const key = showAddress({ ...address, path: '/' });
    const existing = this.open.get(key);
    if (existing !== undefined) return existing;
    const opening = retrying(() => this.connect(address, () => this.open.delete(key)), this.retries);
    this.open.set(key, opening);
    opening.catch(() => this.open.delete(key));
    return opening;
  }

  /** Work over the connection, again over a new one while that is what failed. */
  async use<T>(address: SftpAddress, work: (client: SftpClient) => Promise<T>): Promise<T> {
    return retrying(async () => work((await this.to(address)).client), this.retries);
  }

  async close(): Promise<void> {
    const connections = [...this.open.values()];
    this.open.clear();
    await Promise.all(connections.map((one) => one.then(({ client }) => client.end()).catch(() => undefined)));
  }

  private async connect(address: SftpAddress, onClose: () => void): Promise<SftpConnection> {
    const { host, port } = address;
    const ignored = (): void => undefined;
    const client = new SftpClient('clearloop', { error: onClose, end: onClose, close: onClose });
    const knownHosts = this.environment['CLEARLOOP_SFTP_KNOWN_HOSTS'] || join(homedir(), '.ssh', 'known_hosts');
    const known = hostKeys(readIfThere(knownHosts), host, port);
    let refused: Buffer | undefined;
    const hostVerifier = (key: Buffer): boolean => {
      if (known.some((one) => one.key.equals(key))) return true;
      refused = key;
      return false;
    };
    try {
      const sftp = await client.connect({ host: host.replace(/^\[|\]$/g, ''), port, ...this.login(address), ...algorithms(known), hostVerifier, ...TIMES });
      const connection: SftpConnection = { client, sftp, isLost: false };
      sftp.once('end', () => {
        connection.isLost = true;
      });
      return connection;
    } catch (cause) {
      await client.end().then(ignored, ignored);
      throw refused === undefined ? connectionError(host, cause) : unknownHost(host, knownHosts, refused, known.length > 0);
    }
  }

  private login({ user }: SftpAddress): object {
    const { environment } = this;
    const password = environment['CLEARLOOP_SFTP_PASSWORD'];
    const keyFile = environment['CLEARLOOP_SFTP_KEY_FILE'] || DEFAULT_KEYS.map((name) => join(homedir(), '.ssh', name)).find((path) => existsSync(path));
    const passphrase = environment['CLEARLOOP_SFTP_KEY_PASSPHRASE'];
    const agent = environment['SSH_AUTH_SOCK'];
    return {
      username: user ?? (environment['CLEARLOOP_SFTP_USER'] || userInfo().username),
      ...(password ? { password } : {}),
      ...(keyFile === undefined ? {} : { privateKey: readFileSync(keyFile), ...(passphrase ? { passphrase } : {}) }),
      ...(agent ? { agent } : {}),
    };
  }
}

const TIMES = { readyTimeout: CONNECT_MILLISECONDS, keepaliveInterval: KEEPALIVE_MILLISECONDS } as const;

/** A server shows the key of the first algorithm that both sides have, which need not be the one that is known. */
function algorithms(known: ReturnType<typeof hostKeys>): object {
  return known.length === 0 ? {} : { algorithms: { serverHostKey: algorithmsFor(known) } };
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function unknownHost(host: string, file: string, key: Buffer, hasOthers: boolean): EdiError {
  const what = hasOthers ? `has another key than ${file} says` : `is not in ${file}`;
  const advice = `Compare ${fingerprintOf(key)} with the fingerprint that its operator names, and add the key (ssh-keyscan), or set CLEARLOOP_SFTP_KNOWN_HOSTS.`;
  return new EdiError('EDI_SOURCE_UNREADABLE', `The SFTP server ${host} ${what}. ${advice}`);
}

/** The client reports refused logins and algorithms by text only; neither holds what was sent. */
function connectionError(host: string, cause: unknown): unknown {
  const text = textMember(cause, 'message') ?? '';
  if (text.includes('authentication methods failed')) {
    const advice = 'Set CLEARLOOP_SFTP_PASSWORD, CLEARLOOP_SFTP_KEY_FILE or SSH_AUTH_SOCK, and name the user in the address.';
    return new EdiError('EDI_SOURCE_UNREADABLE', `The SFTP server ${host} refused the login. ${advice}`, { cause });
  }
  if (text.includes('no matching host key')) {
    return new EdiError('EDI_SOURCE_UNREADABLE', `The SFTP server ${host} has no key of a kind that the file of known hosts has. Was it changed?`, { cause });
  }
  if (text.includes('Timed out')) return Object.assign(new Error('timeout', { cause }), { code: 'ETIMEDOUT' });
  return systemErrorCode(cause) === undefined ? Object.assign(new Error('connection', { cause }), { code: 'ERR_NOT_CONNECTED' }) : cause;
}
