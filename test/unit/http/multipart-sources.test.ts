import { multipartSources } from '../../../src/http/body/edi-body';
import { inChunks, textOf } from '../io/collect';

const NAMED = '--B\r\nContent-Disposition: form-data; name="files"; filename="a.edi"\r\n\r\nISA*\r\n';
const NAMELESS = '--B\r\nContent-Type: text/plain\r\n\r\nISA*\r\n';

async function outcomesOf(form: string, maxFiles = 10): Promise<readonly string[]> {
  const outcomes: string[] = [];
  for await (const { name, open } of multipartSources(inChunks(Buffer.from(`${form}--B--\r\n`), 10), 'B', {
    maxBytes: 10_000,
    maxFiles,
    onIgnoredField: () => undefined,
  })) {
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

  it('keeps the files before the part that is one too many, which fails', async () => {
    const form = NAMED + NAMED.replace('a.edi', 'b.edi') + NAMED.replace('a.edi', 'c.edi');
    expect(await outcomesOf(form, 2)).toEqual(['a.edi: ISA*', 'b.edi: ISA*', expect.stringMatching(/^multipart form: .*more than 2 parts/)]);
    expect(await outcomesOf(form, 3)).toHaveLength(3);
  });

  it('counts parts that are no files, and refuses a form that has nothing else', async () => {
    const field = NAMED.replace('"files"', '"note"');
    await expect(outcomesOf(field.repeat(3), 2)).rejects.toMatchObject({ code: 'EDI_BODY_TOO_LARGE' });
  });

  // Dicer does not know the padding that RFC 2046 allows; no client sends it, and the file is not lost in silence.
  it('refuses padding after a boundary', async () => {
    await expect(outcomesOf(NAMED.replace('--B', '--B  '))).rejects.toMatchObject({ code: 'EDI_MULTIPART_INVALID' });
  });
});
