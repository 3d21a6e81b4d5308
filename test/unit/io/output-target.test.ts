import { PassThrough } from 'node:stream';
import { streamTarget } from '../../../src/io/output-target';

describe('streamTarget', () => {
  it('lets the memory of written bytes be written again, also where the stream hands them on later', async () => {
    const stream = new PassThrough();
    const target = streamTarget(stream);
    const bytes = Buffer.from('first;');
    await target.write(bytes);
    bytes.write('other;');
    await target.write(bytes);
    expect(String(stream.read())).toBe('first;other;');
  });
});
