import { multipartSources } from '../../../src/http/body/multipart-sources';
import { inChunks, textOf } from '../pipeline/sources/collect';

const NAMED = '--B\r\nContent-Disposition: form-data; name="files"; filename="a.edi"\r\n\r\nISA*\r\n';
const NAMELESS = '--B\r\nContent-Type: text/plain\r\n\r\nISA*\r\n';

async function outcomesOf(form: string): Promise<readonly string[]> {
  const outcomes: string[] = [];
  for await (const { name, open } of multipartSources(inChunks(Buffer.from(`${form}--B--\r\n`), 10), 'B', 10_000)) {
    outcomes.push(`${name}: ${await textOf(open()).catch(String)}`);
  }
  return outcomes;
}

describe('multipartSources', () => {
  it('keeps the files before a part without a field name, which fails', async () => {
    expect(await outcomesOf(NAMED + NAMELESS)).toEqual(['a.edi: ISA*', expect.stringMatching(/^multipart form: .*A part of the form has no field name/)]);
  });

  it('refuses a form that begins with a part without a field name', async () => {
    await expect(outcomesOf(NAMELESS + NAMED)).rejects.toMatchObject({ code: 'EDI_MULTIPART_INVALID' });
  });

  // Dicer does not know the padding that RFC 2046 allows; no client sends it, and the file is not lost in silence.
  it('refuses padding after a boundary', async () => {
    await expect(outcomesOf(NAMED.replace('--B', '--B  '))).rejects.toMatchObject({ code: 'EDI_MULTIPART_INVALID' });
  });
});
