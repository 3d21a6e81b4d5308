import fc from 'fast-check';
import { readMultipart } from '../../../src/http/body/multipart-reader';
import { endlessBytes, inChunks, textOf } from '../io/collect';
import { budget } from '../../support/fuzz';

const DISPOSITION = 'Content-Disposition: form-data; name="files"; filename="a.edi"';

async function contentsOf(body: string | Buffer, chunkSize = 64): Promise<readonly string[]> {
  const contents: string[] = [];
  for await (const part of readMultipart(inChunks(Buffer.from(body), chunkSize), 'B')) contents.push(await textOf(part.content()));
  return contents;
}

function bodyOf(contents: readonly string[]): Buffer {
  const parts = contents.map((content) => `--B\r\n${DISPOSITION}\r\n\r\n${content}\r\n`);
  return Buffer.from(`${parts.join('')}--B--\r\n`, 'latin1');
}

/** Text that is likely to look like the delimiter or a part of it, but is none. */
const boundaryLike = fc
  .array(fc.constantFrom('\r\n', '\r', '\n', '--', '-', 'B', '\r\n--', '\r\n-', 'x', '\r\nB'), { maxLength: 12 })
  .map((pieces) => pieces.join(''))
  .filter((text) => !`\r\n${text}\r\n`.includes('\r\n--B'));

describe('readMultipart', () => {
  it('gives the contents back whatever they and the chunks are', async () => {
    const property = fc.asyncProperty(fc.array(boundaryLike, { maxLength: 4 }), fc.integer({ min: 1, max: 40 }), async (contents, size) => {
      expect(await contentsOf(bodyOf(contents), size)).toEqual(contents);
    });
    await fc.assert(property, budget(100));
  });

  it.each([1_000, 65_536, 1_000_000])('gives large contents back in chunks of %d bytes', async (chunkSize) => {
    const contents = [100_000, 10, 0, 70_000, 200_000].map((length, index) => `${index}`.repeat(length));
    expect(await contentsOf(bodyOf(contents), chunkSize)).toEqual(contents);
  });

  it('receives no more than it needs for the part that is read', async () => {
    let received = 0;
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of inChunks(bodyOf(Array.from({ length: 100 }, () => 'x'.repeat(100))), 50)) {
        received += chunk.length;
        yield chunk;
      }
    }
    const parts = readMultipart(counted(), 'B');
    await parts.next();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(received).toBeLessThan(200);
    await parts.return(undefined);
  });

  it('joins folded header lines, whatever the case of their names', async () => {
    const body = '--B\r\ncontent-DISPOSITION: form-data;\r\n name="files";\r\n\tfilename="a.edi"\r\n\r\nISA*\r\n--B--\r\n';
    for await (const part of readMultipart(inChunks(Buffer.from(body), 7), 'B')) expect(part).toMatchObject({ fieldName: 'files', fileName: 'a.edi' });
    expect.assertions(1);
  });

  it('reads what FormData writes', async () => {
    const form = new FormData();
    form.append('files', new Blob(['ISA*\r\n--']), 'a "b".edi');
    form.append('note', 'hello');
    const request = new Request('http://x', { method: 'POST', body: form });
    const boundary = /boundary=(.*)$/.exec(request.headers.get('content-type') ?? '')?.[1] ?? '';
    const parts: unknown[] = [];
    const bytes = inChunks(new Uint8Array(await request.arrayBuffer()), 5);
    for await (const { fieldName, fileName, content } of readMultipart(bytes, boundary)) parts.push([fieldName, fileName, await textOf(content())]);
    expect(parts).toEqual([
      ['files', 'a "b".edi', 'ISA*\r\n--'],
      ['note', undefined, 'hello'],
    ]);
  });

  it('skips preamble, epilogue, and contents that nobody reads', async () => {
    const body = `preamble\r\n--B\r\n${DISPOSITION}\r\n\r\nskipped\r\n--B\r\n${DISPOSITION}\r\n\r\nread\r\n--B--\r\nepilogue`;
    const names: string[] = [];
    for await (const part of readMultipart(inChunks(Buffer.from(body), 3), 'B')) names.push(names.length === 0 ? 'not read' : await textOf(part.content()));
    expect(names).toEqual(['not read', 'read']);
  });

  it('goes on after a content that was read in part', async () => {
    const seen: number[] = [];
    for await (const part of readMultipart(inChunks(bodyOf(['x'.repeat(1000), 'second']), 10), 'B')) {
      for await (const chunk of part.content()) {
        seen.push(chunk.length);
        break;
      }
    }
    expect(seen).toHaveLength(2);
  });

  it('gives what came of a content before it tells that the body breaks off', async () => {
    const whole = bodyOf(['x'.repeat(1000)]);
    let length = 0;
    const parts = readMultipart(inChunks(whole.subarray(0, 700), 50), 'B');
    const first = await parts.next();
    const read = async (): Promise<void> => {
      if (first.done !== true) for await (const chunk of first.value.content()) length += chunk.length;
    };
    await expect(read()).rejects.toMatchObject({ code: 'EDI_MULTIPART_INVALID' });
    expect(length).toBeGreaterThan(600);
    expect((await parts.next()).done).toBe(true);
  });

  it.each([
    ['no boundary', 'hello'],
    ['nothing', ''],
    ['no closing boundary', `--B\r\n${DISPOSITION}\r\n\r\nISA*\r\n--B`],
    ['headers without end', `--B\r\n${'x'.repeat(20_000)}`],
  ])('throws EDI_MULTIPART_INVALID for a body with %s', async (_what, body) => {
    await expect(contentsOf(body)).rejects.toMatchObject({ code: 'EDI_MULTIPART_INVALID' });
  });

  it('tells a failure of the body to the reader of the part that it cuts, not of the parts before', async () => {
    async function* cut(): AsyncGenerator<Uint8Array> {
      yield bodyOf(['first', 'second']).subarray(0, -12);
      throw new Error('cut');
    }
    const parts = readMultipart(cut(), 'B');
    const outcomes: string[] = [];
    for await (const part of parts) outcomes.push(await textOf(part.content()).catch(String));
    expect(outcomes).toEqual(['first', 'Error: cut']);
  });

  it('closes the body when its reader stops', async () => {
    const { bytes, state } = endlessBytes(Buffer.from(`--B\r\n${DISPOSITION}\r\n\r\nISA*`));
    const parts = readMultipart(bytes, 'B');
    await parts.next();
    await parts.return(undefined);
    expect(state.isClosed).toBe(true);
  });
});
