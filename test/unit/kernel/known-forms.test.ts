import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { ByteWriter } from '../../../src/common/byte-writer';
import { Kernel } from '../../../src/kernel/kernel';
import { READ } from '../../../src/kernel/layout';
import { createConverter } from '../../../src/pipeline/create-converter';
import { FileReading } from '../../../src/pipeline/file-reading';
import { encodeItem } from '../../../src/pipeline/record-item';
import { isRecord, unreadOf } from '../../../src/pipeline/stream-item';
import type { StreamItem } from '../../../src/pipeline/stream-item';
import { UnreadValues } from '../../../src/pipeline/unread/unread-values';
import { text } from '../../../src/plugin';
import { budget, everyNth } from '../../support/fuzz';
import { valueOf } from '../../support/mapped';
import { mutate, mutations } from '../../property/mutations';

const { context } = createConverter();
const NAMES = ['835.edi', '837p.edi', '834.edi', '277ca.edi'];
const ALL = [...NAMES, '837i.edi', '837d.edi', '835-institutional.edi', '271.edi'];
const readSample = (name: string): Buffer => readFileSync(join(__dirname, '../../../samples', name));

function itemsOf(edi: Buffer, findsUnreadLater: boolean): StreamItem[] {
  const limits = { maxSegmentBytes: undefined, maxTransactionSegments: Infinity, maxRecordSegments: Infinity, maxRecordBytes: Infinity };
  const { controlRecords } = context;
  const none = { isTransactionTopLevel: false, hasControlSegments: false, asSegments: false, objects: new Set<string>(), descriptions: undefined };
  const reading = new FileReading(context.sets, {
    fileName: 'a.edi',
    limits,
    controlRecords,
    splitAfter: Infinity,
    findsUnread: true,
    findsUnreadLater,
    ...none,
  });
  try {
    return [...reading.write(edi), ...reading.end()];
  } catch {
    return reading.takeItems();
  }
}

/** Messages of input that reaches no field, of records that are written before they are looked at, or of the transaction. */
function unreadIn(edi: Buffer, findsUnreadLater: boolean): readonly unknown[] {
  const items = itemsOf(edi, findsUnreadLater);
  for (const item of items) if (isRecord(item)) encodeItem(item, new ByteWriter(), undefined);
  return items.flatMap((item) => (isRecord(item) ? [...unreadOf(item)] : item.kind === 'issue' ? [item.issue] : []));
}

/** Looks that the kernel has settled, of all. */
function settledIn(edi: Buffer): readonly [number, number] {
  const looks = itemsOf(edi, true).flatMap((item) => {
    if (!isRecord(item) || 'written' in item || item.look === undefined) return [];
    encodeItem(item, new ByteWriter(), undefined);
    return [item.look];
  });
  return [looks.filter(({ isOpen }) => !isOpen).length, looks.length];
}

describe('the kernel', () => {
  it.each(NAMES)('settles what was learned of %s', (name) => {
    const edi = readSample(name);
    expect(unreadIn(edi, true)).toEqual(unreadIn(edi, false));
    const [settled, all] = settledIn(edi);
    expect({ settled: settled > 0, all: all > 0 }).toEqual({ settled: true, all: true });
  });

  it.each(everyNth(2, NAMES))('leaves a segment of %s to be found that stands there twice', (name) => {
    const edi = readSample(name).toString('latin1');
    const segments = edi.split(/(?<=~\s*)(?=[A-Z])/);
    const found = segments.map((segment, i) => {
      const twice = Buffer.from(segments.toSpliced(i, 0, segment).join(''));
      const unread = unreadIn(twice, true);
      expect(unread).toEqual(unreadIn(twice, false));
      return unread.length;
    });
    expect(Math.max(...found)).toBeGreaterThan(0);
  });

  it('leaves input to be found that reaches no field', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ALL), mutations, (name, changes) => {
        const edi = mutate(readSample(name), changes);
        expect(unreadIn(edi, true)).toEqual(unreadIn(edi, false));
      }),
      budget(60),
    );
  });

  it('knows the places of loops around that somebody else has looked at, as in a part of a file', () => {
    const entry = context.plugins.findTransactionSet('837', ['005010X222A1']);
    const bound = entry && context.sets.bindTo(entry, '005010X222A2');
    const item = itemsOf(readSample('837p.edi'), false).find(isRecord);
    if (bound === undefined || item === undefined || !('loop' in item)) throw new Error('The sample gives no claim.');
    const record = bound.unitRecords.get(item.loop.def);
    if (record === undefined) throw new Error('No record is made of a claim.');
    let root = item.loop;
    for (let node = item.loop; node.parent !== undefined; node = node.parent) root = node.parent;
    for (let node = item.loop; node !== root && node.parent !== undefined; node = node.parent) node.isLookedAt = false;
    const unread = new UnreadValues(bound);
    unread.inUnit(item.loop, record, () => undefined);
    // The specialty of the billing provider is read beside the loops of its level and of the head.
    const submitter = root.loops.find(({ def }) => def.id === '1000A')?.def.trigger.slot;
    expect(unread.formsOf(record).met).toContain(submitter);
  });

  it('uses the memory of collected engines again', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: unknown = runInNewContext('gc');
    const allocate = jest.spyOn(Kernel.prototype, 'allocate');
    const tableBytes: number = READ.BYTES;
    const tablesOf = async (engines: number): Promise<number> => {
      allocate.mockClear();
      for (let i = 0; i < engines; i++) await valueOf(text('CLP01'), ['CLP*A*1*100*80']);
      return allocate.mock.calls.filter(([size]) => size === tableBytes).length;
    };
    const tables = await tablesOf(6);
    // What one collection leaves, such as a frame of the stack that is still seen, the next ones take.
    for (let i = 0; i < 5; i++) {
      if (typeof collectGarbage === 'function') collectGarbage();
      await nextTurn();
    }
    expect(await tablesOf(4)).toBeLessThan(tables / 3);
    allocate.mockRestore();
  });
});
