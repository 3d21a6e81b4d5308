import { yaml } from '../../src/plugin/io';
import {
  type BatchDef,
  type CodeList,
  type Dictionary,
  type Direction,
  type FieldDef,
  type FixedField,
  type FixedRecord,
  type HeaderDef,
  type Level,
  type Member,
  type SegmentDef,
  type SegmentUses,
  type ShownCode,
  type Since,
  type TransactionDef,
  VALUE_TYPES,
} from './dictionary.types';

const required = (holds: string): yaml.KeyRule => ({ isRequired: true, holds });
const optional = (holds: string): yaml.KeyRule => ({ isRequired: false, holds });

const TOP = {
  headers: required('layouts by name'),
  batch: required('records by their first characters'),
  transactions: required('transactions by code'),
  segments: required('segments by id'),
  fields: required('fields by id'),
  shown: required('forms of codes by list'),
  lists: required('codes by list'),
};
const FIELD = {
  number: optional('number'),
  key: required('JSON key'),
  type: required('type'),
  length: required('length'),
  length51: optional('length'),
  decimals: optional('count'),
  since: optional('version'),
  until: optional('version'),
  list: optional('list'),
  shown: optional('list'),
  reject: optional('code'),
  countReject: optional('code'),
  id: optional('id'),
};
const HEADER = { direction: required('direction'), codes: optional('codes'), version: optional('version'), fields: required('fields') };
const BATCH = { key: required('JSON key'), fields: required('fields') };
const TRANSACTION = {
  name: required('name'),
  since: optional('version'),
  most: required('count'),
  request: required('segments'),
  response: required('segments'),
  also51: optional('segments'),
};
const USES = { transmission: required('segments'), transaction: required('segments') };
const SEGMENT = {
  name: required('JSON key'),
  level: required('level'),
  direction: required('direction'),
  since: optional('version'),
  reject: optional('code'),
  fields: required('fields'),
  only51: optional('ids'),
  later: optional('ids'),
};
const GROUP = { group: required('JSON key'), most: required('count'), count: optional('id'), required: optional('true'), fields: required('fields') };
const LIST = { checked: optional('true'), codes: required('codes'), others: optional('codes without a description') };

type ReadNodes = (text: string, problems: yaml.FileProblems) => yaml.YamlNode;

/** Reads the dictionary file. Throws EDI_GUIDE_INVALID with file, line and column of everything that is wrong in it. */
export function readDictionary(text: string, file: string, readNodes: ReadNodes = yaml.readYaml): Dictionary {
  const problems = new yaml.FileProblems(file, text);
  const root = readNodes(text, problems);
  const dictionary = new DictionaryReader(problems).read(root);
  problems.throwIfAny('EDI_GUIDE_INVALID');
  return dictionary;
}

/** Reads one file; all errors are gathered in `problems`, and bad values are replaced so that reading continues. */
class DictionaryReader {
  private lists: ReadonlyMap<string, CodeList> = new Map();
  private shown: ReadonlyMap<string, ReadonlyMap<string, ShownCode>> = new Map();
  private fields: ReadonlyMap<string, FieldDef> = new Map();

  constructor(private readonly problems: yaml.FileProblems) {}

  read(root: yaml.YamlNode): Dictionary {
    const top = new yaml.YamlMapReader(root, { title: 'the dictionary', offset: 0 }, TOP, this.problems);
    this.lists = this.mapOf(top.value('lists'), (name, node) => this.list(name, node));
    this.shown = this.mapOf(top.value('shown'), (_name, node) => this.shownCodes(node));
    this.fields = this.mapOf(top.value('fields'), (id, node) => this.field(node, id));
    const segments = this.mapOf(top.value('segments'), (id, node) => this.segment(id, node));
    const headers = [...this.mapOf(top.value('headers'), (name, node) => this.header(name, node)).values()];
    const transactions = this.mapOf(top.value('transactions'), (code, node) => this.transaction(code, node, segments));
    return { headers, batch: this.batch(top.value('batch')), transactions, segments, fields: this.fields };
  }

  private mapOf<T>(node: yaml.YamlNode | undefined, read: (key: string, node: yaml.YamlNode) => T): ReadonlyMap<string, T> {
    return new Map(node?.kind === 'map' ? node.entries.map(({ key, value }) => [key, read(key, value)]) : []);
  }

  private open<K extends string>(node: yaml.YamlNode, title: string, rules: Readonly<Record<K, yaml.KeyRule>>): yaml.YamlMapReader<K> {
    return new yaml.YamlMapReader(node, { title, offset: node.offset }, rules, this.problems);
  }

  private list(name: string, node: yaml.YamlNode): CodeList {
    const map = this.open(node, `list ${name}`, LIST);
    const codes = this.mapOf(map.value('codes'), (_code, text) => (text.kind === 'scalar' ? text.text : ''));
    const others = map.has('others') ? map.texts('others') : [];
    return { name, isChecked: map.has('checked'), codes: new Map([...codes, ...others.map((code): [string, string] => [code, ''])]) };
  }

  private shownCodes(node: yaml.YamlNode): ReadonlyMap<string, ShownCode> {
    return this.mapOf(node, (_code, pair) => {
      const [code, desc] = pair.kind === 'list' ? pair.items.map((item) => (item.kind === 'scalar' ? item.text : '')) : [];
      if (code === undefined || desc === undefined) this.problems.report(pair.offset, 'A shown code must be a list of code and description.');
      return { code: code ?? '', desc: desc ?? '' };
    });
  }

  private field(node: yaml.YamlNode, id: string): FieldDef {
    const map = this.open(node, `field ${id}`, FIELD);
    const length = map.integer('length') ?? 1;
    const list = map.optionalText('list');
    const shown = map.optionalText('shown');
    if (list !== undefined && !this.lists.has(list)) map.wrong('list', 'the name of a list');
    if (shown !== undefined && !this.shown.has(shown)) map.wrong('shown', 'the name of a list in `shown`');
    return {
      id,
      number: map.optionalText('number') ?? '',
      key: map.text('key'),
      type: this.oneOf(map, 'type', VALUE_TYPES),
      length,
      length51: map.integer('length51') ?? length,
      decimals: map.integer('decimals') ?? 0,
      since: this.since(map),
      isOnly51: map.has('until'),
      list: list === undefined ? undefined : this.lists.get(list),
      shown: shown === undefined ? undefined : this.shown.get(shown),
      reject: map.optionalText('reject'),
      countReject: map.optionalText('countReject'),
    };
  }

  private since(map: yaml.YamlMapReader<'since'>): Since | undefined {
    return map.has('since') ? this.oneOf(map, 'since', ['D0', 'later'] as const) : undefined;
  }

  private oneOf<T extends string, K extends string>(map: yaml.YamlMapReader<K>, key: K, allowed: readonly [T, ...T[]]): T {
    const text = map.text(key);
    const found = allowed.find((one) => one === text);
    if (found === undefined) map.wrong(key, `one of ${allowed.join(', ')}`);
    return found ?? allowed[0];
  }

  private fixed(nodes: readonly yaml.YamlNode[], title: string): FixedRecord {
    const fields: FixedField[] = [];
    let start = 0;
    for (const node of nodes) {
      const map = this.open(node, `field of ${title}`, FIELD);
      const field = this.field(node, map.optionalText('id') ?? map.text('key'));
      fields.push({ field, start });
      start += field.length;
    }
    return { fields, byKey: new Map(fields.map((one) => [one.field.key, one])), length: start };
  }

  private header(name: string, node: yaml.YamlNode): HeaderDef {
    const map = this.open(node, `header ${name}`, HEADER);
    return {
      ...this.fixed(map.list('fields'), `header ${name}`),
      direction: this.direction(map),
      codes: map.has('codes') ? map.texts('codes') : undefined,
      version: map.optionalText('version'),
    };
  }

  private direction(map: yaml.YamlMapReader<'direction'>): Direction {
    return this.oneOf(map, 'direction', ['request', 'response'] as const);
  }

  private batch(node: yaml.YamlNode | undefined): BatchDef {
    const records = this.mapOf(node, (id, one) => {
      const map = this.open(one, `batch record ${id}`, BATCH);
      return this.fixed(map.list('fields'), `batch record ${id}`);
    });
    const record = (id: string): FixedRecord => {
      const found = records.get(id);
      if (found === undefined) this.problems.report(node?.offset ?? 0, `Batch lacks record ${id}.`);
      return found ?? { fields: [], byKey: new Map(), length: 0 };
    };
    return { header: record('00'), detail: record('G1'), trailer: record('99') };
  }

  private transaction(code: string, node: yaml.YamlNode, segments: ReadonlyMap<string, SegmentDef>): TransactionDef {
    const map = this.open(node, `transaction ${code}`, TRANSACTION);
    return {
      code,
      name: map.text('name'),
      since: this.since(map),
      most: map.integer('most') ?? 1,
      request: this.uses(map.value('request'), `requests of ${code}`, segments),
      response: this.uses(map.value('response'), `responses of ${code}`, segments),
      also51: new Set(map.has('also51') ? map.texts('also51') : []),
    };
  }

  private uses(node: yaml.YamlNode | undefined, title: string, segments: ReadonlyMap<string, SegmentDef>): SegmentUses {
    const map = node === undefined ? undefined : this.open(node, title, USES);
    const level = (name: Level): ReadonlyMap<string, boolean> =>
      this.mapOf(map?.value(name), (id, use) => {
        if (!segments.has(id)) this.problems.report(use.offset, `${title} name the unknown segment ${id}.`);
        return use.kind === 'scalar' && use.text === 'M';
      });
    return { transmission: level('transmission'), transaction: level('transaction') };
  }

  private segment(id: string, node: yaml.YamlNode): SegmentDef {
    const map = this.open(node, `segment ${id}`, SEGMENT);
    const more = [...(map.has('only51') ? map.list('only51') : []), ...(map.has('later') ? map.list('later') : [])];
    return {
      id,
      name: map.text('name'),
      level: this.oneOf(map, 'level', ['transmission', 'transaction'] as const),
      direction: this.direction(map),
      since: this.since(map),
      reject: map.optionalText('reject'),
      members: [...map.list('fields'), ...more].map((one) => this.member(one)),
    };
  }

  private member(node: yaml.YamlNode): Member {
    if (node.kind === 'scalar') {
      const id = node.text.replace('!', '');
      return { kind: 'field', field: this.fieldAt(id, node), isRequired: node.text.endsWith('!') };
    }
    const map = this.open(node, 'a group', GROUP);
    const count = map.optionalText('count');
    return {
      kind: 'group',
      key: map.text('group'),
      most: map.integer('most') ?? 1,
      count: count === undefined ? undefined : this.fieldAt(count, node),
      isRequired: map.has('required'),
      members: map.list('fields').map((one) => this.member(one)),
    };
  }

  private fieldAt(id: string, node: yaml.YamlNode): FieldDef {
    const known = this.fields.get(id);
    if (known !== undefined) return known;
    this.problems.report(node.offset, `There is no field ${id}.`);
    return { ...NO_FIELD, id };
  }
}

const NO_FIELD: FieldDef = {
  id: '',
  number: '',
  key: '',
  type: 'text',
  length: 1,
  length51: 1,
  decimals: 0,
  since: undefined,
  isOnly51: false,
  list: undefined,
  shown: undefined,
  reject: undefined,
  countReject: undefined,
};
