import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CodeStore } from '../../src/codes/code-store';
import { openEmptyStore } from '../support/code-databases';
import { codeSubjects } from './code-subjects';
import { growthOf, liveBytes, type Prepared, type Subject } from './growth';
import { kindOf, type Measured, printTable } from './growth-table';
import { generate, type Operation, OPERATIONS, piecesOf, recordsOf } from './operations';
import { requestsOf } from './requests';
import { type Shape, shapesOf } from './shapes';

const SAMPLES = ['835.edi', '837p.edi', '837i.edi', '834.edi', '277ca.edi'];

/** Each operation tries one shape in so many; with CLEARLOOP_GROWTH_EVERY=1 all of them, which takes hours. */
const EVERY = Number(process.env['CLEARLOOP_GROWTH_EVERY'] ?? 29);

/** Growth for twice the input: 2 is linear, 4 quadratic. */
const MAX_GROWTH = 2.5;

/** More measurements of what seems to grow too much: other work on the machine makes some dearer, what grows with the square is dear in all. */
const COMPARISONS = 3;

/** Memory in use at the end of the input, beyond that before it, with the limits of the service. */
const MAX_MEGABYTES = 100;

/** Megabytes that are not looked at further: garbage may be among them. */
const FEW_MEGABYTES = MAX_MEGABYTES / 2;

const measured: Measured[] = [];

const sample = (name: string): string => readFileSync(join(__dirname, '../../samples', name), 'utf8');

/** Some of the shapes, others for each operation and sample. */
const chosen = (shapes: readonly Shape[], offset: number): readonly Shape[] =>
  shapes.filter((_shape, i) => i % EVERY === offset % Math.min(EVERY, shapes.length));

/** Measures shapes and gives those that grow too much. */
async function failuresOf(operation: string, subjects: readonly (readonly [string, Subject, Memory?])[]): Promise<readonly string[]> {
  const failures: string[] = [];
  const before = liveBytes();
  for (const [shape, subject, memory] of subjects) {
    let { growth, size } = await growthOf(subject);
    for (let again = 0; again < COMPARISONS && growth > MAX_GROWTH; again++) ({ growth, size } = await growthOf(subject));
    const megabytes = await memory?.(size, before);
    measured.push({ operation, shape: kindOf(shape), growth, megabytes });
    if (growth > MAX_GROWTH) failures.push(`${shape}: ${growth.toFixed(2)} from ${size} on`);
    if (megabytes !== undefined && megabytes > MAX_MEGABYTES) failures.push(`${shape}: ${megabytes.toFixed(0)} MB for ${4 * size}`);
  }
  return failures;
}

type Memory = (size: number, before: number) => Promise<number>;

/** Memory in use when the last byte of the input was read, beyond that before the first input. */
async function megabytesOf(operation: Operation, text: string, before: number): Promise<number> {
  let most = before;
  await operation(async function* () {
    yield* piecesOf(text);
    most = Math.max(most, liveBytes(before + FEW_MEGABYTES * 1e6));
  }).catch(() => undefined);
  return (most - before) / 1e6;
}

const onEdi = (operation: Operation, { make }: Shape): Subject => ({
  prepare(size): Prepared {
    const text = make(size);
    return async () => operation(() => piecesOf(text));
  },
});

afterAll(() => printTable(measured));

describe.each(Object.entries(OPERATIONS))('%s', (name, operation) => {
  it.each(SAMPLES)('takes time in proportion to its input, made of %s', async (file) => {
    const shapes = chosen(shapesOf(sample(file)), name.length * file.length);
    const subjects = shapes.map(
      (shape) => [shape.name, onEdi(operation, shape), async (size: number, before: number) => megabytesOf(operation, shape.make(4 * size), before)] as const,
    );
    expect(await failuresOf(name, subjects)).toEqual([]);
  });
});

describe('generate', () => {
  const REQUESTS = [
    ['837', '837p.edi', 'CLAIM', 'claims', 'PROF'],
    ['835', '835.edi', 'PAYMENT', 'payments', 'PAYMENT'],
  ] as const;

  it.each(REQUESTS)('takes time in proportion to a request for %s', async (set, file, objectType, listKey, transactionType) => {
    const record = (await recordsOf(sample(file))).find((one) => one['objectType'] === objectType);
    expect(record).toBeDefined();
    const shapes = requestsOf(record ?? {}, listKey, transactionType);
    const write: Operation = async (input) => {
      for await (const _piece of generate(set, input));
    };
    // There are few of them, so that all are tried.
    const subjects = shapes.map(
      (shape) => [shape.name, onEdi(write, shape), async (size: number, before: number) => megabytesOf(write, shape.make(4 * size), before)] as const,
    );
    expect(await failuresOf('generate', subjects)).toEqual([]);
  });
});

describe('codes', () => {
  let store: CodeStore;
  beforeAll(async () => (store = await openEmptyStore({ CLEARLOOP_DATA_DIR: ':memory:' })));
  afterAll(async () => store.close());

  const operations = codeSubjects(() => store);

  it.each(Object.keys(operations))('%s: takes time in proportion to the input', async (name) => {
    expect(await failuresOf(name, Object.entries(operations[name] ?? {}))).toEqual([]);
  });
});
