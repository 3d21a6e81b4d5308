import type { ElementDef, Guide, LoopDef, SegmentDef } from '../guide/guide.types';

/* Proposes the records of a plugin from a guide: the JavaScript of declarations, to be thinned out and renamed by hand. */

/** Data element 782, monetary amount. */
const MONETARY_AMOUNT = '782';

/** The proposal so far. */
interface Proposal {
  /** Declarations, inner records before those that use them. */
  readonly records: string[];
  readonly imports: Set<string>;
  readonly names: Set<string>;
}

/** The text of a module that exports `transaction`: one record for a whole transaction of the guide, loops as lists. */
export function proposeRecords(guide: Guide): string {
  const proposal: Proposal = { records: [], imports: new Set(['constant', 'fileName', 'record', 'recordId']), names: new Set() };
  const title = pascal(guide.name);
  const fields = [`id: recordId()`, `objectType: constant('${snake(guide.name).toUpperCase()}')`, 'fileName: fileName()', ...fieldsOf(guide.root, proposal)];
  return [
    `'use strict';`,
    `const { ${[...proposal.imports].sort().join(', ')} } = require('clearloop/plugin');`,
    '',
    `// Proposed from guide ${guide.id}, ${guide.name}: every element that it uses. Remove what nobody reads, and rename the rest.`,
    '',
    ...proposal.records,
    `/** A transaction, in the order of its JSON keys. */`,
    `exports.transaction = ${recordText(title, fields)};`,
    '',
  ].join('\n');
}

/** Envelope segments of the transaction contain nothing of interest to a reader. */
const SKIPPED: ReadonlySet<string> = new Set(['ST', 'SE', 'HL', 'LS', 'LE', 'LX']);

function fieldsOf(loop: LoopDef, proposal: Proposal): readonly string[] {
  const keys = new Set(['id', 'objectType', 'fileName']);
  return loop.children.flatMap((child) => {
    if (child.kind === 'segment') return SKIPPED.has(child.id) ? [] : segmentFields(child, keys, proposal);
    const inner = fieldsOf(child, proposal);
    if (inner.length === 0) return [];
    const name = declare(child.name, inner, proposal);
    proposal.imports.add('loops');
    return [`${unique(`${camel(child.name)}List`, keys)}: loops('${placeOfLoop(child)}', ${name})`];
  });
}

/** Loops are named by an id that begins with a digit, others by the place of their first segment. */
const placeOfLoop = ({ id, trigger }: LoopDef): string => (/^\d/.test(id) ? id : placeOf(trigger));

function segmentFields(def: SegmentDef, keys: Set<string>, proposal: Proposal): readonly string[] {
  const place = placeOf(def);
  if (def.max === 1) return elementFields(def, place, keys, proposal);
  const inner = elementFields(def, '', new Set(), proposal);
  if (inner.length === 0) return [];
  proposal.imports.add('each');
  return [`${unique(`${camel(def.name)}List`, keys)}: each('${place}', ${declare(def.name, inner, proposal)})`];
}

/** `REF[6R]` if a code distinguishes the segment from others of its id, else `REF`. */
function placeOf({ id, qualifiers, loop }: SegmentDef): string {
  const codes = qualifiers.find(({ component }) => component === undefined)?.codes;
  const isAlone = loop.children.filter((child) => (child.kind === 'segment' ? child.id : child.trigger.id) === id).length === 1;
  return codes === undefined || isAlone ? id : `${id}[${[...codes].join('|')}]`;
}

function elementFields(def: SegmentDef, place: string, keys: Set<string>, proposal: Proposal): readonly string[] {
  return def.elements.flatMap((element) => {
    if (element.usage === 'N') return [];
    const at = place + element.ref.slice(def.id.length);
    const parts = element.components ?? [];
    if (parts.length === 0) return [fieldOf(element, at, keys, proposal)];
    return parts.flatMap((part, i) => (part.usage === 'N' ? [] : [fieldOf(part, `${at}-${i + 1}`, keys, proposal)]));
  });
}

function fieldOf(element: ElementDef, place: string, keys: Set<string>, proposal: Proposal): string {
  const kind = kindOf(element);
  proposal.imports.add(kind);
  return `${unique(camel(element.name), keys)}: ${kind}('${place}')`;
}

function kindOf({ type, dataElement }: ElementDef): string {
  if (type === 'DT') return 'date';
  if (type === 'TM') return 'time';
  if (type === 'N0') return 'integer';
  if (type === 'R') return dataElement === MONETARY_AMOUNT ? 'amount' : 'quantity';
  return 'text';
}

/** Adds a record for a nested part; returns the name of its constant. */
function declare(name: string, fields: readonly string[], { records, names }: Proposal): string {
  const constant = unique(camel(name), names);
  records.push(`const ${constant} = ${recordText(constant.charAt(0).toUpperCase() + constant.slice(1), fields)};\n`);
  return constant;
}

const recordText = (name: string, fields: readonly string[]): string => `record('${name}', {\n${fields.map((field) => `  ${field},\n`).join('')}})`;

function unique(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count++) free = `${name}${count}`;
  taken.add(free);
  return free;
}

const words = (name: string): readonly string[] => name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
const pascal = (name: string): string =>
  words(name)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join('');
const snake = (name: string): string => words(name).join('_');

/** Returns a name that is also valid as a constant. */
function camel(name: string): string {
  const text = pascal(name);
  const key = text.charAt(0).toLowerCase() + text.slice(1);
  return /^\d/.test(key) ? `n${key}` : key;
}
