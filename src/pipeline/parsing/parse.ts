import { ByteWriter } from '../../common/byte-writer';
import { EdiError } from '../../common/edi-error';
import type { Issue } from '../../common/issue';
import type { Notice } from '../../plugin/output.plugin';
import type { EdiSource, EdiSources } from '../../io/edi-source';
import { acknowledge } from '../acknowledgment/acknowledge';
import type { EngineContext } from '../context';
import type { RecordGroup } from '../conversion-sink';
import { readRecords } from '../convert';
import { inTurns } from '../event-loop-share';
import { checkOptionNames, CONVERTER_CALL_OPTIONS } from '../known-options';
import { beginRun, type Run } from '../run';
import type { RecordItem } from '../record.types';
import { HeldAnswer, parseRecord } from './held-answer';
import { jsonPieces } from './json-pieces';
import type { ParsedEdi, Parsing, ParsingIssue, ParsingOptions } from './parsing.types';
import { SegmentNest } from './segment-nest';

/** Errors of this status and above are ours. */
const INTERNAL_ERROR = 500;

/** An issue without its texts, about. */
const ISSUE_BYTES = 100;

/** In JSON these bytes are a key, never part of a value. */
const ISSUES_KEY = '"validationIssues":';

/** Records without a list of their own. */
const OTHERS = 'records';

/** Parses sources into one object; see `Parser.parse`. */
export function parse(context: EngineContext, sources: EdiSources, options: ParsingOptions): Parsing {
  checkOptionNames('parse', options, CONVERTER_CALL_OPTIONS);
  const { asSegments = false } = options;
  const run = beginRun(context, { ...options, validate: true, maxWarnings: -1, convertToSegments: asSegments, splitTransactions: false }, options);
  const parsing = new ParsingRun(run, options);
  return { summary: run.counts, read: async () => parsing.read(sources), readJson: async () => parsing.readJson(sources) };
}

/** One parsing. All of it is held in memory. */
class ParsingRun {
  private readonly answer: HeldAnswer;
  private readonly scratch = new ByteWriter();
  private readonly segments = new SegmentNest();
  private readonly issues: ParsingIssue[] = [];

  constructor(
    private readonly run: Run,
    private readonly options: ParsingOptions,
  ) {
    this.answer = new HeldAnswer(run.context.plugins.listNames, options.maxAnswerBytes ?? Number.POSITIVE_INFINITY);
  }

  async read(sources: EdiSources): Promise<ParsedEdi> {
    const rest = await this.readAll(sources);
    return { ...this.answer.objects(), ...rest };
  }

  /** As `read`, as pieces of JSON: less memory than objects. */
  async readJson(sources: EdiSources): Promise<Iterable<string | Buffer>> {
    const rest = await this.readAll(sources);
    const { answer } = this;
    return (function* () {
      yield '{';
      yield* answer.members();
      let separator = '';
      for (const [key, value] of Object.entries(rest)) {
        yield `${separator}${JSON.stringify(key)}:`;
        separator = ',';
        yield* jsonPieces(value);
      }
      yield '}';
    })();
  }

  private async readAll(sources: EdiSources): Promise<Pick<ParsedEdi, 'segments' | 'ackEdi' | 'parsingIssues'>> {
    const held = this.options.acknowledges === true ? await heldSources(sources) : sources;
    let failure: Error | undefined;
    for await (const result of readRecords(this.run)(held)) {
      if (result.kind === 'records') await this.addRecords(result);
      else {
        failure ??= result.error;
        this.addIssue(issueOfNotice(result.notice));
      }
    }
    if (this.run.counts.segments === 0 && failure !== undefined) throw failure;
    const { whole } = this.segments;
    const ackEdi = this.options.acknowledges === true ? await this.acknowledge(held) : undefined;
    return { ...(whole ? { segments: whole } : {}), ...(ackEdi === undefined ? {} : { ackEdi }), parsingIssues: this.issues };
  }

  private async addRecords(group: RecordGroup): Promise<void> {
    const batch = await group.toBatch();
    for await (const i of inTurns(Array(batch.size).keys(), this.run.share)) {
      this.scratch.clear();
      batch.encodeJson(i, this.scratch);
      await this.addRecord(batch.item(i), this.scratch.bytes.subarray(0, this.scratch.length));
    }
  }

  private async addRecord(item: RecordItem, json: Buffer): Promise<void> {
    const { listedAs } = 'written' in item ? item : item.record;
    const issues = item.findings?.issues ?? [];
    const record = listedAs === undefined ? parseRecord(json) : undefined;
    if (listedAs === undefined && record?.['segment_id'] !== undefined) {
      this.answer.count(json.length);
      this.segments.add(record);
    } else this.answer.add(listedAs ?? OTHERS, json);
    // Records contain their issues, except for segments.
    if (issues.length === 0 || json.includes(ISSUES_KEY)) return;
    for await (const issue of inTurns(issues, this.run.share)) this.addIssue(issueOf(issue));
  }

  private addIssue(issue: ParsingIssue): void {
    this.answer.count(ISSUE_BYTES + issue.message.length + (issue.ediString?.length ?? 0));
    this.issues.push(issue);
  }

  /** The acknowledgment; undefined for input that cannot be read to its end, which is among the issues. */
  private async acknowledge(sources: EdiSources): Promise<string | undefined> {
    // Findings were reported while records were made.
    const { onIssue: _told, ...request } = this.options;
    const pieces: Buffer[] = [];
    try {
      for await (const piece of acknowledge(this.run.context, sources, request)) pieces.push(piece);
    } catch (error) {
      if (error instanceof EdiError && error.status < INTERNAL_ERROR) return undefined;
      throw error;
    }
    return Buffer.concat(pieces).toString('utf8');
  }
}

/** Reads sources whole, so that they can be read twice. */
async function heldSources(sources: EdiSources): Promise<readonly EdiSource[]> {
  const held: EdiSource[] = [];
  for await (const source of sources) {
    const chunks: Buffer[] = [];
    for await (const chunk of source.open()) chunks.push(Buffer.from(chunk));
    held.push({
      ...source,
      open: async function* () {
        yield* chunks;
      },
    });
  }
  return held;
}

function issueOf({ message, place, loop, ediString }: Issue): ParsingIssue {
  return { severity: 'ERROR', message, ...placeOf(place?.lineNumber, place?.segmentNumber), ...textsOf(loop, ediString) };
}

/** Reads a notice, whose place is in `sourceLocation`, or next to its message. */
function issueOfNotice({ message, loop, ediString, sourceLocation, lineNumber, segmentNumber }: Notice): ParsingIssue {
  const place = isObject(sourceLocation) ? sourceLocation : { lineNumber, segmentNumber };
  return { severity: 'ERROR', message, ...placeOf(place['lineNumber'], place['segmentNumber']), ...textsOf(loop, ediString) };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

function placeOf(lineNumber: unknown, segmentNumber: unknown): Pick<ParsingIssue, 'lineNumber' | 'segmentNumber'> {
  return { ...(typeof lineNumber === 'number' ? { lineNumber } : {}), ...(typeof segmentNumber === 'number' ? { segmentNumber } : {}) };
}

function textsOf(loop: unknown, ediString: unknown): Pick<ParsingIssue, 'loop' | 'ediString'> {
  return { ...(typeof loop === 'string' ? { loop } : {}), ...(typeof ediString === 'string' ? { ediString } : {}) };
}
