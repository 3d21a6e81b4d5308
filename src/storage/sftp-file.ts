import { Writable } from 'node:stream';
import type { SftpConnection } from './sftp-connection';

/*
 * An answer of a server takes at least the time of the way there and back. One request at a time would be slow on every line, so several are under way at once.
 */
const REQUEST_BYTES = 65_536;
const BYTES_UNDER_WAY = 1 << 20;

/** Status of the protocol for a read behind the end. */
const END_OF_FILE = 1;

/** Yields the bytes of a file up to `end`, asking ahead; fewer where the file ends before. */
export async function* readAhead(connection: SftpConnection, path: string, start: number, end: number): AsyncGenerator<Uint8Array> {
  const file = await SftpFile.open(connection, path, 'r');
  const pieces: Promise<Buffer>[] = [];
  let next = start;
  const ask = (): void => {
    while (next < end && pieces.length * REQUEST_BYTES < BYTES_UNDER_WAY) {
      const length = Math.min(REQUEST_BYTES, end - next);
      const piece = file.read(next, length);
      // Its failure is thrown when its turn comes.
      piece.catch(() => undefined);
      pieces.push(piece);
      next += length;
    }
  };
  try {
    ask();
    for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
      const bytes = await piece;
      // Behind a piece without bytes the file has no more.
      if (bytes.length === 0) return;
      yield bytes;
      ask();
    }
  } finally {
    await Promise.allSettled(pieces);
    await file.close().catch(() => undefined);
  }
}

/** Writes a new file that only its owner may read. The stream keeps the memory of its chunks until the server has them. */
export async function writeAhead(connection: SftpConnection, path: string): Promise<Writable> {
  const file = await SftpFile.open(connection, path, 'w');
  const written = new Set<Promise<void>>();
  let position = 0;
  let underWay = 0;
  const send = async (chunk: Buffer): Promise<void> => {
    const start = position;
    position += chunk.length;
    underWay += chunk.length;
    await file.write(chunk, start);
    underWay -= chunk.length;
  };
  return new Writable({
    highWaterMark: REQUEST_BYTES,
    write(chunk: Buffer, _encoding, done) {
      const sent = send(chunk);
      written.add(sent);
      sent.then(
        () => void written.delete(sent),
        (error: unknown) => this.destroy(error instanceof Error ? error : new Error('write', { cause: error })),
      );
      if (underWay < BYTES_UNDER_WAY) done();
      else Promise.race(written).then(() => done(), done);
    },
    final(done) {
      Promise.all(written)
        .then(() => file.close())
        .then(() => done(), done);
    },
    destroy(error, done) {
      const ending = error === null && this.writableFinished ? [] : [Promise.allSettled(written).then(() => file.close())];
      void Promise.allSettled(ending).then(() => done(error));
    },
  });
}

/** A file that is open on a server. */
class SftpFile {
  private constructor(
    private readonly connection: SftpConnection,
    private readonly handle: Buffer,
  ) {}

  static async open(connection: SftpConnection, path: string, mode: 'r' | 'w'): Promise<SftpFile> {
    const handle = await ask<Buffer>(connection, (done) => connection.sftp.open(path, mode, { mode: 0o600 }, done));
    return new SftpFile(connection, handle);
  }

  /** Bytes from a position on: fewer at the end of the file only. */
  async read(position: number, length: number): Promise<Buffer> {
    const { connection, handle } = this;
    const bytes = Buffer.allocUnsafe(length);
    let filled = 0;
    let count: number;
    do {
      count = await ask<number>(connection, (done) => {
        connection.sftp.read(handle, bytes, filled, length - filled, position + filled, (error, read) =>
          isEndOfFile(error) ? done(undefined, 0) : done(error, read),
        );
      });
      filled += count;
    } while (count > 0 && filled < length);
    return bytes.subarray(0, filled);
  }

  write(bytes: Buffer, position: number): Promise<void> {
    return ask(this.connection, (done) => this.connection.sftp.write(this.handle, bytes, 0, bytes.length, position, (error) => done(error, undefined)));
  }

  close(): Promise<void> {
    return ask(this.connection, (done) => this.connection.sftp.close(this.handle, (error) => done(error, undefined)));
  }
}

/** Sends a request. Those under way fail with their connection; a later one would have no answer at all. */
function ask<T>(connection: SftpConnection, send: (done: (error: Error | null | undefined, value: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    if (connection.isLost) reject(new Error('The connection is lost'));
    else send((error, value) => (error ? reject(error) : resolve(value)));
  });
}

const isEndOfFile = (error: Error | undefined): boolean => error !== undefined && 'code' in error && error.code === END_OF_FILE;
