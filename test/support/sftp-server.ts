import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { StorageEnvironment } from '../../src/storage/storage';
import { until } from './until';

const SSHD = '/usr/sbin/sshd';

/** True where the server of OpenSSH is installed (Debian: openssh-server). */
export const hasSshd = (): boolean => existsSync(SSHD);

/** A server of OpenSSH for this user, behind a relay whose connections a test can cut. */
export interface SftpServer {
  readonly host: string;
  readonly port: number;
  /** Folder of the files that a test may use. */
  readonly folder: string;
  /** `sftp://user@host:port` and the path of a file of the folder. */
  url(path: string): string;
  /** What a command needs to reach it. */
  readonly environment: StorageEnvironment;
  /** Cuts every connection once so many more bytes came from the server. */
  cutAfter(bytes: number): void;
  close(): Promise<void>;
}

/** Makes keys and settings in a temporary folder, and starts sshd with them. */
export async function startSftpServer(): Promise<SftpServer> {
  const home = mkdtempSync(join(tmpdir(), 'clearloop-sftp-'));
  for (const name of ['host', 'user']) execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(home, name)]);
  const folder = join(home, 'files');
  mkdirSync(folder);
  const sshPort = await freePort();
  const child = await startSshd(home, sshPort);
  const relay = await startRelay(sshPort);
  const host = '127.0.0.1';
  writeFileSync(join(home, 'known_hosts'), `[${host}]:${relay.port} ${readFileSync(join(home, 'host.pub'), 'utf8')}`);
  return {
    host,
    port: relay.port,
    folder,
    url: (path) => `sftp://${userInfo().username}@${host}:${relay.port}${folder}/${path}`,
    environment: { CLEARLOOP_SFTP_KEY_FILE: join(home, 'user'), CLEARLOOP_SFTP_KNOWN_HOSTS: join(home, 'known_hosts') },
    cutAfter: relay.cutAfter,
    close: async () => {
      relay.close();
      child.kill('SIGTERM');
      await until(() => child.exitCode !== null || child.signalCode !== null);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function startSshd(home: string, port: number): Promise<ChildProcess> {
  // Where root starts it, it asks for the folder of its unprivileged half.
  if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true });
  const settings = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(home, 'host')}`,
    `AuthorizedKeysFile ${join(home, 'user.pub')}`,
    `PidFile ${join(home, 'pid')}`,
    'StrictModes no',
    'UsePAM no',
    'PasswordAuthentication no',
    'MaxSessions 50',
    'Subsystem sftp internal-sftp',
  ];
  writeFileSync(join(home, 'sshd_config'), `${settings.join('\n')}\n`);
  const child = spawn(SSHD, ['-D', '-e', '-f', join(home, 'sshd_config')], { stdio: 'ignore' });
  await until(() => answers(port));
  return child;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

interface Relay {
  readonly port: number;
  cutAfter(bytes: number): void;
  close(): void;
}

async function startRelay(target: number): Promise<Relay> {
  let left = Number.POSITIVE_INFINITY;
  const sockets = new Set<Socket>();
  const cut = (): void => {
    for (const one of sockets) one.destroy();
    sockets.clear();
  };
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port: target, host: '127.0.0.1', noDelay: true });
    for (const one of [client, upstream]) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    upstream.on('data', (bytes: Buffer) => {
      left -= bytes.length;
      if (left >= 0) return void client.write(bytes);
      left = Number.POSITIVE_INFINITY;
      cut();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    cutAfter: (bytes) => {
      left = bytes;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
