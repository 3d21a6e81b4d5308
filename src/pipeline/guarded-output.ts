import type { ByteWriter } from '../common/byte-writer';
import { EdiError } from '../common/edi-error';
import type { Fragment } from '../common/fragment';
import { isOver, mistakeIn, piecesOf, synchronous } from '../common/hook-result';
import type { SourcePlace } from '../common/issue';
import type { RowPlan } from '../mapping/columns/row-reader';
import type { TableLayout } from '../mapping/columns/table';
import type {
  AnnotatedSegment,
  DescribedSchema,
  DescribedTable,
  DescribeRequest,
  Notice,
  OutputContext,
  OutputPart,
  OutputSession,
  RecordBatch,
} from '../plugin/output.plugin';
import type { RegisteredOutput } from '../plugin/plugin.registry';
import { inTurns, type Share } from './event-loop-share';
import type { OutputFiles } from './output-files';

/** Longer separators are not written while records are read. */
const MAX_SEPARATOR = 4;

type Hook = keyof OutputSession | 'open' | 'describe' | 'schemas';

/** The part that is left out when a hook throws, and its place. */
interface Lost {
  readonly what: string;
  readonly fileName: string;
}

/** An output session that is begun when there is something to write, and whose throws name plugin and hook. */
export class GuardedOutput {
  private readonly session: OutputSession;
  private hasBegun = false;

  constructor(
    private readonly output: RegisteredOutput,
    private readonly context: OutputContext,
    private readonly files: OutputFiles,
  ) {
    this.session = guard(output, 'open', () => checkSession(output, synchronous(output.plugin.open(context))));
  }

  get wantsTransactions(): boolean {
    return this.session.wantsTransactions ?? false;
  }

  get wantsTopLevelTransactions(): boolean {
    return this.session.wantsTopLevelTransactions ?? false;
  }

  get wantsDescriptions(): boolean {
    return this.session.wantsDescriptions ?? false;
  }

  get readsRowsOnly(): boolean {
    return this.session.readsRowsOnly ?? false;
  }

  get separator(): Fragment | undefined {
    const { separator } = this.session;
    return separator !== undefined && separator.length > 0 && separator.length <= MAX_SEPARATOR ? separator : undefined;
  }

  get takesWholeRuns(): boolean {
    return this.files.wasHeld;
  }

  get readsKeys(): ReadonlySet<string> | undefined {
    return this.session.readsKeys;
  }

  rowPlansOf(table: TableLayout): readonly RowPlan[] | undefined {
    return this.guard('rowPlansOf', () => this.session.rowPlansOf?.(table));
  }

  /** Writes a batch, large records in turns with other work. */
  async write(batch: RecordBatch, out: ByteWriter, share: Share): Promise<void> {
    this.begin(out);
    if (batch.size === 0) return;
    if (this.session.record !== undefined) {
      this.writeEach(batch, out);
      return;
    }
    const takeBack = this.takeBackOf(out);
    try {
      const parts = this.session.write?.(batch, out);
      if (parts !== undefined) for await (const _part of inTurns(piecesOf(parts), share));
    } catch (cause) {
      if (share.isOver()) throw cause;
      takeBack('write', { what: `${batch.size} records from ${shown(batch.place(0))} on`, fileName: batch.origin(0).fileName }, cause);
    }
  }

  private writeEach(batch: RecordBatch, out: ByteWriter): void {
    for (let i = 0; i < batch.size; i++) {
      const value = batch.record(i);
      if (isNotice(value)) {
        this.notice(value, out);
        continue;
      }
      const origin = batch.origin(i);
      const lost = (): Lost => ({ what: `the record at ${shown(batch.place(i))}`, fileName: origin.fileName });
      this.quarantine('record', out, lost, () => this.session.record?.(value, out, origin));
    }
  }

  notice(notice: Notice, out: ByteWriter): void {
    this.begin(out);
    this.guard('notice', () => this.session.notice(notice, out));
  }

  segment(segment: AnnotatedSegment, out: ByteWriter, fileName: string): void {
    this.begin(out);
    const lost = (): Lost => ({ what: `segment ${segment.segmentNumber}`, fileName });
    this.quarantine('segment', out, lost, () => this.session.segment?.(segment, out));
  }

  /** Ends the output; what was written by a pause can be taken there. */
  *end(out: ByteWriter): Generator<void, void, undefined> {
    this.begin(out);
    const steps = this.guard('end', () => piecesOf(this.session.end?.(out))[Symbol.iterator]());
    while (!this.guard('end', () => isOver(steps.next()))) yield;
  }

  /** Ends a session of a part: what the session that joins it must know; undefined if it cannot be joined. */
  part(): OutputPart | undefined {
    return this.guard('part', () => this.session.part?.());
  }

  /** Writes what comes before a part; returns how many of its bytes are left out, undefined if it cannot be joined. */
  join(part: OutputPart, out: ByteWriter): number | undefined {
    this.begin(out);
    return this.guard('join', () => (this.session.join === undefined ? 0 : this.session.join(part, out)));
  }

  joined(parts: readonly OutputPart[]): void {
    this.guard('joined', () => this.session.joined?.(parts));
  }

  close(): void {
    this.guard('close', () => this.session.close?.());
  }

  private begin(out: ByteWriter): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    this.guard('begin', () => this.session.begin?.(out));
  }

  private guard<T>(hook: Hook, call: () => T): T {
    return guard(this.output, hook, call);
  }

  /** Leaves out the part that a hook throws on, and reports it in its place. */
  private quarantine(hook: Hook, out: ByteWriter, lost: () => Lost, call: () => unknown): void {
    const takeBack = this.takeBackOf(out);
    try {
      const result = call();
      if (result !== undefined) synchronous(result);
    } catch (cause) {
      takeBack(hook, lost(), cause);
    }
  }

  /** Remembers the output so far. The returned function removes everything after it and reports the error; an EdiError it throws again. */
  private takeBackOf(out: ByteWriter): (hook: Hook, lost: Lost, cause: unknown) => void {
    const start = out.length;
    const takeBack = this.files.mark();
    return (hook, { what, fileName }, cause) => {
      if (cause instanceof EdiError) throw cause;
      takeBack();
      out.length = start;
      const message = `Output plugin ${this.output.options.id} failed in \`${hook}\`${mistakeIn(cause)} on ${what}, which the output leaves out.`;
      this.notice(this.context.fail(new EdiError('EDI_PLUGIN_FAILED', message, { cause }), fileName), out);
    };
  }
}

/** Returns the tables of an output with columns. Throws EDI_PLUGIN_FAILED when it fails, and its refusal. */
export function describeTables(output: RegisteredOutput, context: OutputContext, request: DescribeRequest): readonly DescribedTable[] | undefined {
  return guard(output, 'describe', () => output.plugin.describe?.(context, request));
}

/** Asks an output that has columns for its schemas, as `describeTables` does. */
export function describeSchemas(output: RegisteredOutput, context: OutputContext): readonly DescribedSchema[] | undefined {
  return guard(output, 'schemas', () => output.plugin.schemas?.(context));
}

function guard<T>({ options }: RegisteredOutput, hook: Hook, call: () => T): T {
  try {
    return synchronous(call());
  } catch (cause) {
    if (cause instanceof EdiError) throw cause;
    const outcome = hook === 'describe' || hook === 'schemas' ? 'its columns are not known' : 'the output ends here';
    throw new EdiError('EDI_PLUGIN_FAILED', `Output plugin ${options.id} failed in \`${hook}\`${mistakeIn(cause)}; ${outcome}.`, { cause });
  }
}

/** Only `open` shows the hooks of a session. */
function checkSession({ options: { id, takes = 'records' } }: RegisteredOutput, session: OutputSession): OutputSession {
  const taking = takes === 'segments' ? (['segment'] as const) : (['record', 'write'] as const);
  const isTaking = taking.some((hook) => typeof session[hook] === 'function');
  const lacks = typeof session.notice === 'function' ? (isTaking ? undefined : taking.join('` or `')) : 'notice';
  if (lacks === undefined) return session;
  throw new EdiError('EDI_PLUGIN_FAILED', `Output plugin ${id} failed in \`open\`: the session that it gives has no \`${lacks}\`.`);
}

function isNotice(value: Readonly<Record<string, unknown>>): value is Notice {
  return value['objectType'] === 'ERROR' && typeof value['code'] === 'string';
}

const shown = ({ segmentNumber, lineNumber }: SourcePlace): string => `segment ${segmentNumber} (line ${lineNumber})`;
