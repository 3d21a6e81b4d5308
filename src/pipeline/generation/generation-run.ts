import { ByteWriter } from '../../common/byte-writer';
import type { Issue } from '../../common/issue';
import { JsonPath } from '../../mapping/writing/json-path';
import { type JsonObject, WriteRun } from '../../mapping/writing/write-run';
import type { BoundTransactionSet } from '../../plugin/bound-transaction-set';
import type { Generation } from '../../plugin/generation';
import type { Notice } from '../../plugin/output.plugin';
import type { RegisteredTransactionSet } from '../../plugin/plugin.registry';
import { validationIssue } from '../../validation/issue-json';
import { checkFindings } from '../check-findings';
import type { ValidationHooks, ValidationRun } from '../validation-run';
import { documentedMembers } from './documented-members';
import type { EnvelopeDefaults } from './envelope-writer';
import { isGeneratedIssue } from './generated-issue';
import type { GeneratedPiece } from './generation.types';
import { OpenTransaction } from './open-transaction';
import { PushedValidation } from './pushed-validation';
import { recordKeyFinder } from './record-keys';
import type { RequestHead } from './request-head';
import type { RequestPart } from './request-parts';
import { type Counts, noCounts } from '../counts';

/** What a generation depends on. */
export interface GenerationContext {
  readonly entry: RegisteredTransactionSet;
  readonly generation: Generation;
  readonly bind: (guideId: string) => BoundTransactionSet;
  /** Makes what looks at the EDI; undefined to leave that out. */
  readonly validation: ((hooks: ValidationHooks) => ValidationRun) | undefined;
  readonly fileName: string;
  /** Issues of the request, those of writing it included; Infinity for no limit. */
  readonly maxIssues: number;
  readonly signal: AbortSignal | undefined;
  readonly defaults: EnvelopeDefaults;
}

/** EDI is given away in pieces of about this many bytes. */
const PIECE_LENGTH = 1 << 16;

/** Generates one interchange. */
export class GenerationRun {
  readonly counts: Counts = noCounts(1);
  private readonly run: WriteRun;
  /** The key of a record that comes by itself. */
  private readonly keyOf: (value: unknown) => string;
  private readonly root = new JsonPath(undefined, '$');
  private readonly out = new ByteWriter();
  private transaction: OpenTransaction | undefined;
  private validation: PushedValidation | undefined;

  constructor(private readonly context: GenerationContext) {
    const { entry, generation } = context;
    this.run = new WriteRun({ ...(generation.ignored ? { ignored: generation.ignored } : {}), isDocumented: documentedMembers(entry.plugin, generation) });
    this.keyOf = recordKeyFinder(entry, generation);
  }

  /** Pieces of EDI, and the issues of each after it. Throws EDI_REQUEST_INVALID. */
  async *pieces(parts: AsyncIterable<Iterable<RequestPart>>): AsyncGenerator<GeneratedPiece, void, undefined> {
    try {
      yield* this.allPieces(parts);
    } finally {
      this.validation?.abandon();
    }
  }

  private async *allPieces(parts: AsyncIterable<Iterable<RequestPart>>): AsyncGenerator<GeneratedPiece, void, undefined> {
    // What checks the envelope takes longer to load than all the rest, and most programs never generate.
    const { readHead, refuseLate } = await import('./request-head.js');
    const { generation } = this.context;
    for await (const group of parts) {
      for (const part of group) {
        if (part.kind === 'head') this.open(part.head, readHead(part, this.root, generation, this.run));
        else if (part.kind === 'late') refuseLate(part, this.root, generation, this.run);
        else {
          this.transaction?.add(part.key ?? this.keyOf(part.value), part.value);
          this.counts.records++;
          if (this.out.length >= PIECE_LENGTH) yield* this.flush();
        }
      }
    }
    if (this.transaction === undefined) return;
    this.transaction.end();
    this.counts.transactions++;
    this.counts.segments = this.transaction.origins.segmentCount;
    yield* this.flush();
    for (const notice of (await this.validation?.end()) ?? []) yield* this.issuePiece(notice);
  }

  /** Writes what comes before the records. */
  private open(head: JsonObject, request: RequestHead): void {
    const { generation, entry, bind, defaults, validation, fileName } = this.context;
    const transaction = new OpenTransaction(request, head['transaction'], {
      entry,
      generation,
      defaults,
      bound: chooseGuide(request, bind),
      run: this.run,
      root: this.root,
      out: this.out,
      isValidated: validation !== undefined,
      onIssue: (issue) => this.run.issues.push(issue),
    });
    this.transaction = transaction;
    this.validation = validation && new PushedValidation(validation({ complete: (issue) => transaction.origins.complete(issue) }), fileName);
  }

  private async *flush(): AsyncGenerator<GeneratedPiece, void, undefined> {
    this.context.signal?.throwIfAborted();
    // A copy: the writer keeps the room that the largest record took.
    const bytes = this.out.copyFrom(0);
    this.out.length = 0;
    const notices = (await this.validation?.push(bytes)) ?? [];
    yield { kind: 'edi', bytes };
    const ofWriting = this.run.issues.splice(0).map((issue: Issue) => validationIssue(issue, this.context.fileName));
    for (const notice of [...ofWriting, ...notices]) yield* this.issuePiece(notice);
  }

  private *issuePiece(notice: Notice): Generator<GeneratedPiece, void, undefined> {
    if (!isGeneratedIssue(notice)) return;
    checkFindings(++this.counts.issues, this.context.maxIssues);
    yield { kind: 'issue', issue: notice };
  }
}

/** The guide of the version that a request asks for, else the first of its type. */
function chooseGuide({ type: { guides }, version }: RequestHead, bind: (guideId: string) => BoundTransactionSet): BoundTransactionSet {
  const [first, ...others] = guides;
  const bound = bind(first);
  if (version === '' || bound.guide.versions.includes(version)) return bound;
  return others.map(bind).find(({ guide }) => guide.versions.includes(version)) ?? bound;
}
