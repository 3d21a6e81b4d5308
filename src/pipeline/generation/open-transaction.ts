import { EdiError } from '../../common/edi-error';
import type { Issue } from '../../common/issue';
import { TransactionSetWriter } from '../../guide/loop-writer';
import { slotsOf } from '../../mapping/locator';
import { parsePlace } from '../../mapping/place';
import { JsonPath } from '../../mapping/writing/json-path';
import { isObject, type WriteRun } from '../../mapping/writing/write-run';
import type { BoundTransactionSet, NamedRecord } from '../../plugin/bound-transaction-set';
import type { Generation } from '../../plugin/generation';
import type { RegisteredTransactionSet } from '../../plugin/plugin.registry';
import { SegmentWriter } from '../../x12/segment-writer';
import { type Envelope, type EnvelopeDefaults, writeEnvelope } from './envelope-writer';
import { IssueOrigins } from './issue-origins';
import { type RequestHead, throwProblems } from './request-head';
import { TransactionBuilder } from './transaction-builder';

/** What a transaction is written by, and where it goes. */
export interface TransactionContext {
  readonly entry: RegisteredTransactionSet;
  readonly generation: Generation;
  readonly bound: BoundTransactionSet;
  readonly defaults: EnvelopeDefaults;
  readonly run: WriteRun;
  readonly root: JsonPath;
  readonly write: (text: string) => void;
  /** Told of values that cannot be written as they are. */
  readonly onIssue: (issue: Issue) => void;
}

/** An interchange with one transaction set, written while its records come. */
export class OpenTransaction {
  readonly origins: IssueOrigins;
  private readonly envelope: Envelope;
  private readonly builder: TransactionBuilder;
  /** Records so far, by their key. */
  private readonly counts = new Map<string, number>();

  constructor(
    head: RequestHead,
    transaction: unknown,
    private readonly context: TransactionContext,
  ) {
    const { entry, generation, bound, defaults, run, root, write, onIssue } = context;
    const { guide, validation } = bound;
    const { controlNumber } = head;
    const version = guide.versions.includes(head.version) ? head.version : head.type.version;
    this.envelope = writeEnvelope(head.envelope, { functionalId: guide.functionalIds[0] ?? '', version }, defaults);
    const origins = new IssueOrigins(validation.names, entry.plugin.issueClasses ?? {});
    this.origins = origins;
    this.writeEnvelope(this.envelope.isa, 'interchangeControl');
    this.writeEnvelope(this.envelope.gs, 'functionalGroup');
    const segments = new SegmentWriter({ refusesControls: true, onIssue: (issue) => onIssue(origins.complete(issue)) });
    const writer = new TransactionSetWriter(segments, write, (segment) =>
      origins.add(segment.origin instanceof JsonPath ? segment.origin : undefined, segment),
    );
    const { date, time } = this.envelope;
    const made = this.guard(
      () => '`generation.defaults`',
      () => generation.defaults({ date, time, controlNumber }),
    );
    this.builder = new TransactionBuilder(bound, writer, run, made);
    const path = new JsonPath(root, 'transaction');
    this.guard(
      () => `the record ${path.toString()}`,
      () => this.builder.begin(transaction, path, { controlNumber, version }),
    );
  }

  /** Writes a record. Throws EDI_REQUEST_INVALID. */
  add(key: string, value: unknown): void {
    const { run, root, generation, bound } = this.context;
    const number = this.counts.get(key) ?? 0;
    this.counts.set(key, number + 1);
    const path = new JsonPath(new JsonPath(root, key), number);
    const place = generation.segments?.[key];
    this.guard(
      () => `the record ${path.toString()}`,
      () => {
        if (place === undefined) this.builder.addUnit(value, path);
        else for (const [slot, named] of recordsAt(place, bound)) this.builder.addSegment(named, slot, value, path);
      },
    );
    throwProblems(run);
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
    this.context.write(text);
  }
}

function recordsAt(place: string, { guide, segmentRecords }: BoundTransactionSet): readonly (readonly [number, NamedRecord])[] {
  return slotsOf(parsePlace(place), guide.root).flatMap(({ slot }): readonly (readonly [number, NamedRecord])[] => {
    const named = segmentRecords.get(slot);
    return named === undefined ? [] : [[slot, named]];
  });
}

/** Tells by the `objectType` of a record what it is: a unit, unless it is that of a segment. */
export function keyOfRecord(value: unknown, { plugin }: RegisteredTransactionSet, { units, segments = {} }: Generation): string {
  const objectType = isObject(value) ? value['objectType'] : undefined;
  const isOf = (place: string): boolean =>
    plugin.emits.some((emission) => 'each' in emission && emission.each === place && objectTypeOf(emission.record.fields) === objectType);
  return Object.entries(segments).find(([, place]) => isOf(place))?.[0] ?? units;
}

function objectTypeOf(fields: Readonly<Record<string, { readonly doc: { readonly schema: { readonly enum?: readonly string[] } } }>>): string | undefined {
  return fields['objectType']?.doc.schema.enum?.[0];
}
