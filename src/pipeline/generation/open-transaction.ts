import type { ByteWriter } from '../../common/byte-writer';
import { EdiError } from '../../common/edi-error';
import type { Issue } from '../../common/issue';
import type { Guide } from '../../guide/guide.types';
import { TransactionSetWriter } from '../../guide/loop-writer';
import { slotsOf } from '../../mapping/locator';
import { parsePlace } from '../../mapping/place';
import { JsonPath } from '../../mapping/writing/json-path';
import type { WriteRun } from '../../mapping/writing/write-run';
import type { BoundTransactionSet, NamedRecord } from '../../plugin/bound-transaction-set';
import type { Generation } from '../../plugin/generation';
import type { RegisteredTransactionSet } from '../../plugin/plugin.registry';
import { SegmentWriter } from '../../x12/segment-writer';
import type { EnvelopeDefaults } from './envelope-defaults';
import { type Envelope, writeEnvelope } from './envelope-writer';
import { IssueOrigins } from './issue-origins';
import type { RequestHead } from './request-head';
import { TransactionBuilder } from './transaction-builder';

/** What a transaction is written by, and where it goes. */
export interface TransactionContext {
  readonly entry: RegisteredTransactionSet;
  readonly generation: Generation;
  readonly bound: BoundTransactionSet;
  readonly defaults: EnvelopeDefaults;
  readonly run: WriteRun;
  readonly root: JsonPath;
  readonly out: ByteWriter;
  /** True where issues about any segment will be completed, not only about the one that was written last. */
  readonly isValidated: boolean;
}

/** The records of a key. */
interface RecordList {
  readonly path: JsonPath;
  /** Slots that they are written into; undefined for units. */
  readonly segments: readonly (readonly [number, NamedRecord])[] | undefined;
  count: number;
}

/** An interchange with one transaction set, written while its records come. */
export class OpenTransaction {
  readonly origins: IssueOrigins;
  private readonly envelope: Envelope;
  private readonly builder: TransactionBuilder;
  /** Records so far, by their key. */
  private readonly lists = new Map<string, RecordList>();

  constructor(
    head: RequestHead,
    transaction: unknown,
    private readonly context: TransactionContext,
  ) {
    const { entry, generation, bound, defaults, run, root, out, isValidated } = context;
    const { guide, validation } = bound;
    const { controlNumber } = head;
    const version = versionOf(head, guide, run);
    this.envelope = writeEnvelope(head.envelope, { functionalId: functionalIdOf(head, guide, root, run), version }, defaults);
    const origins = new IssueOrigins({ names: validation.names, classes: entry.plugin.issueClasses ?? {} }, isValidated);
    this.origins = origins;
    this.writeEnvelope(this.envelope.isa, 'interchangeControl');
    this.writeEnvelope(this.envelope.gs, 'functionalGroup');
    const { delimiters } = head.envelope;
    const { lineBreak = '\n' } = delimiters;
    const onIssue = (issue: Issue): void => {
      if (run.issueLimit.admit()) run.issues.push(origins.complete(issue));
    };
    const segments = new SegmentWriter(out, { delimiters, lineBreak, refusesControls: true, onIssue });
    const writer = new TransactionSetWriter(segments, origins.addSegment);
    const { date, time } = this.envelope;
    const made = this.guard(
      () => '`generation.defaults`',
      () => ({ omitted: generation.omitted?.({ date, time, controlNumber }) ?? {}, always: generation.defaults({ date, time, controlNumber }) }),
    );
    this.builder = new TransactionBuilder(bound, writer, run, made);
    const path = new JsonPath(root, 'transaction');
    this.guard(
      () => `the record ${path.toString()}`,
      () => this.builder.begin(transaction, path, { controlNumber, version, asked: head.version }),
    );
  }

  /** Writes a record. Throws EDI_REQUEST_INVALID. */
  add(key: string, value: unknown): void {
    const list = this.listOf(key);
    const path = new JsonPath(list.path, list.count++);
    this.guard(
      () => `the record ${path.toString()}`,
      () => {
        if (list.segments === undefined) this.builder.addUnit(value, path);
        else for (const [slot, named] of list.segments) this.builder.addSegment(named, slot, value, path);
      },
    );
    this.context.run.throwProblems();
  }

  private listOf(key: string): RecordList {
    const known = this.lists.get(key);
    if (known !== undefined) return known;
    const { root, generation, bound } = this.context;
    const place = generation.segments?.[key];
    const list = { path: new JsonPath(root, key), segments: place === undefined ? undefined : recordsAt(place, bound), count: 0 };
    this.lists.set(key, list);
    return list;
  }

  /** What was written cannot be taken back, so a plugin that fails ends the generation. */
  private guard<T>(what: () => string, call: () => T): T {
    try {
      return call();
    } catch (cause) {
      if (cause instanceof EdiError) throw cause;
      throw new EdiError('EDI_PLUGIN_FAILED', `Plugin ${this.context.entry.options.id} failed on ${what()}; the generation ends here.`, { cause });
    }
  }

  /** Writes the rest. */
  end(): void {
    this.builder.end();
    this.writeEnvelope(this.envelope.ge, 'functionalGroup');
    this.writeEnvelope(this.envelope.iea, 'interchangeControl');
  }

  private writeEnvelope(text: string, key: string): void {
    this.origins.add(new JsonPath(this.context.root, key));
    this.context.out.text(text);
  }
}

/** GS08: the version that the request asks for where its guide has it, else that of its type. */
function versionOf({ version, versionAt, type }: RequestHead, { versions }: Guide, run: WriteRun): string {
  if (versions.includes(version)) return version;
  if (version !== '') {
    const message = `The guide has no version '${version}'; ${type.version} is written`;
    run.issue(versionAt.path, versionAt.key, { issueType: 'VALUE_NOT_IN_ENUM_LIST', message, value: version, allowedValues: [...versions] });
  }
  return type.version;
}

/** GS01: that of the request where the guide has it, else the first of the guide. */
function functionalIdOf({ envelope: { group } }: RequestHead, { functionalIds }: Guide, root: JsonPath, run: WriteRun): string {
  const { functionalIdentifierCode: asked = '' } = group;
  const [first = ''] = functionalIds;
  if (asked === '' || functionalIds.includes(asked)) return asked || first;
  const message = `The guide has no functional group '${asked}'; ${first} is written`;
  const allowedValues = [...functionalIds];
  run.issue(new JsonPath(root, 'functionalGroup'), 'functionalIdentifierCode', { issueType: 'VALUE_NOT_IN_ENUM_LIST', message, value: asked, allowedValues });
  return first;
}

function recordsAt(place: string, { guide, segmentRecords }: BoundTransactionSet): RecordList['segments'] {
  return slotsOf(parsePlace(place), guide.root).flatMap(({ slot }): readonly (readonly [number, NamedRecord])[] => {
    const named = segmentRecords.get(slot);
    return named === undefined ? [] : [[slot, named]];
  });
}
