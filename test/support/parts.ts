import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { EdiSource } from '../../src/io/edi-source';
import { fileSource } from '../../src/io/file-source';
import type { ConversionOptions } from '../../src/pipeline/conversion.types';
import { createConverter } from '../../src/pipeline/create-converter';
import type { Engine } from '../../src/pipeline/engine';
import type { PartOutput } from '../../src/pipeline/workers/part-output';
import type { PartTask } from '../../src/pipeline/workers/part-task';
import { runPart } from '../../src/pipeline/workers/run-part';
import type { PartRunner } from '../../src/pipeline/workers/worker-pool';

/** An engine that converts parts in this thread, one after the other, and what it was asked for. */
export interface PartsEngine {
  readonly engine: Engine;
  readonly parts: { partBytes: number; readonly tasks: Pick<PartTask, 'part' | 'sources'>[] };
}

/** Makes an engine that cuts files into parts of so many bytes, without threads. */
export function partsEngine(partBytes: number): PartsEngine {
  const engine = createConverter();
  const parts = { partBytes, tasks: [] as Pick<PartTask, 'part' | 'sources'>[] };
  let last: Promise<unknown> = Promise.resolve();
  const free: PartOutput['blocks'][] = [];
  const runner: PartRunner = {
    get partBytes() {
      return parts.partBytes;
    },
    run: (_workers, task) => {
      parts.tasks.push(task);
      const results = last.then(() => runPart({ ...task, packages: [], hasCodes: false, codes: undefined, blocks: free.pop() ?? [] }));
      last = results.catch(() => undefined);
      return results.then((of) => of.map((result) => ({ result })));
    },
    converse: () => Promise.reject(new Error('There are no threads.')),
    release: ({ blocks }) => void free.push(blocks),
    rest: () => undefined,
  };
  Object.defineProperty(engine.context, 'workers', { value: runner });
  return { engine, parts };
}

const folder = mkdtempSync(join(tmpdir(), 'clearloop-parts-'));

/** Writes a file, and returns it as a source that notes when it is read in this thread. */
export function storedSource(name: string, content: string | Buffer): { readonly source: EdiSource; readonly state: { isRead: boolean } } {
  const path = join(folder, basename(name));
  writeFileSync(path, content);
  const state = { isRead: false };
  const file = fileSource(path);
  const open = (): AsyncIterable<Uint8Array> => {
    state.isRead = true;
    return file.open();
  };
  return { source: { ...file, open }, state };
}

/** All that a conversion shows, by file, in a form that can be compared. */
export async function shownBy(
  engine: Engine,
  sources: readonly EdiSource[],
  { validatesOnly = false, ...options }: ConversionOptions & { readonly validatesOnly?: boolean },
): Promise<object> {
  const issues: string[] = [];
  const noted = { ...options, onIssue: (issue: object, fileName: string) => void issues.push(JSON.stringify([issue, fileName])) };
  const files: Record<string, string> = {};
  const add = (file: string, bytes: Buffer): void => void (files[file] = (files[file] ?? '') + bytes.toString('latin1'));
  if (validatesOnly) {
    const conversion = engine.validate(sources, noted);
    const failure = await failureOf(async () => {
      for await (const bytes of conversion) add('', bytes);
    });
    return { files, issues, failure, summary: { ...conversion.summary } };
  }
  const conversion = engine.convertToFiles(sources, noted);
  const failure = await failureOf(async () => {
    for await (const { file, bytes } of conversion) add(file, bytes);
  });
  return { files, issues, failure, summary: { ...conversion.summary } };
}

async function failureOf(action: () => Promise<void>): Promise<string | undefined> {
  try {
    await action();
    return undefined;
  } catch (error) {
    return String(error);
  }
}
