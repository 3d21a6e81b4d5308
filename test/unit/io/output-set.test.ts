import { OutputSet } from '../../../src/io/output-set';

/** A set of files that notes what is done to them; one of them fails at a step. */
function watchedSet(failing: string): { readonly output: OutputSet; readonly steps: string[] } {
  const steps: string[] = [];
  const step = (name: string) => async (): Promise<void> => {
    steps.push(name);
    if (name === failing) throw new Error(name);
  };
  const output = new OutputSet(async (file) => {
    await step(`open ${file}`)();
    return { write: step(`write ${file}`), settle: step(`settle ${file}`), commit: step(`commit ${file}`), discard: step(`discard ${file}`) };
  });
  return { output, steps };
}

async function writeAll(output: OutputSet): Promise<void> {
  for (const file of ['a', 'b', 'a']) await output.write(file, Buffer.from('x'));
  await output.commit();
}

describe('the files of one conversion', () => {
  it('are opened with their first bytes, and shown when all are at rest', async () => {
    const { output, steps } = watchedSet('');
    await writeAll(output);
    expect(steps).toEqual(['open a', 'write a', 'open b', 'write b', 'write a', 'settle a', 'settle b', 'commit a', 'commit b']);
  });

  it.each(['open b', 'write b', 'settle b'])('are all removed when it fails to %s', async (failing) => {
    const { output, steps } = watchedSet(failing);
    await expect(writeAll(output)).rejects.toThrow(failing);
    await output.discard();
    expect(steps.filter((step) => step.startsWith('commit'))).toEqual([]);
    expect(steps.filter((step) => step.startsWith('discard'))).toEqual(failing === 'open b' ? ['discard a'] : ['discard a', 'discard b']);
  });

  it('are not removed any more when they are shown', async () => {
    const { output, steps } = watchedSet('commit b');
    await expect(writeAll(output)).rejects.toThrow('commit b');
    await output.discard();
    expect(steps.slice(-3)).toEqual(['commit a', 'commit b', 'discard b']);
  });
});
