import type { ConversionOptions } from '../../../src/pipeline/conversion.types';
import { converter } from '../../support/conversion';
import { claim, remittanceSegments } from '../../support/remittance';
import { writeSegments } from '../../support/edi-text';

/** An endless remittance that notes how much of it was taken and whether it was closed. */
function endless() {
  const [head = '', tail = ''] = writeSegments(remittanceSegments({ claims: [['@']] })).split('@~');
  const state = { taken: 0, isClosed: false, isTail: tail !== '' };
  const source = {
    name: 'endless.edi',
    open: async function* () {
      try {
        yield Buffer.from(head);
        for (let i = 1; ; i++) {
          state.taken++;
          yield Buffer.from(writeSegments(claim(i)).repeat(100));
        }
      } finally {
        state.isClosed = true;
      }
    },
  };
  return { source, state };
}

/** Waits for some turns of the event loop. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 30));

describe('a reader that goes away', () => {
  it('closes the source at once', async () => {
    const { source, state } = endless();
    for await (const _chunk of converter().convert([source], { output: 'ndjson' })) if (state.taken >= 3) break;
    expect(state).toMatchObject({ taken: 3, isClosed: true });
    await aWhile();
    expect(state.taken).toBe(3);
  });

  it('closes the source at once in the library', async () => {
    const { source, state } = endless();
    for await (const _record of converter().records([source])) break;
    expect(state.isClosed).toBe(true);
  });

  it('does not open the next source, and ends the list of sources', async () => {
    const { source } = endless();
    const seen: string[] = [];
    async function* sources() {
      try {
        yield source;
        seen.push('next');
        yield source;
      } finally {
        seen.push('closed');
      }
    }
    for await (const _chunk of converter().convert(sources())) break;
    expect(seen).toEqual(['closed']);
  });
});

describe('an abort', () => {
  it('throws its reason and closes the source at once', async () => {
    const { source, state } = endless();
    const controller = new AbortController();
    const reason = new Error('enough');
    const read = async () => {
      for await (const _chunk of converter().convert([source], { signal: controller.signal })) if (state.taken >= 5) controller.abort(reason);
    };
    await expect(read()).rejects.toBe(reason);
    expect(state.isClosed).toBe(true);
    expect(state.taken).toBeLessThanOrEqual(6);
  });

  it('before the start opens nothing', async () => {
    const { source, state } = endless();
    const read = async () => {
      for await (const _chunk of converter().convert([source], { signal: AbortSignal.abort() })) throw new Error('Something was converted.');
    };
    await expect(read()).rejects.toThrow('aborted');
    expect(state).toMatchObject({ taken: 0, isClosed: false });
  });

  it('between two files does not begin the second', async () => {
    const { source, state } = endless();
    const controller = new AbortController();
    const first = {
      name: 'first.edi',
      open: async function* () {
        yield Buffer.from(writeSegments(remittanceSegments()));
        controller.abort();
      },
    };
    const read = async () => {
      for await (const _chunk of converter().convert([first, source], { signal: controller.signal })) continue;
    };
    await expect(read()).rejects.toThrow('aborted');
    expect(state.taken).toBe(0);
  });

  it('does not wait for a source that has nothing to give', async () => {
    const controller = new AbortController();
    const silent = {
      name: 'silent.edi',
      open: async function* () {
        yield Buffer.from('ISA');
        await new Promise(() => undefined);
      },
    };
    const read = async () => {
      for await (const _chunk of converter().convert([silent], { signal: controller.signal })) continue;
    };
    setTimeout(() => controller.abort(), 20);
    await expect(read()).rejects.toThrow();
  });
});

describe('an abort in the middle of one record with thousands of issues', () => {
  const lines = Array<string>(5_000).fill('SVC*XX:1*X');
  const text = writeSegments(remittanceSegments({ claims: [[...claim(1), ...lines]] }));
  const source = {
    name: 'a.edi',
    open: async function* () {
      yield Buffer.from(text);
    },
  };
  const options = { validate: true, maxWarnings: -1 } as const;
  type Hooks = Pick<ConversionOptions, 'onIssue' | 'signal'>;
  const drain = async (output: AsyncIterable<unknown>): Promise<void> => {
    for await (const _piece of output);
  };
  const operations: Readonly<Record<string, (hooks: Hooks) => Promise<unknown>>> = {
    'converting to JSON': (hooks) => drain(converter().convert([source], { output: 'json', ...options, ...hooks })),
    'converting to CSV': (hooks) => drain(converter().convert([source], { output: 'csv', ...options, ...hooks })),
    validating: (hooks) => drain(converter().validate([source], { output: 'ndjson', ...hooks })),
    annotating: (hooks) => drain(converter().validate([source], { output: 'annotated-text', ...hooks })),
    acknowledging: (hooks) => drain(converter().acknowledge([source], hooks)),
    parsing: (hooks) => converter().parse([source], hooks).readJson(),
  };

  it.each(Object.keys(operations))('ends %s at once', async (name) => {
    const controller = new AbortController();
    const reason = new Error('enough');
    let issues = 0;
    const onIssue = (): void => {
      issues++;
      controller.abort(reason);
    };
    await expect(operations[name]?.({ onIssue, signal: controller.signal })).rejects.toBe(reason);
    expect(issues).toBeLessThan(10);
  });
});
