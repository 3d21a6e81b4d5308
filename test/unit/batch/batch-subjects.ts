import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { BatchRequest, BatchState, FileConverter } from '../../../src/batch/batch.types';
import { type Attempts, USUAL_ATTEMPTS } from '../../../src/batch/file-worker';
import { inProcessConverter } from '../../../src/batch/in-process-converter';
import type { Batch } from '../../../src/batch/ledger/batch-table';
import type { Ledger } from '../../../src/batch/ledger/ledger';
import { openLedger } from '../../../src/batch/ledger/open-ledger';
import { type BatchRun, runBatch } from '../../../src/batch/run-batch';
import { Storages } from '../../../src/storage/storages';
import { remittance } from '../../e2e/edi-835';
import type { CodeDatabase, TestDatabase } from '../../support/code-databases';

/** Nobody waits in tests. */
export const NO_DELAY: Attempts = { ...USUAL_ATTEMPTS, delay: () => 0, settleMilliseconds: 0 };

/** A ledger, folders for inputs and outputs, and what runs batches between them. */
export interface Workshop {
  readonly ledger: Ledger;
  readonly folder: string;
  readonly storages: Storages;
  readonly converter: FileConverter;
  /** Opens the same database as another process would, which may have a clock of its own. */
  openAgain(clock?: () => Date): Promise<Ledger>;
  path(name: string): string;
  /** Writes files that were not changed for a day: `in/a.835` with so many claims. */
  write(files: Readonly<Record<string, number | string>>): void;
  /** Names and contents of the outputs that are visible. */
  outputs(): Readonly<Record<string, string>>;
  request(more?: Partial<BatchRequest>): BatchRequest;
  create(more?: Partial<BatchRequest>): Promise<Batch>;
  run(batch: Batch, more?: Partial<BatchRun>): Promise<BatchState>;
  /** Names and states of the files of a batch. */
  states(batch: Batch): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

const A_DAY = 86_400;

let ids = 0;

/** The converter of all workshops, whose engines have compiled the guides. It opens no codes, and needs no end. */
export const sharedConverter = inProcessConverter({ environment: { CLEARLOOP_DATA_DIR: ':memory:' } }, 2);

export async function openWorkshop(database: CodeDatabase): Promise<Workshop> {
  const test: TestDatabase = await database.createShared();
  const ledger = await openLedger(test.settings);
  const opened: Ledger[] = [ledger];
  const folder = mkdtempSync(join(tmpdir(), 'clearloop-batch-'));
  const storages = new Storages({ environment: {} });
  const path = (name: string): string => join(folder, name);
  const request = (more: Partial<BatchRequest> = {}): BatchRequest => ({
    sources: [path('in')],
    target: path('out'),
    options: { conversion: { output: 'json', descriptions: false }, extension: 'json' },
    ...more,
  });
  const run = (batch: Batch, more: Partial<BatchRun> = {}): Promise<BatchState> =>
    runBatch(batch, {
      ledger,
      storages,
      converter: sharedConverter,
      signal: new AbortController().signal,
      whyNot: (name) => (name.endsWith('.pdf') ? 'no EDI' : undefined),
      attempts: NO_DELAY,
      pollMilliseconds: 5,
      wait: (milliseconds, signal) => setTimeout(Math.min(5, milliseconds), undefined, { signal }).catch(() => undefined),
      ...more,
    });
  return {
    ledger,
    folder,
    storages,
    converter: sharedConverter,
    path,
    openAgain: async (clock) => {
      const other = await openLedger(test.settings, clock);
      opened.push(other);
      return other;
    },
    write: (files) => {
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(path(name)), { recursive: true });
        writeFileSync(path(name), typeof content === 'number' ? remittance(content, name.replaceAll(/\W/g, '')) : content);
        const yesterday = Date.now() / 1000 - A_DAY;
        utimesSync(path(name), yesterday, yesterday);
      }
    },
    outputs: () => {
      mkdirSync(path('out'), { recursive: true });
      const names = readdirSync(path('out'), { recursive: true, encoding: 'utf8', withFileTypes: true }).filter((entry) => entry.isFile());
      return Object.fromEntries(
        names.map(({ parentPath, name }) => [join(parentPath, name).slice(path('out/').length), readFileSync(join(parentPath, name), 'utf8')]),
      );
    },
    request,
    create: (more) => ledger.batches.create(`batch-${++ids}`, request(more)),
    run,
    states: async ({ id }) => Object.fromEntries((await ledger.files.page(id)).map(({ name, state }) => [name, state])),
    close: async () => {
      await storages.close();
      await Promise.all(opened.map((one) => one.close()));
      await test.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A converter that notes which files it is given, and may fail before it converts. */
export function watched(converter: FileConverter, before: (name: string, attempt: number) => void | Promise<void> = () => undefined) {
  const names: string[] = [];
  const watching: FileConverter = {
    slots: converter.slots,
    convertFile: async (reference, options, hooks) => {
      names.push(reference.name);
      await before(reference.name, names.filter((name) => name === reference.name).length);
      return converter.convertFile(reference, options, hooks);
    },
    close: async () => undefined,
  };
  return { names, converter: watching };
}
