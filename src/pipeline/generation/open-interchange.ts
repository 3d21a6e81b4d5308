import type { ByteWriter } from '../../common/byte-writer';
import { EdiError } from '../../common/edi-error';
import { mistakeIn, synchronous } from '../../common/hook-result';
import type { Issue } from '../../common/issue';
import type { Guide } from '../../guide/guide.types';
import { TransactionSetWriter } from '../../guide/loop-writer';
import { slotsOf } from '../../mapping/locator';
import { parsePlace } from '../../mapping/place';
import { JsonPath, type WriteRun } from '../../mapping/writing/write-run';
import type { BoundTransactionSet, NamedRecord } from '../../plugin/bound-transaction-set';
import type { Generation } from '../../plugin/generation';
import type { RegisteredTransactionSet } from '../../plugin/plugin.registry';
import { SegmentWriter } from '../../x12/segment-writer';
import type { EnvelopeDefaults } from './envelope-defaults';
import { type Envelope, writeEnvelope } from './envelope-writer';
import { IssueOrigins } from './issue-origins';
import { type PlainUnits, plainUnits } from './plain-units';
import { type RequestHead, transactionNumberOf } from './request-head';
import { TransactionBuilder } from './transaction-builder';
import type { UnitPlace } from './unit-places';

/** Plugin and guide of the transaction sets, and their output. */
export interface InterchangeContext {
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

/** A transaction set that is being written. */
interface Open {
  readonly builder: TransactionBuilder;
  /** Where its head and records are. */
  readonly path: JsonPath;
  /** Records so far, by their key. */
  readonly lists: Map<string, RecordList>;
}

/** An interchange with one group of transaction sets, written while their records come. */
export class OpenInterchange {
  readonly origins: IssueOrigins;
  /** Transaction sets that were begun. */
  transactionCount = 0;
  private readonly envelope: Envelope;
  private readonly version: string;
  private readonly segments: SegmentWriter;
  private open: Open | undefined;
  private plain: PlainUnits | undefined;

  constructor(
    private readonly head: RequestHead,
    private readonly context: InterchangeContext,
  ) {
    const { entry, bound, defaults, run, root, out, isValidated } = context;
    const { guide, validation } = bound;
    this.version = versionOf(head, guide, run);
    this.envelope = writeEnvelope(head.envelope, { functionalId: functionalIdOf(head, guide, root, run), version: this.version }, defaults);
    const origins = new IssueOrigins({ names: validation.names, classes: entry.plugin.issueClasses ?? {} }, isValidated);
    this.origins = origins;
    this.writeEnvelope(this.envelope.isa, 'interchangeControl');
    this.writeEnvelope(this.envelope.gs, 'functionalGroup');
    const { delimiters } = head.envelope;
    const { lineBreak = '\n' } = delimiters;
    const onIssue = (issue: Issue): void => {
      if (run.issueLimit.admit()) run.issues.push(origins.complete(issue));
    };
    this.segments = new SegmentWriter(out, { delimiters, lineBreak, refusesControls: true, onIssue });
  }

  /** Begins a transaction set, after the rest of the one before. `path` is that of the object that has its head and records. */
  begin(transaction: unknown, path: JsonPath): void {
    this.endTransaction();
    const { generation, bound, run } = this.context;
    const controlNumber = transactionNumberOf(transaction, ++this.transactionCount);
    if (this.transactionCount > 1) this.origins.beginTransaction();
    const { date, time } = this.envelope;
    const made = this.guard(
      () => '`generation.defaults`',
      () => {
        const facts = { date, time, controlNumber };
        return {
          omitted: synchronous(generation.omitted?.(facts)) ?? {},
          always: synchronous(generation.defaults(facts)),
          members: synchronous(generation.members?.(facts)) ?? {},
        };
      },
    );
    const headPath = new JsonPath(path, 'transaction');
    const writer = new TransactionSetWriter(this.segments, this.origins.addSegment);
    const builder = new TransactionBuilder(bound, writer, run, { defaults: made, path: headPath, openPlain: this.openPlain });
    this.open = { builder, path, lists: new Map() };
    this.guard(
      () => `the record ${headPath.toString()}`,
      () => builder.begin(transaction, headPath, { controlNumber, version: this.version, requested: this.head.version }),
    );
  }

  private readonly openPlain = (places: readonly UnitPlace[]): PlainUnits | undefined => {
    const { bound, generation } = this.context;
    const { delimiters } = this.head.envelope;
    return (this.plain ??= plainUnits(bound.guide, places, delimiters, (record) => generation.ignored?.[record] ?? []));
  };

  /** Writes a unit from the bytes of its record; false where it has to be parsed. */
  addBytes(bytes: Uint8Array): boolean {
    if (this.open === undefined) return false;
    const { builder } = this.open;
    const list = this.listOf(this.context.generation.units, this.open);
    const firstNumber = this.origins.segmentCount + 1;
    const path = new JsonPath(list.path, list.count);
    const written = this.guard(
      () => `the record ${path.toString()}`,
      () => builder.addBytes(bytes),
    );
    if (written === undefined) return false;
    list.count++;
    this.origins.addUnit({ firstNumber, bytes, recall: (copy) => builder.segmentsOf(copy, written, path) }, written.segments);
    return true;
  }

  /** Writes a record of the open transaction set; `bytes` are those that it was parsed from, if any. Throws EDI_REQUEST_INVALID. */
  add(key: string, value: unknown, bytes?: Uint8Array): void {
    if (this.open === undefined) return;
    const { builder } = this.open;
    const list = this.listOf(key, this.open);
    const path = new JsonPath(list.path, list.count++);
    this.guard(
      () => `the record ${path.toString()}`,
      () => {
        if (list.segments === undefined) builder.addUnit(value, path, bytes);
        else for (const [slot, named] of list.segments) builder.addSegment(named, slot, value, path);
      },
    );
    this.context.run.throwProblems();
  }

  private listOf(key: string, { lists, path }: Open): RecordList {
    const known = lists.get(key);
    if (known !== undefined) return known;
    const { generation, bound } = this.context;
    const place = generation.segments?.[key];
    const list = { path: new JsonPath(path, key), segments: place === undefined ? undefined : recordsAt(place, bound), count: 0 };
    lists.set(key, list);
    return list;
  }

  /** Written bytes cannot be removed, so a plugin that fails ends the generation. */
  private guard<T>(what: () => string, call: () => T): T {
    try {
      return call();
    } catch (cause) {
      if (cause instanceof EdiError) throw cause;
      throw new EdiError('EDI_PLUGIN_FAILED', `Plugin ${this.context.entry.options.id} failed on ${what()}${mistakeIn(cause)}; the generation ends here.`, {
        cause,
      });
    }
  }

  /** Writes the rest. */
  end(): void {
    this.endTransaction();
    this.writeEnvelope(this.envelope.ge(this.transactionCount), 'functionalGroup');
    this.writeEnvelope(this.envelope.iea, 'interchangeControl');
  }

  private endTransaction(): void {
    this.context.run.throwProblems();
    this.open?.builder.end();
    this.open = undefined;
  }

  private writeEnvelope(text: string, key: string): void {
    this.origins.add(new JsonPath(this.context.root, key));
    this.context.out.text(text);
  }
}

/** GS08: the requested version if its guide has it, else that of its type. */
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
  const { functionalIdentifierCode: requested = '' } = group;
  const [first = ''] = functionalIds;
  if (requested === '' || functionalIds.includes(requested)) return requested || first;
  const message = `The guide has no functional group '${requested}'; ${first} is written`;
  const allowedValues = [...functionalIds];
  run.issue(new JsonPath(root, 'functionalGroup'), 'functionalIdentifierCode', {
    issueType: 'VALUE_NOT_IN_ENUM_LIST',
    message,
    value: requested,
    allowedValues,
  });
  return first;
}

function recordsAt(place: string, { guide, segmentRecords }: BoundTransactionSet): RecordList['segments'] {
  return slotsOf(parsePlace(place), guide.root).flatMap(({ slot }): readonly (readonly [number, NamedRecord])[] => {
    const named = segmentRecords.get(slot);
    return named === undefined ? [] : [[slot, named]];
  });
}
