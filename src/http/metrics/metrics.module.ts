import { Controller, type DynamicModule, Get, Header, Injectable, Module } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { FILE_STATES } from '../../batch/batch.types';
import type { ConversionSummary } from '../../pipeline/conversion.types';
import { RequiresApiKey } from '../auth/api-key.guard';
import { type BatchFigures, BatchStatusReader } from '../batches/batch-progress';
import { BatchesModule } from '../batches/batches.module';
import { ConversionSlots } from '../limits/conversion-slots';
import { LimitsModule } from '../limits/limits.module';
import type { RequestReport } from '../logging/request-log';
import type { RequestNote } from '../logging/request-notes';
import type { ServiceSettings } from '../settings/service-settings';

const SECONDS_OF_RATE = 60;

/** Adds the metrics of batches. They are those of the ledger and the queue, so that every service that shares them shows the same: take one of them, or the maximum. */
export function addBatchMetrics(registry: Registry, status: BatchStatusReader): void {
  const gauge = (name: string, help: string, read: (figures: BatchFigures) => number | undefined): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const now = await status.figures();
        const value = now === undefined ? undefined : read(now);
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  };
  gauge('clearloop_batch_ledger_up', '1 when the ledger of batches answers, else 0.', ({ ledger }) => (ledger === undefined ? 0 : 1));
  gauge('clearloop_batch_queue_up', '1 when the queue of batches answers, else 0.', ({ queue }) => (queue === undefined ? 0 : 1));
  gauge(
    'clearloop_batch_queue_waiting',
    'Jobs that wait in the queue; at most about 1,000, the other files wait in the ledger.',
    ({ queue }) => queue?.waiting,
  );
  gauge('clearloop_batch_queue_active', 'Jobs that workers have.', ({ queue }) => queue?.active);
  gauge('clearloop_batches_running', 'Batches that have not ended.', ({ ledger }) => ledger?.batches);
  gauge('clearloop_batch_attempts', 'Times that the files of running batches were begun.', ({ ledger }) => ledger?.attempts);
  gauge('clearloop_batch_files_per_second', 'Files that ended within the last minute, a second.', ({ ledger }) =>
    ledger === undefined ? undefined : ledger.endedInLastMinute / SECONDS_OF_RATE,
  );
  new Gauge({
    name: 'clearloop_batch_files',
    help: 'Files of running batches, by state.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const ledger = (await status.figures())?.ledger;
      for (const state of FILE_STATES) {
        if (ledger === undefined) this.remove({ state });
        else this.set({ state }, ledger.states[state]);
      }
    },
  });
}

/** Upper bounds of the buckets of times, in seconds: small files take milliseconds, large ones minutes. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];

/** Counts of every conversion, with the names of their metrics. */
const AMOUNTS = {
  bytes: ['clearloop_input_bytes_total', 'Bytes of input that were read, after inflating.'],
  files: ['clearloop_files_total', 'Files that were read.'],
  segments: ['clearloop_segments_total', 'Segments that were read.'],
  transactions: ['clearloop_transactions_total', 'Transaction sets that were read.'],
  records: ['clearloop_records_total', 'Records that were converted: claims, payments, members ...'],
  skippedSegments: ['clearloop_skipped_segments_total', 'Segments that are in no record.'],
  unreadValues: ['clearloop_unread_values_total', 'Values that no field of a record shows.'],
} as const satisfies Partial<Record<keyof ConversionSummary, readonly [string, string]>>;

type Amount = keyof typeof AMOUNTS;

const AMOUNT_NAMES: readonly Amount[] = ['bytes', 'files', 'segments', 'transactions', 'records', 'skippedSegments', 'unreadValues'];

/** Counts of a request that are already in the metrics. */
interface Counted {
  readonly amounts: Record<Amount, number>;
  readonly issues: Record<string, number>;
}

/**
 * The metrics of one service, in a registry of their own. Labels are patterns of routes, types of issues, error codes and statuses: sets
 * that do not grow. No name and no value of a request is ever a label.
 */
@Injectable()
export class ServiceMetrics {
  readonly registry = new Registry();
  private readonly running = new Map<RequestNote, Counted>();
  private readonly amounts: Readonly<Record<Amount, Counter>>;
  private readonly issues = this.counter('clearloop_issues_total', 'Issues that were found in input, by type.', ['type']);
  private readonly errors = this.counter('clearloop_errors_total', 'Requests that failed, by error code.', ['code']);
  private readonly requests = this.counter('clearloop_requests_total', 'Requests that are over.', ['method', 'route', 'status']);
  private readonly aborted = this.counter('clearloop_aborted_requests_total', 'Requests whose client did not get the whole answer.', ['route']);
  private readonly slowClients = this.counter('clearloop_slow_clients_total', 'Requests that were ended because the client was too slow.', ['duty']);
  private readonly duration = this.histogram('clearloop_request_duration_seconds', 'Time from the first byte of a request to the last one of its answer.');
  private readonly waiting = this.histogram('clearloop_request_wait_seconds', 'Time that a request waited for its turn.');

  constructor(slots: ConversionSlots, batches: BatchStatusReader) {
    const amountOf = (name: Amount): Counter => this.counter(AMOUNTS[name][0], AMOUNTS[name][1], []);
    this.amounts = {
      bytes: amountOf('bytes'),
      files: amountOf('files'),
      segments: amountOf('segments'),
      transactions: amountOf('transactions'),
      records: amountOf('records'),
      skippedSegments: amountOf('skippedSegments'),
      unreadValues: amountOf('unreadValues'),
    };
    this.gauge('clearloop_conversions_running', 'Conversions that run.', () => slots.running);
    this.gauge('clearloop_conversions_waiting', 'Requests that wait for their turn.', () => slots.waiting);
    this.gauge('clearloop_conversions_limit', 'Conversions that may run at the same time.', () => slots.limits.running);
    if (batches.isEnabled) addBatchMetrics(this.registry, batches);
    collectDefaultMetrics({ register: this.registry });
  }

  /** Takes a request into account from now on: long ones are counted while they run. */
  begin(note: RequestNote): void {
    this.running.set(note, { amounts: { bytes: 0, files: 0, segments: 0, transactions: 0, records: 0, skippedSegments: 0, unreadValues: 0 }, issues: {} });
  }

  /** Adds the remaining counts of a finished request. */
  end({ method, route = '(none)', status, isAborted, milliseconds, note }: RequestReport): void {
    this.addProgress(note);
    this.running.delete(note);
    this.requests.inc({ method: route === '(none)' ? '(any)' : method, route, status });
    this.duration.observe({ route }, milliseconds / 1000);
    if (isAborted) this.aborted.inc({ route });
    if (note.errorCode !== undefined) this.errors.inc({ code: note.errorCode });
    if (note.slowAt !== undefined) this.slowClients.inc({ duty: note.slowAt });
    if (note.waitedMilliseconds !== undefined) this.waiting.observe({ route }, note.waitedMilliseconds / 1000);
  }

  /** Returns all metrics in the text format of Prometheus. */
  async text(): Promise<string> {
    for (const note of this.running.keys()) this.addProgress(note);
    return this.registry.metrics();
  }

  private addProgress(note: RequestNote): void {
    const counted = this.running.get(note);
    if (counted === undefined) return;
    const { summary, issueCounts } = note;
    for (const name of summary === undefined ? [] : AMOUNT_NAMES) {
      const now = summary?.[name] ?? 0;
      this.amounts[name].inc(now - counted.amounts[name]);
      counted.amounts[name] = now;
    }
    for (const [type, count] of Object.entries(issueCounts)) {
      this.issues.inc({ type }, count - (counted.issues[type] ?? 0));
      counted.issues[type] = count;
    }
  }

  private counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  private histogram(name: string, help: string): Histogram<'route'> {
    return new Histogram({ name, help, labelNames: ['route'], buckets: SECONDS, registers: [this.registry] });
  }

  private gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }
}

/** What Prometheus calls its text format. */
const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';

/** Returns metrics. They reveal the volume of business, so they need a key if there are keys, unless CLEARLOOP_METRICS is `open`. */
@ApiTags('Service')
@Controller()
export class MetricsController {
  constructor(private readonly metrics: ServiceMetrics) {}

  @Get('metrics')
  @RequiresApiKey()
  @Header('content-type', TEXT_FORMAT)
  @ApiOperation({ operationId: 'getMetrics', summary: 'Metrics of the service, for Prometheus' })
  @ApiProduces('text/plain')
  @ApiOkResponse({ schema: { type: 'string' } })
  async text(): Promise<string> {
    return this.metrics.text();
  }
}

/** Prometheus metrics, and the operation that returns them. */
@Module({ imports: [LimitsModule, BatchesModule], providers: [ServiceMetrics], exports: [ServiceMetrics] })
export class MetricsModule {
  /** With CLEARLOOP_METRICS `off` there is no such operation. */
  static forRoot({ CLEARLOOP_METRICS: access }: ServiceSettings): DynamicModule {
    return { module: MetricsModule, controllers: access === 'off' ? [] : [MetricsController] };
  }
}
