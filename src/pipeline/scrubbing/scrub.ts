import type { EdiSource, EdiSources } from '../../io/edi-source';
import { sourceBytes } from '../../io/source-bytes';
import type { FormatScrubContext, FormatScrubbing } from '../../plugin/format.plugin';
import type { RegisteredFormat } from '../../plugin/plugin.registry';
import { DEFAULT_MAX_SEGMENT_BYTES } from '../../x12/segment-reader';
import type { EngineContext } from '../context';
import { type Counts, noCounts } from '../counts';
import type { Share } from '../event-loop-share';
import { callFormat } from '../formats/call-format';
import { MAX_PIECE_BYTES } from '../../io/pieces';
import { checkOptionNames } from '../known-options';
import { maskText } from './masked-text';
import { PrivacyTable } from './privacy-table';
import { Pseudonyms } from './pseudonyms';
import { Recoder } from './recoder';
import { deriveScrubKey } from './scrub-key';
import { ScrubWindow } from './scrub-window';
import type { Scrubbing, ScrubOptions } from './scrubbing.types';
import { notScrubbable, X12Scrubber } from './x12-scrubber';
import { MAX_HEAD_BYTES } from '../formats/head-bytes';

const OPTIONS = { key: 'object', maxSegmentBytes: 'number', signal: 'object' } as const;

/** Tables are made of all guides: one for each engine. */
const tables = new WeakMap<EngineContext, PrivacyTable>();

/** The table of an engine. Its guides are read at the first call. */
export function privacyTable(context: EngineContext): PrivacyTable {
  const table = tables.get(context) ?? new PrivacyTable(context.sets.allGuides);
  tables.set(context, table);
  return table;
}

/** Scrubs sources; see `Scrubber.scrub`. */
export function scrub(context: EngineContext, sources: EdiSources, options: ScrubOptions = {}): Scrubbing {
  checkOptionNames('scrub', options, OPTIONS);
  const run: ScrubRun = {
    context,
    pseudonyms: new Pseudonyms(deriveScrubKey(options.key)),
    maxSegmentBytes: options.maxSegmentBytes ?? DEFAULT_MAX_SEGMENT_BYTES,
    signal: options.signal,
    share: context.share.until(options.signal),
    summary: noCounts(),
  };
  return { summary: run.summary, [Symbol.asyncIterator]: () => scrubAll(run, sources) };
}

interface ScrubRun {
  readonly context: EngineContext;
  readonly pseudonyms: Pseudonyms;
  readonly maxSegmentBytes: number;
  readonly signal: AbortSignal | undefined;
  readonly share: Share;
  readonly summary: Counts;
}

async function* scrubAll(run: ScrubRun, sources: EdiSources): AsyncGenerator<Buffer, void, undefined> {
  for await (const source of sources) {
    run.signal?.throwIfAborted();
    run.summary.files++;
    yield* scrubOne(run, source);
  }
}

async function* scrubOne(run: ScrubRun, source: EdiSource): AsyncGenerator<Buffer, void, undefined> {
  const file = new FileScrubbing(run);
  for await (const piece of sourceBytes(source, run.summary, run.signal, { pieceBytes: MAX_PIECE_BYTES })) {
    const turn = run.share.pause();
    if (turn !== undefined) await turn;
    const scrubbed = file.write(piece);
    if (scrubbed.length > 0) yield scrubbed;
  }
  const rest = file.end();
  if (rest.length > 0) yield rest;
}

/** One file: holds its first bytes until a format recognises them. */
class FileScrubbing {
  private head: Buffer = Buffer.alloc(0);
  private text: FormatText | X12Text | undefined;

  constructor(private readonly run: ScrubRun) {}

  write(piece: Buffer): Buffer {
    if (this.text !== undefined) return this.text.write(piece);
    this.head = Buffer.concat([this.head, piece]);
    this.choose(this.head.length >= MAX_HEAD_BYTES);
    return this.writeHead();
  }

  end(): Buffer {
    if (this.text === undefined) this.choose(true);
    return Buffer.concat([this.writeHead(), this.text?.end() ?? NOTHING]);
  }

  private writeHead(): Buffer {
    if (this.text === undefined || this.head.length === 0) return NOTHING;
    const { head } = this;
    this.head = NOTHING;
    return this.text.write(head);
  }

  private choose(isLast: boolean): void {
    for (const format of this.run.context.plugins.formats) {
      const answer = callFormat(format, 'recognise', () => format.plugin.recognise(this.head, isLast));
      if (answer === undefined && !isLast) return;
      if (answer === true) return void (this.text = new FormatText(this.run, format));
    }
    this.text = new X12Text(this.run);
  }
}

const NOTHING = Buffer.alloc(0);

/** A file of X12. */
class X12Text {
  private readonly window = new ScrubWindow();
  private readonly recoder = new Recoder();
  private readonly scrubber: X12Scrubber;

  constructor({ context, pseudonyms, maxSegmentBytes }: ScrubRun) {
    this.scrubber = new X12Scrubber(privacyTable(context), pseudonyms, this.window, maxSegmentBytes);
  }

  write(piece: Buffer): Buffer {
    this.add(this.recoder.decode(piece));
    this.scrubber.write(piece);
    return this.recoder.encode(this.window.take(this.scrubber.readBytes));
  }

  end(): Buffer {
    this.add(this.recoder.decodeEnd());
    this.scrubber.end();
    return this.recoder.encode(this.window.take(this.window.end));
  }

  private add(decoded: Buffer): void {
    if (decoded.length > 0) this.window.add(decoded, this.recoder.markBytes);
  }
}

/** A file of a format. */
class FormatText {
  private readonly window = new ScrubWindow();
  private readonly scrubbing: FormatScrubbing;

  constructor(
    { pseudonyms, maxSegmentBytes }: ScrubRun,
    private readonly format: RegisteredFormat,
  ) {
    const { plugin } = format;
    const openScrub = plugin.openScrub?.bind(plugin);
    if (openScrub === undefined) throw notScrubbable(format.options.id);
    const context: FormatScrubContext = {
      maxUnitBytes: maxSegmentBytes,
      keep: (offset, length) => this.window.keep(offset, offset + length),
      replace: (kind, offset, length) =>
        this.window.replace(offset, length, (bytes, start, end) => {
          if (kind === 'text') maskText(bytes, start, end);
          else if (kind === 'date') pseudonyms.date(bytes, start, end);
          else pseudonyms.replace(kind, bytes, start, end);
        }),
    };
    this.scrubbing = callFormat(format, 'openScrub', () => openScrub(context));
  }

  write(piece: Buffer): Buffer {
    this.window.add(piece, 0);
    // The plugin may hold the bytes of a call, which the source may use again.
    callFormat(this.format, 'write', () => this.scrubbing.write(Buffer.from(piece)));
    return this.window.take(this.scrubbing.readBytes);
  }

  end(): Buffer {
    callFormat(this.format, 'end', () => this.scrubbing.end());
    return this.window.take(this.window.end);
  }
}
