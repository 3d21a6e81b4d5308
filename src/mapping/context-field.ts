import { describeWrite } from './writing/writing';
import { BYTE } from '../common/bytes';
import type { Fragment } from '../common/fragment';
import type { LoopNode } from '../guide/loop-node';
import type { EncodeRun, FileInfo, RecordContext, TransactionContext } from './encode-run';
import type { BoundField, Field, PresentField } from './field';
import type { JsonSchema } from './json-schema';
import { keyFragment, memberFragment } from './json-text';
import { schemaRef } from './record-schemas';

/** A field whose value comes from the record's context. */
function contextField(schema: JsonSchema, valueOf: (context: RecordContext, loop: LoopNode) => string | undefined): Field<string> {
  return {
    doc: { place: '', schema },
    bind(_scope, key): BoundField {
      const fragment = keyFragment(key);
      return {
        step: { kind: 'of transaction', key: fragment },
        encode: (loop, _segment, _base, { out, context }: EncodeRun) => {
          const value = valueOf(context, loop);
          if (value === undefined) return;
          out.raw(fragment);
          out.text(`"${value}"`);
        },
      };
    },
  };
}

const transactionIdOf = ({ transaction }: RecordContext, loop: LoopNode): string => transaction.ids.ofTransaction(loop);

const ID: JsonSchema = { type: 'string', description: '24 hexadecimal digits; the same content gives the same ids' };

/** The id of the record. */
export function recordId(): PresentField<string> {
  return {
    isPresent: true,
    doc: { place: '', schema: ID },
    bind(_scope, key) {
      const fragment = keyFragment(key);
      return {
        step: { kind: 'record id', key: fragment },
        encode: (loop, segment, _base, { out, context }) => {
          out.raw(fragment);
          out.byte(BYTE.QUOTE);
          for (const word of context.transaction.ids.ofRecord(loop, segment)) out.hex(word);
          out.byte(BYTE.QUOTE);
        },
      };
    },
  };
}

/** The id of the transaction, in the transaction itself. */
export const transactionId = (): PresentField<string> => ({ ...contextField(ID, transactionIdOf), isPresent: true });

/** The id of the TRANSACTION record that a record belongs to, when transactions are records of their own. */
export const transactionReference = (): Field<string> => whereTopLevel(true, contextField(ID, transactionIdOf));

/** The id of the FUNCTIONAL_GROUP record that a transaction belongs to, when control segments are converted. */
export const functionalGroupReference = (): Field<string> =>
  whereTopLevel(
    true,
    contextField(ID, ({ transaction }) => (transaction.hasControlSegments ? transaction.functionalGroupId : undefined)),
  );

/** A field with the same value in every record. */
export function constant<const V extends string | number>(value: V): PresentField<V> {
  return {
    isPresent: true,
    doc: { place: '', schema: typeof value === 'string' ? { type: 'string', enum: [value] } : { type: 'number' } },
    bind(_scope, key) {
      const fragment = memberFragment(key, JSON.stringify(value));
      return {
        step: { kind: 'constant', key: fragment },
        encode: (_loop, _segment, _base, { out }) => out.raw(fragment),
        write: describeWrite(
          (given, { path }, run) => {
            if (given !== value) run.mismatch(path, key, `The value is always '${value}' here`);
            return true;
          },
          { kind: 'constant', value },
        ),
      };
    },
  };
}

/** A field whose value follows from the guide of the transaction: value to the ids of its guides. */
export function constantOfGuide<const V extends string>(guides: Readonly<Record<V, readonly string[]>>): Field<V> {
  const values = readKeys(guides);
  return {
    doc: { place: 'ST03', schema: { type: 'string', enum: values } },
    bind(scope, key) {
      const value = values.find((one) => guides[one].includes(scope.guide.id));
      return value === undefined ? undefined : constant<V>(value).bind(scope, key);
    },
  };
}

/** A field whose value follows from the loop in which its record is, such as the level of an error: value to the ids of its loops. */
export function constantOfLoop<const V extends string>(loops: Readonly<Record<V, readonly string[]>>): Field<V> {
  const values = readKeys(loops);
  return {
    doc: { place: '', schema: { type: 'string', enum: values } },
    bind(scope, key) {
      const value = values.find((one) => loops[one].includes(scope.loop.id));
      return value === undefined ? undefined : constant<V>(value).bind(scope, key);
    },
  };
}

/** The keys are those of the type. */
function readKeys<V extends string>(guides: Readonly<Record<V, readonly string[]>>): readonly V[] {
  return Object.keys(guides) as V[];
}

/**
 * A field that the interface documents and that no segment of the guide can hold. It is never read and never written: the data dictionary
 * lists it with the reason, and a request that has a value for it gets an issue NOT_ALLOWED.
 *
 * `reason` is a sentence. `shape` is a field or schema whose type the value would have; default a string.
 */
export function withoutPlace(reason: string, shape: JsonSchema | Field<unknown> = { type: 'string' }): Field<undefined> {
  const schema = 'bind' in shape ? shape.doc.schema : shape;
  return { doc: { place: '', schema: { ...schema, description: `Never produced: ${reason}` }, neverProduced: reason }, bind: () => undefined };
}

const FILE_INFO_SCHEMA: JsonSchema = {
  title: 'FileInfo',
  type: 'object',
  required: ['name', 'fileType'],
  properties: {
    name: { type: 'string' },
    url: { type: 'string' },
    lastModifiedDateTime: { type: 'string', format: 'date-time' },
    fileType: { type: 'string', enum: ['EDI'] },
  },
};

/** `fileInfo` of a transaction or interchange. Uploads have no address and no time, so that the same upload gives the same answer. */
export function fileInfo(): Field<FileInfo> {
  return {
    doc: { place: '', schema: FILE_INFO_SCHEMA },
    bind(_scope, key) {
      const fragment = keyFragment(key);
      return {
        step: { kind: 'of transaction', key: fragment },
        encode: (_loop, _segment, _base, { out, context }) => {
          out.raw(fragment);
          out.text(JSON.stringify(fileInfoOf(context.transaction)));
        },
      };
    },
  };
}

function fileInfoOf({ fileName, fileInfo: known }: TransactionContext): FileInfo {
  return known ?? { name: fileName, fileType: 'EDI' };
}

/** The name of the file that a record comes from. */
export function fileName(): Field<string> {
  return {
    doc: { place: '', schema: { type: 'string' } },
    bind(_scope, key) {
      const fragment = keyFragment(key);
      return {
        step: { kind: 'of transaction', key: fragment },
        encode: (_loop, _segment, _base, { out, context }) => {
          out.raw(fragment);
          out.text(JSON.stringify(context.transaction.fileName));
        },
      };
    },
  };
}

/** A field that is there only while transactions are part of their records. */
export const unlessTopLevel = <T>(field: Field<T>): Field<T> => whereTopLevel(false, field);

/** A field that is there only while transactions are records of their own, or only while they are part of others. */
function whereTopLevel<T>(isTopLevel: boolean, field: Field<T>): Field<T> {
  return {
    doc: field.doc,
    // Columns have no other place for what a record of its own would hold.
    ...(field.inside ? { inside: field.inside } : {}),
    bind(scope, key) {
      const bound = field.bind(scope, key);
      return (
        bound && {
          step: { kind: 'if top level', isTopLevel, field: bound },
          encode: (loop, segment, base, run) => {
            if (run.context.transaction.isTransactionTopLevel === isTopLevel) bound.encode(loop, segment, base, run);
          },
          ...(bound.write ? { write: bound.write } : {}),
          ...(bound.shared ? { shared: bound.shared } : {}),
        }
      );
    },
  };
}

/** `validationIssues` of a record: what validation found in it. Absent when nothing was found or looked for. */
export function validationIssues(): Field<readonly object[]> {
  return {
    doc: { place: '', schema: { type: 'array', items: schemaRef('ValidationIssue'), description: 'with `validate`: what is wrong in the object' } },
    bind(_scope, key) {
      const fragment = keyFragment(key);
      return {
        step: { kind: 'validation issues', key: fragment },
        encode: (_loop, _segment, _base, run) => {
          for (const _part of writeIssues(fragment, run));
        },
        encodeInParts: (_loop, _segment, _base, run) => writeIssues(fragment, run),
      };
    },
  };
}

const ISSUES_OF_A_PART = 50;

/** Writes the member with the issues of a record, in parts; nothing where there are none. */
export function* writeIssues(key: Fragment, { out, context }: Pick<EncodeRun, 'out' | 'context'>): Generator<void, void, undefined> {
  let count = 0;
  for (const issue of context.validationIssues?.() ?? []) {
    if (count === 0) {
      out.raw(key);
      out.byte(BYTE.BRACKET_OPEN);
    } else {
      out.byte(BYTE.COMMA);
      if (count % ISSUES_OF_A_PART === 0) yield;
    }
    out.text(JSON.stringify(issue));
    count++;
  }
  if (count > 0) out.byte(BYTE.BRACKET_CLOSE);
}

/** The number of a loop among those of its kind in the loop around it, from 1: what a line without an identifier is called by. */
export function itemNumber(): Field<number> {
  return {
    doc: { place: '', schema: { type: 'integer' } },
    bind(_scope, key) {
      const fragment = keyFragment(key);
      const counter = new SiblingCounter();
      return {
        step: { kind: 'item number', key: fragment },
        encode: (loop, _segment, _base, { out }) => {
          out.raw(fragment);
          out.text(String(counter.numberOf(loop)));
        },
      };
    },
  };
}

/** Counts siblings on from the last one that was asked for: they are asked for in their order. */
class SiblingCounter {
  private parent: LoopNode | undefined;
  private position = 0;
  private number = 0;

  numberOf(loop: LoopNode): number {
    const siblings = loop.parent?.loops ?? [];
    if (this.parent !== loop.parent || !siblings.includes(loop, this.position)) {
      this.parent = loop.parent;
      this.position = 0;
      this.number = 0;
    }
    for (let i = this.position; i < siblings.length; i++) {
      const sibling = siblings[i];
      if (sibling?.def === loop.def) this.number++;
      this.position = i + 1;
      if (sibling === loop) return this.number;
    }
    return this.number;
  }
}
