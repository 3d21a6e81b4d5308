import { once } from 'node:events';
import type { SftpConnection } from '../../../src/storage/sftp-connection';
import { readAhead, writeAhead } from '../../../src/storage/sftp-file';
import { textOf } from '../io/collect';

const MEGABYTE = 1 << 20;

type ReadRequest = [handle: Buffer, into: Buffer, offset: number, length: number, position: number, done: (error: Error | undefined, count: number) => void];
type WriteRequest = [handle: Buffer, from: Buffer, offset: number, length: number, position: number, done: () => void];

/** A server of one file that answers a request when it is told to, reads with at most `most` bytes. */
function slowServer(content: string, most = MEGABYTE): { connection: SftpConnection; stored: Buffer; answers: (() => void)[]; answerAll: () => void } {
  const stored = Buffer.alloc(8 * MEGABYTE);
  const bytes = Buffer.from(content);
  const answers: (() => void)[] = [];
  const sftp = {
    open: (_path: string, _mode: string, _attributes: object, done: (error: undefined, handle: Buffer) => void) => done(undefined, Buffer.from('handle')),
    read: (...[, into, offset, length, position, done]: ReadRequest) => {
      const part = bytes.subarray(position, position + Math.min(length, most));
      part.copy(into, offset);
      answers.push(() => (part.length === 0 ? done(Object.assign(new Error('EOF'), { code: 1 }), 0) : done(undefined, part.length)));
    },
    write: (...[, from, offset, length, position, done]: WriteRequest) => {
      from.copy(stored, position, offset, offset + length);
      answers.push(done);
    },
    close: (_handle: Buffer, done: () => void) => done(),
  };
  const connection = { client: {}, sftp, isLost: false } as unknown as SftpConnection;
  return { connection, stored, answers, answerAll: () => answers.splice(0).forEach((answer) => answer()) };
}

/** Lets a server answer until work has ended. */
async function whileAnswering<T>({ answerAll }: { answerAll: () => void }, work: Promise<T>): Promise<T> {
  const timer = setInterval(answerAll, 1);
  return work.finally(() => clearInterval(timer));
}

describe('a file on an SFTP server', () => {
  const text = 'ISA*00~'.repeat(400_000);

  it('is asked for ahead, within bounds', async () => {
    const server = slowServer('x'.repeat(4 * MEGABYTE));
    const first = readAhead(server.connection, 'a.835', 0, 4 * MEGABYTE).next();
    await new Promise(setImmediate);
    expect(server.answers).toHaveLength(16);
    server.answerAll();
    await expect(first).resolves.toMatchObject({ done: false });
  });

  it('is read whole and in order where answers are short, from any place', async () => {
    const server = slowServer(text, 50_000);
    await expect(whileAnswering(server, textOf(readAhead(server.connection, 'a.835', 0, text.length)))).resolves.toBe(text);
    await expect(whileAnswering(server, textOf(readAhead(server.connection, 'a.835', 100_001, Infinity)))).resolves.toBe(text.slice(100_001));
  });

  it('is written ahead, within bounds, each piece at its place', async () => {
    const server = slowServer('');
    const stream = await writeAhead(server.connection, 'a.json');
    let written = 0;
    while (written < 2 * MEGABYTE && stream.write(Buffer.from(text.slice(written, (written += 60_000))))) await new Promise(setImmediate);
    expect(server.answers.length).toBeGreaterThan(1);
    expect(server.answers.length).toBeLessThan(20);
    const finished = once(stream, 'finish');
    stream.end();
    await whileAnswering(server, finished);
    expect(server.stored.subarray(0, written).toString()).toBe(text.slice(0, written));
  });

  it('fails with a connection that was lost before it was asked', async () => {
    const server = slowServer(text);
    const pieces = readAhead(server.connection, 'a.835', 0, Infinity);
    const first = pieces.next();
    await new Promise(setImmediate);
    server.connection.isLost = true;
    server.answerAll();
    await first;
    await expect(textOf({ [Symbol.asyncIterator]: () => pieces })).rejects.toThrow('The connection is lost');
  });
});
