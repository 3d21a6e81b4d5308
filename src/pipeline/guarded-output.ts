import type { ByteWriter } from '../common/byte-writer';
import { EdiError } from '../common/edi-error';
import type { AnnotatedSegment, Notice, OutputContext, OutputSession, RecordBatch } from '../plugin/output.plugin';
import type { RegisteredOutput } from '../plugin/plugin.registry';

/** An output session that is begun when there is something to write, and whose throws name plugin and hook. */
export class GuardedOutput {
  private readonly session: OutputSession;
  private hasBegun = false;

  constructor(
    private readonly output: RegisteredOutput,
    context: OutputContext,
  ) {
    this.session = this.guard('open', () => output.plugin.open(context));
  }

  get wantsTransactions(): boolean {
    return this.session.wantsTransactions ?? false;
  }

  write(batch: RecordBatch, out: ByteWriter): void {
    this.begin(out);
    this.guard('write', () => this.session.write(batch, out));
  }

  notice(notice: Notice, out: ByteWriter): void {
    this.begin(out);
    this.guard('notice', () => this.session.notice(notice, out));
  }

  segment(segment: AnnotatedSegment, out: ByteWriter): void {
    this.begin(out);
    this.guard('segment', () => this.session.segment?.(segment, out));
  }

  end(out: ByteWriter): void {
    this.begin(out);
    this.guard('end', () => this.session.end(out));
  }

  private begin(out: ByteWriter): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    this.guard('begin', () => this.session.begin(out));
  }

  private guard<T>(hook: keyof OutputSession | 'open', call: () => T): T {
    try {
      return call();
    } catch (cause) {
      if (cause instanceof EdiError) throw cause;
      throw new EdiError('EDI_PLUGIN_FAILED', `Output plugin ${this.output.options.id} failed in \`${hook}\`; the output ends here.`, { cause });
    }
  }
}
