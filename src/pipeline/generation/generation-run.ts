import { EdiError } from '../../common/edi-error';
import { nearestName } from '../../common/nearest-name';
import { TransactionSetWriter } from '../../guide/loop-writer';
import type { OutSegment } from '../../guide/out-loop';
import { JsonPath } from '../../mapping/writing/json-path';
import { isGiven, isObject, type JsonObject, WriteRun } from '../../mapping/writing/write-run';
import type { BoundTransactionSet, NamedRecord } from '../../plugin/bound-transaction-set';
import type { GeneratedType, Generation } from '../../plugin/generation';
import type { RegisteredTransactionSet } from '../../plugin/plugin.registry';
import { validationIssue } from '../../validation/issue-json';
import { slotsOf } from '../../mapping/locator';
import { parsePlace } from '../../mapping/place';
import { SegmentWriter } from '../../x12/segment-writer';
import type { ValidationRun } from '../validation-run';
import { type Envelope, type EnvelopeDefaults, writeEnvelope } from './envelope-writer';
import type { GeneratedPiece, GenerationSummary } from './generation.types';
import { IssueOrigins } from './issue-origins';
import { PushedValidation } from './pushed-validation';
import { readEnvelope } from './read-envelope';
import { type RequestPart } from './request-parts';
import { TransactionBuilder } from './transaction-builder';

/** What a generation depends on. */
export interface GenerationContext {
  readonly entry: RegisteredTransactionSet;
  readonly generation: Generation;
  readonly bind: (guideId: string) => BoundTransactionSet;
  /** Undefined without validation. */
  readonly validation: ValidationRun | undefined;
  readonly fileName: string;
  readonly defaults: EnvelopeDefaults;
}

type Summary = { -readonly [K in keyof GenerationSummary]: number };

/** EDI is given away in pieces of about this many characters. */
const PIECE_LENGTH = 1 << 16;

/** Keys of a request beside its records. */
const HEAD_KEYS = ['interchangeControl', 'functionalGroup', 'transaction'];

/** Generates one interchange. */
export class GenerationRun {
  readonly summary: Summary = { records: 0, segments: 0, bytes: 0, issues: 0 };
  private readonly run: WriteRun;
  private readonly root = new JsonPath(undefined, '$');
  private texts: string[] = [];
  private length = 0;
  private found: Readonly<Record<string, unknown>>[] = [];

  constructor(private readonly context: GenerationContext) {
    this.run = new WriteRun(context.generation.ignored);
  }

  /** Pieces of EDI, and the issues of each after it. */
  async *pieces(parts: AsyncIterable<RequestPart>): AsyncGenerator<GeneratedPiece, void, undefined> {
    const { validation, fileName } = this.context;
    const pushed = validation && new PushedValidation(validation, fileName);
    let transaction: OpenTransaction | undefined;
    for await (const part of parts) {
      if (part.kind === 'head') {
        transaction = this.open(part.head);
        for (const [key, values] of this.recordLists(part.head)) {
          for (const [i, value] of values.entries()) {
            this.add(transaction, key, value, i);
            if (this.length >= PIECE_LENGTH) yield* this.flush(transaction, pushed);
          }
        }
      } else if (transaction !== undefined) {
        this.add(transaction, this.keyOf(part.value), part.value, undefined);
        if (this.length >= PIECE_LENGTH) yield* this.flush(transaction, pushed);
      }
    }
    if (transaction === undefined) return;
    transaction.builder.end();
    this.write(transaction.envelope.ge, transaction.origins);
    this.write(transaction.envelope.iea, transaction.origins);
    yield* this.flush(transaction, pushed);
    for (const issue of (await pushed?.end()) ?? []) yield this.issuePiece(transaction.origins.locate(issue));
  }

  /** Reads what a request says beside its records, and writes what comes before them. */
  private open(head: JsonObject): OpenTransaction {
    const { generation, bind, entry, defaults } = this.context;
    this.checkKeys(head);
    const { interchange, group } = readEnvelope(head, this.root, this.run);
    const type = this.typeOf(group.transactionType);
    this.throwProblems();
    const bound = bind(type.guide);
    const version = versionOf(head, bound, type);
    const envelope = writeEnvelope({ interchange, group }, { functionalId: bound.guide.functionalIds[0] ?? '', version }, defaults);
    const origins = new IssueOrigins(bound.validation.names, entry.plugin.issueClasses ?? {});
    this.write(envelope.isa, origins, new JsonPath(this.root, 'interchangeControl'));
    this.write(envelope.gs, origins, new JsonPath(this.root, 'functionalGroup'));
    const controlNumber = controlNumberOf(head);
    const writer = new SegmentWriter({ onIssue: (issue) => this.found.push(origins.locateCurrent({ ...validationIssue(issue, this.context.fileName) })) });
    const onSegment = (segment: OutSegment): void => origins.add(segment.origin instanceof JsonPath ? segment.origin : undefined, segment);
    const sets = new TransactionSetWriter(writer, (text) => this.writeText(text), onSegment);
    const builder = new TransactionBuilder(bound, sets, this.run, generation.defaults({ date: envelope.date, time: envelope.time, controlNumber }));
    builder.begin(head['transaction'], new JsonPath(this.root, 'transaction'), { controlNumber, version });
    return { builder, envelope, origins, bound, counts: new Map() };
  }

  private checkKeys(head: JsonObject): void {
    const known = [...HEAD_KEYS, ...this.recordKeys];
    for (const key of Object.keys(head)) {
      if (known.includes(key)) continue;
      const nearest = nearestName(key, known);
      this.run.problem(this.root, key, `unknown property of the request${nearest === undefined ? '' : `, did you mean ${nearest}?`}`);
    }
  }

  private typeOf(transactionType: string): GeneratedType {
    const { types } = this.context.generation;
    const type = Object.hasOwn(types, transactionType) ? types[transactionType] : undefined;
    if (type !== undefined) return type;
    const path = new JsonPath(this.root, 'functionalGroup');
    if (transactionType !== '') this.run.problem(path, 'transactionType', `expected ${Object.keys(types).join(', ')}`);
    this.throwProblems();
    throw new EdiError('EDI_REQUEST_INVALID', `$.functionalGroup.transactionType: expected ${Object.keys(types).join(', ')}.`);
  }

  private get recordKeys(): readonly string[] {
    const { units, segments = {} } = this.context.generation;
    return [units, ...Object.keys(segments)];
  }

  /** The records of a request in one document, those of units first. */
  private recordLists(head: JsonObject): readonly (readonly [string, readonly unknown[]])[] {
    return this.recordKeys.flatMap((key): readonly (readonly [string, readonly unknown[]])[] => {
      const values = head[key];
      if (!isGiven(values)) return [];
      if (Array.isArray(values)) return [[key, values]];
      this.run.problem(this.root, key, 'expected an array');
      this.throwProblems();
      return [];
    });
  }

  /** A record of NDJSON says by its `objectType` what it is; a unit when it says nothing. */
  private keyOf(value: unknown): string {
    const { generation, entry } = this.context;
    const objectType = isObject(value) ? value['objectType'] : undefined;
    const found = Object.entries(generation.segments ?? {}).find(([, place]) =>
      entry.plugin.emits.some((emission) => 'each' in emission && emission.each === place && emission.record.fields['objectType']?.doc.schema.enum?.[0] === objectType),
    );
    return found?.[0] ?? generation.units;
  }

  private add({ builder, bound, counts }: OpenTransaction, key: string, value: unknown, index: number | undefined): void {
    const number = index ?? counts.get(key) ?? 0;
    counts.set(key, number + 1);
    const path = new JsonPath(new JsonPath(this.root, key), number);
    const place = this.context.generation.segments?.[key];
    if (place === undefined) builder.addUnit(value, path);
    else for (const [slot, named] of recordsAt(place, bound)) builder.addSegment(named, slot, value, path);
    this.throwProblems();
    this.summary.records++;
  }

  private throwProblems(): void {
    const { problems } = this.run;
    if (problems.length === 0) return;
    throw new EdiError('EDI_REQUEST_INVALID', `${problems.map(({ path, message }) => `${path}: ${message}`).join('; ')}.`);
  }

  private async *flush({ origins }: OpenTransaction, pushed: PushedValidation | undefined): AsyncGenerator<GeneratedPiece, void, undefined> {
    const bytes = Buffer.from(this.texts.join(''));
    this.texts = [];
    this.length = 0;
    this.summary.bytes += bytes.length;
    const issues = [...(await pushed?.push(bytes) ?? [])].map((issue) => origins.locate(issue));
    yield { kind: 'edi', bytes };
    for (const issue of this.run.issues.splice(0)) this.found.push(this.classified(issue, origins));
    for (const issue of [...this.found.splice(0), ...issues]) yield this.issuePiece(issue);
  }

  private classified(issue: Parameters<typeof validationIssue>[0], _origins: IssueOrigins): Readonly<Record<string, unknown>> {
    return { ...validationIssue(issue, this.context.fileName) };
  }

  private issuePiece(issue: Readonly<Record<string, unknown>>): GeneratedPiece {
    this.summary.issues++;
    return { kind: 'issue', issue };
  }

  private write(text: string, origins: IssueOrigins, path?: JsonPath): void {
    origins.add(path);
    this.writeText(text);
  }

  private writeText(text: string): void {
    this.texts.push(text);
    this.length += text.length;
    this.summary.segments++;
  }
}

/** A transaction set that is being written. */
interface OpenTransaction {
  readonly builder: TransactionBuilder;
  readonly envelope: Envelope;
  readonly origins: IssueOrigins;
  readonly bound: BoundTransactionSet;
  /** Records by their key. */
  readonly counts: Map<string, number>;
}

function recordsAt(place: string, { guide, segmentRecords }: BoundTransactionSet): readonly (readonly [number, NamedRecord])[] {
  return slotsOf(parsePlace(place), guide.root).flatMap(({ slot }): readonly (readonly [number, NamedRecord])[] => {
    const named = segmentRecords.get(slot);
    return named === undefined ? [] : [[slot, named]];
  });
}

/** The version that a request asks for, where the guide is for it. */
function versionOf({ transaction }: JsonObject, { guide }: BoundTransactionSet, type: GeneratedType): string {
  const asked = isObject(transaction) ? transaction['implementationConventionReference'] : undefined;
  return typeof asked === 'string' && guide.versions.includes(asked) ? asked : type.version;
}

const LEAST_CONTROL_LENGTH = 4;

/** ST02: that of the request, else 1; with four digits at least. */
function controlNumberOf({ transaction }: JsonObject): string {
  const given = isObject(transaction) ? transaction['controlNumber'] : undefined;
  const text = typeof given === 'string' || typeof given === 'number' ? String(given) : '';
  return (text === '' ? '1' : text).padStart(LEAST_CONTROL_LENGTH, '0');
}
