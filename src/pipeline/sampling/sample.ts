import { EdiError } from '../../common/edi-error';
import { nearestName } from '../../common/nearest-name';
import type { Sample, SampleFault, TransactionSample } from '../../plugin/sample';
import type { PluginRegistry } from '../../plugin/plugin.registry';
import { geText, gsText, ieaText, isaText } from '../../x12/envelope-writer';
import type { EngineContext } from '../context';
import { inTurns, type Share } from '../event-loop-share';
import { checkOptionNames, type OptionTable } from '../known-options';
import { X12_FAULTS } from './envelope-faults';
import { FaultPlan } from './fault-plan';
import { SampleBuffer } from './sample-buffer';
import type { SampleInfo, SampleOptions, SampleSummary, Sampling } from './sampling.types';

const DEFAULT_RECORDS = 100;

const MAX_SEED = 999_999;

/** A group has at most so many transaction sets; GE01 has room for six digits. */
const TRANSACTIONS_PER_GROUP = 10_000;

/** Bytes of a piece, about: small transaction sets are joined. */
const PIECE_BYTES = 262_144;

const TIME = '0800';

const OPTIONS = { records: 'number', bytes: 'number', seed: 'number', faults: 'string', signal: 'object' } as const satisfies OptionTable<SampleOptions>;

/** Writes a synthetic file; see `Sampler.sample`. */
export function sample(context: EngineContext, id: string, options: SampleOptions = {}): Sampling {
  checkOptionNames('sample', options, OPTIONS);
  const found = findSample(context.plugins, id);
  const { seed = 1, bytes, signal } = options;
  checkRange('seed', seed, 0, MAX_SEED);
  const summary: SampleSummary = { bytes: 0, records: 0, transactions: 0, faults: [] };
  const run: SampleRun = {
    seed,
    maxRecords: checkRange('records', options.records ?? (bytes === undefined ? DEFAULT_RECORDS : Number.MAX_SAFE_INTEGER), 1),
    maxBytes: checkRange('bytes', bytes ?? Number.MAX_SAFE_INTEGER, 1),
    faults: new FaultPlan(options.faults ?? '', faultsOf(found), summary.faults),
    share: context.share.until(signal),
    summary,
  };
  return { summary, [Symbol.asyncIterator]: () => pieces(run, 'set' in found ? interchange(run, found) : formatText(run, found)) };
}

/** The samples of the plugins. */
export const sampleList = ({ samples }: PluginRegistry): readonly SampleInfo[] =>
  samples.map((one) => {
    const { id, title, records } = one;
    return { id, title, records, faults: faultsOf(one).map(({ id: fault, what, rule }) => ({ id: fault, what, rule })) };
  });

const faultsOf = (one: Sample | TransactionSample): readonly SampleFault[] => [...(one.faults ?? []), ...('set' in one ? X12_FAULTS : [])];

function findSample({ samples }: PluginRegistry, id: string): Sample | TransactionSample {
  const name = id.toLowerCase();
  const found = samples.find((one) => one.id === name);
  if (found !== undefined) return found;
  const ids = samples.map((one) => one.id);
  const nearest = nearestName(name, ids);
  throw new EdiError(
    'EDI_BAD_PARAMETER',
    `There is no sample ${id}.${nearest === undefined ? '' : ` Did you mean ${nearest}?`} Samples are ${ids.join(', ')}.`,
  );
}

function checkRange(name: string, value: number, from: number, to = Number.MAX_SAFE_INTEGER): number {
  if (Number.isSafeInteger(value) && value >= from && value <= to) return value;
  const limit = to === Number.MAX_SAFE_INTEGER ? `from ${from}` : `from ${from} to ${to}`;
  throw new EdiError('EDI_BAD_PARAMETER', `${name} must be a whole number ${limit}.`);
}

interface SampleRun {
  readonly seed: number;
  readonly maxRecords: number;
  readonly maxBytes: number;
  readonly faults: FaultPlan;
  readonly share: Share;
  readonly summary: SampleSummary;
}

const isFull = ({ summary, maxRecords, maxBytes }: SampleRun, pending: number): boolean => summary.records >= maxRecords || summary.bytes + pending >= maxBytes;

async function* pieces({ share, faults }: SampleRun, texts: Iterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  yield* inTurns(texts, share);
  faults.checkAllPlaced();
}

/** One interchange, in pieces. */
function* interchange(run: SampleRun, of: TransactionSample): Generator<Buffer, void, undefined> {
  const { functionalId, version, sender, receiver, date } = of;
  const controlNumber = run.seed + 1;
  const out = new SampleBuffer();
  const body = new SampleBuffer();
  let groups = 0;
  let transactions = 0;
  out.add(isaText({ senderQualifier: 'ZZ', sender, receiverQualifier: 'ZZ', receiver, date, time: TIME, controlNumber, usage: 'T' }));
  do {
    if (transactions === TRANSACTIONS_PER_GROUP) {
      out.add(geText(transactions, groups));
      transactions = 0;
    }
    if (transactions === 0) out.add(gsText({ functionalId, sender, receiver, date, time: TIME, controlNumber: ++groups, version }));
    writeTransaction(run, of, { out, body, number: ++transactions });
    if (out.length >= PIECE_BYTES) yield taken(run, out);
  } while (!isFull(run, out.length));
  out.add(geText(transactions, groups) + ieaText(groups, controlNumber));
  yield taken(run, out);
}

function taken({ summary }: SampleRun, out: SampleBuffer): Buffer {
  const piece = out.take();
  summary.bytes += piece.length;
  return piece;
}

/** A transaction set: its records are written before its head, which may have their totals. */
function writeTransaction(run: SampleRun, of: TransactionSample, { out, body, number }: { out: SampleBuffer; body: SampleBuffer; number: number }): void {
  const { summary, faults, seed } = run;
  const text = of.open({ seed, firstRecord: summary.records });
  let count = 0;
  do body.add(faults.apply('record', text.record(summary.records++)));
  while (++count < of.recordsPerTransaction && !isFull(run, out.length + body.length));
  const controlNumber = String(number).padStart(4, '0');
  const head = text.head();
  const tail = text.tail();
  const segments = segmentsIn(head) + body.countSegments() + segmentsIn(tail) + 2;
  out.add(`ST*${of.set}*${controlNumber}${of.isWithoutConvention === true ? '' : `*${of.version}`}~\n${faults.apply('head', head)}`);
  out.append(body);
  out.add(faults.apply('tail', `${tail}SE*${segments}*${controlNumber}~\n`));
  summary.transactions++;
}

const segmentsIn = (text: string): number => text.split('~').length - 1;

/** A file of a format, in pieces. */
function* formatText(run: SampleRun, of: Sample): Generator<Buffer, void, undefined> {
  const { summary, faults, seed } = run;
  const text = of.open({ seed, firstRecord: 0 });
  const out = new SampleBuffer();
  out.add(faults.apply('head', text.head()));
  do {
    out.add(faults.apply('record', text.record(summary.records++)));
    if (out.length >= PIECE_BYTES) yield taken(run, out);
  } while (!isFull(run, out.length));
  out.add(faults.apply('tail', text.tail()));
  yield taken(run, out);
}
