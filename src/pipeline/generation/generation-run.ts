import { ByteWriter } from '../../common/byte-writer';
import type { Issue } from '../../common/issue';
import type { EdiSource } from '../../io/edi-source';
import { isGiven, IssueLimit, type JsonObject, JsonPath, WriteRun } from '../../mapping/writing/write-run';
import type { BoundTransactionSet } from '../../plugin/bound-transaction-set';
import type { Generation } from '../../plugin/generation';
import type { RegisteredTransactionSet } from '../../plugin/plugin.registry';
import { validationIssue } from '../../validation/issue-json';
import type { RuleCatalogue } from '../../validation/rule-catalogue';
import { inTurns, type Share } from '../event-loop-share';
import type { NoticeResult } from '../notices';
import { documentedMembers } from './documented-members';
import type { GenerationPart, TransactionPart } from './converted-head';
import type { EnvelopeDefaults } from './envelope-defaults';
import { isGeneratedIssue } from './generated-issue';
import type { GeneratedPiece } from './generation.types';
import { OpenInterchange } from './open-interchange';
import { type FoundIssue, PushedValidation } from './pushed-validation';
import type { RequestHead } from './request-head';
import type { UnparsedPart } from './request-parts';
import { recordKeyFinder, TRANSACTIONS } from './record-keys';
import { checkFindings, type Counts, noCounts } from '../counts';

/** Validates a text that was generated; `complete` completes its issues. */
type ValidateText = (text: EdiSource, complete: (issue: Issue) => Issue) => AsyncIterable<NoticeResult>;

/** Context of a generation. */
export interface GenerationContext {
  readonly entry: RegisteredTransactionSet;
  readonly generation: Generation;
  readonly bind: (guideId: string) => BoundTransactionSet;
  /** Validates the EDI; undefined to leave that out. */
  readonly validate: ValidateText | undefined;
  /** Rules of validation by id. */
  readonly rules: RuleCatalogue;
  readonly fileName: string;
  /** Issues of the request, those of writing it included; Infinity for no limit. */
  readonly maxIssues: number;
  /** Issues that are listed; the others are counted. */
  readonly maxListedIssues: number;
  readonly signal: AbortSignal | undefined;
  readonly share: Share;
  readonly defaults: EnvelopeDefaults;
}

type RecordPart = Extract<GenerationPart, { readonly kind: 'record' }>;

/** Size of the output chunks, about, in bytes. */
const PIECE_LENGTH = 1 << 16;

/** Generates one interchange, with one transaction set or several. */
export class GenerationRun {
  readonly counts: Counts = noCounts(1);
  private readonly run: WriteRun;
  /** The key of a record that comes by itself. */
  private readonly keyOf: (value: unknown) => string;
  private readonly root = new JsonPath(undefined, '$');
  private readonly out = new ByteWriter();
  private interchange: OpenInterchange | undefined;
  /** The head of the request's own transaction set, until it is begun or another one is. */
  private first: { readonly transaction: unknown } | undefined;
  private validation: PushedValidation | undefined;

  constructor(private readonly context: GenerationContext) {
    const { entry, generation } = context;
    const accepted = { ...(generation.ignored ? { ignored: generation.ignored } : {}), isDocumented: documentedMembers(entry.plugin, generation) };
    this.run = new WriteRun(accepted, new IssueLimit(context.maxListedIssues));
    this.keyOf = recordKeyFinder(entry, generation);
  }

  /** Pieces of EDI, and the issues of each after it. Throws EDI_REQUEST_INVALID. */
  async *pieces(parts: AsyncIterable<Iterable<GenerationPart>>): AsyncGenerator<GeneratedPiece, void, undefined> {
    try {
      yield* this.allPieces(parts);
    } finally {
      this.validation?.abandon();
    }
  }

  private async *allPieces(parts: AsyncIterable<Iterable<GenerationPart>>): AsyncGenerator<GeneratedPiece, void, undefined> {
    // What checks the envelope takes longer to load than all the rest, and most programs never generate.
    const { readHead, refuseLate } = await import('./request-head.js');
    const { generation, share } = this.context;
    for await (const group of parts) {
      for await (const part of inTurns(group, share)) {
        if (part.kind === 'step') continue;
        if (part.kind === 'head') this.open(part.head, readHead(part, this.root, generation, this.run));
        else if (part.kind === 'late') refuseLate(part, this.root, generation, this.run);
        else {
          if (part.kind === 'transaction') this.beginNext(part);
          else if (part.kind === 'record') this.addRecord(part);
          if (this.out.length >= PIECE_LENGTH) yield* this.flush();
        }
      }
    }
    const { interchange } = this;
    if (interchange === undefined) return;
    this.beginFirst();
    interchange.end();
    this.counts.transactions = interchange.transactionCount;
    this.counts.segments = interchange.origins.segmentCount;
    yield* this.flush();
    for (const found of (await this.validation?.end()) ?? []) yield this.foundPiece(found);
    this.countIssues();
    yield* this.unlisted();
  }

  /** Writes the bytes before the records. */
  private open(head: JsonObject, request: RequestHead): void {
    const { generation, entry, bind, defaults, validate, fileName } = this.context;
    const interchange = new OpenInterchange(request, {
      entry,
      generation,
      defaults,
      bound: chooseGuide(request, bind),
      run: this.run,
      root: this.root,
      out: this.out,
      isValidated: validate !== undefined,
    });
    this.interchange = interchange;
    this.first = { transaction: head['transaction'] };
    if (isGiven(this.first.transaction)) this.beginFirst();
    this.validation = validate && new PushedValidation((text) => validate(text, (issue) => interchange.origins.complete(issue)), fileName, this.run.issueLimit);
  }

  /** Begins the request's own transaction set, unless one was begun. */
  private beginFirst(): void {
    const { first } = this;
    this.first = undefined;
    if (first !== undefined) this.interchange?.begin(first.transaction, this.root);
  }

  /** Begins another transaction set. One of NDJSON that is the first has the paths of a request with a single one. */
  private beginNext({ value, isListed }: TransactionPart): void {
    const isOwn = this.first !== undefined && !isListed;
    this.first = undefined;
    const index = this.interchange?.transactionCount ?? 0;
    this.interchange?.begin(value, isOwn ? this.root : new JsonPath(new JsonPath(this.root, TRANSACTIONS), index));
  }

  /** Writes a record from its bytes; false where it has to be parsed. */
  addBytes({ bytes, key = this.context.generation.units }: UnparsedPart): boolean {
    if (this.first !== undefined || key !== this.context.generation.units || this.interchange?.addBytes(bytes) !== true) return false;
    this.counts.records++;
    return true;
  }

  private addRecord({ key, value, bytes }: RecordPart): void {
    this.beginFirst();
    this.interchange?.add(key ?? this.keyOf(value), value, bytes);
    this.counts.records++;
  }

  private async *flush(): AsyncGenerator<GeneratedPiece, void, undefined> {
    this.context.signal?.throwIfAborted();
    // A copy: the writer has the capacity of the largest record.
    const bytes = this.out.copyFrom(0);
    this.out.length = 0;
    const notices = (await this.validation?.push(bytes)) ?? [];
    yield { kind: 'edi', bytes };
    const ofWriting = this.run.issues.splice(0).map((issue: Issue) => validationIssue(issue, this.context.fileName));
    for (const notice of ofWriting) if (isGeneratedIssue(notice)) yield { kind: 'issue', issue: notice };
    for (const found of notices) yield this.foundPiece(found);
    this.countIssues();
  }

  private foundPiece({ issue, ruleId }: FoundIssue): GeneratedPiece {
    const rule = this.context.rules.find(ruleId);
    return { kind: 'issue', issue, ...(rule === undefined ? {} : { rule }) };
  }

  /** Throws EDI_TOO_MANY_WARNINGS when there are more issues than there may be. */
  private countIssues(): void {
    this.counts.issues = this.run.issueLimit.total;
    checkFindings(this.counts.issues, this.context.maxIssues);
  }

  /** Reports the number of issues that are not listed. */
  private *unlisted(): Generator<GeneratedPiece, void, undefined> {
    const { max, more, total } = this.run.issueLimit;
    if (more === 0) return;
    const message = `${more} more issues are not listed`;
    const issue = { issueType: 'NUMBER_OF_ITEMS', message, maxNumberOfItems: max, actualNumberOfItems: total } as const;
    const notice = validationIssue(issue, this.context.fileName);
    if (isGeneratedIssue(notice)) yield { kind: 'issue', issue: notice };
  }
}

/** The guide of the requested version, else the first of its type. */
function chooseGuide({ type: { guides }, version }: RequestHead, bind: (guideId: string) => BoundTransactionSet): BoundTransactionSet {
  const [first, ...others] = guides;
  const bound = bind(first);
  if (version === '' || bound.guide.versions.includes(version)) return bound;
  return others.map(bind).find(({ guide }) => guide.versions.includes(version)) ?? bound;
}
