import type { Field } from '../mapping/field';
import { type Binding, type FieldFacts, ownProperties, type RecordFacts, recordNameOf, segmentsOf } from './data-dictionary.facts';
import { loopsText, referencesOf } from './data-dictionary.places';
import type { PageSource } from './data-dictionary.source';
import type { JsonSchema } from '../mapping/json-schema';

/** Guides that the reader knows by one name: those of a set, or of one kind of it. */
export interface Kind {
  readonly name: string;
  readonly plugin: string;
  readonly guides: readonly string[];
}

/** A page with the records on it. */
export interface DictionaryPage {
  /** Name of the file, without extension. */
  readonly name: string;
  readonly source: PageSource;
  readonly records: readonly RecordFacts[];
}

/** A list of more names has a section of its own at the end of a page. */
const NAMES_IN_CELL = 6;

/** As many rows that an earlier record of the page has too are a list of keys instead. */
const SHARED_ROWS = 3;

/** A row of the table of a record. */
interface Row {
  readonly key: string;
  readonly type: string;
  readonly place: string;
  readonly kinds: string;
  readonly meaning: string;
}

/** A list of names with its section. */
interface NameList {
  readonly names: readonly string[];
  /** `Record.key` of the fields that hold one of them, by page. */
  readonly users: { readonly page: string; readonly record: string; readonly key: string }[];
}

/** Writes pages that link to one another. */
export class DictionaryWriter {
  private readonly pageOf = new Map<string, string>();
  private readonly lists = new Map<string, NameList>();

  /** `sharedPage` has the lists that fields of several pages hold names of. */
  constructor(
    pages: readonly DictionaryPage[],
    private readonly kinds: readonly Kind[],
    private readonly sharedPage: string,
  ) {
    for (const { name, records } of pages) {
      for (const record of records) {
        this.pageOf.set(record.name, name);
        for (const field of shownFields(record)) this.noteList(name, record.name, field);
      }
    }
  }

  /** The Markdown of a page. */
  write({ name, source, records }: DictionaryPage): string {
    const links = records.map((record) => this.link(record.name, name)).join(', ');
    const lists = [...this.lists.values()].filter((list) => this.homeOf(list) === name).sort((one, other) => compare(this.titleOf(one), this.titleOf(other)));
    const written = new Map<string, string>();
    const blocks = [
      `# ${source.title}`,
      `<!-- Written by \`npm run dictionary\` from declarations and schemas/dictionary/${name}.yaml. -->`,
      source.text,
      `Records: ${links}.`,
      ...records.flatMap((record) => this.writeRecord(record, { name, source, records }, written)),
      ...(lists.length === 0 ? [] : ['## Values']),
      ...lists.flatMap((list) => this.writeList(list)),
    ];
    return `${blocks.filter(Boolean).join('\n\n')}\n`;
  }

  /** `written` has the rows of the page so far, with the record whose table has them. */
  private writeRecord(record: RecordFacts, page: DictionaryPage, written: Map<string, string>): string[] {
    const { sentences } = page.source;
    const rows = this.rowsOf(record, page);
    const kindOfAll = this.kindsOf(record.fields.flatMap(({ bindings }) => bindings));
    const idOf = ({ key, type, place, kinds, meaning }: Row): string =>
      JSON.stringify([key, type, place, meaning, kinds.startsWith(kindOfAll) ? kinds.slice(kindOfAll.length) : kinds]);
    const shared = new Map<string, Row[]>();
    for (const row of rows) {
      const owner = written.get(idOf(row));
      if (owner !== undefined) shared.set(owner, [...(shared.get(owner) ?? []), row]);
    }
    const others = [...shared].filter(([, { length }]) => length >= SHARED_ROWS);
    const left = rows.filter((row) => !others.some(([, list]) => list.includes(row)));
    for (const row of left) written.set(idOf(row), record.name);
    const hasKinds = new Set(rows.map(({ kinds }) => kinds).filter(Boolean)).size > 1;
    const header = hasKinds ? ['Key', 'Type', 'X12', 'In', 'Meaning'] : ['Key', 'Type', 'X12', 'Meaning'];
    const cells = left.map(({ key, type, place, kinds, meaning }) => (hasKinds ? [key, type, place, kinds, meaning] : [key, type, place, meaning]));
    return [
      `## ${record.name}`,
      sentences.about(record.name) ?? '',
      this.whereOf(record),
      ...others.map(([owner, list]) => `As in ${this.link(owner, page.name)}: ${list.map(({ key }) => key).join(', ')}.`),
      left.length === 0 ? '' : table([header, header.map(() => '---'), ...cells]),
    ];
  }

  private rowsOf(record: RecordFacts, { name, source: { sentences } }: DictionaryPage): Row[] {
    return shownFields(record).map((field) => ({
      key: `\`${field.label}\``,
      type: this.typeOf(field, name),
      place: field.label === field.key ? referencesOf(field) : '',
      kinds: this.kindsOf(field.bindings),
      meaning: field.neverProduced === undefined ? (sentences.of(record.name, field.path) ?? '') : `Never produced: ${field.neverProduced}`,
    }));
  }

  /** Names the loops that a record is read from. */
  private whereOf({ plugins, fields }: RecordFacts): string {
    const sentences = [...plugins].map((plugin) => {
      const bindings = fields.flatMap((field) => field.bindings).filter((binding) => binding.plugin === plugin);
      const segments = bindings.map(({ scope }) => segmentsOf(scope));
      const ids = segments.every(({ length }) => length > 0) ? [...new Set(segments.flat())].map((id) => `\`${id}\``) : [];
      const loops = loopsText(bindings.map(({ scope }) => scope.loop.id));
      return `${ids.length === 0 ? loops : `${ids.join(' and ')} of ${loops}`} in ${this.kindsOf(bindings)}`;
    });
    return sentences.length === 0 ? '' : `Read from ${sentences.join(', and from ')}.`;
  }

  /** Names the kinds whose guides have a field, with releases where not all of them have it: `P I, D (5010)`. */
  private kindsOf(bindings: readonly Binding[]): string {
    const guides = new Set(bindings.map(({ scope }) => scope.guide.id));
    const byReleases = new Map<string, string[]>();
    for (const kind of this.kinds) {
      const bound = kind.guides.filter((id) => guides.has(id));
      if (bound.length === 0) continue;
      const releases = bound.length === kind.guides.length ? '' : ` (${releasesOf(bound, kind.guides).join(', ')})`;
      byReleases.set(releases, [...(byReleases.get(releases) ?? []), kind.name]);
    }
    return [...byReleases].map(([releases, names]) => names.join(' ') + releases).join(', ');
  }

  private typeOf(field: ShownField, page: string): string {
    const schema = widest(field.docs);
    const { items } = schema;
    const record = field.docs.map(recordNameOf).find((name) => name !== undefined);
    const one = record === undefined ? this.valueType(items ?? schema, page) : this.link(record, page);
    return items === undefined ? one : `array of ${one}`;
  }

  private valueType(schema: JsonSchema, page: string): string {
    const { type = 'object', format, enum: names } = schema;
    if (names === undefined) return format ?? type;
    const list = this.lists.get(listKey(names));
    if (list === undefined) return names.map((name) => `\`${name}\``).join(', ');
    const title = this.titleOf(list);
    const home = this.homeOf(list);
    return `[one of ${list.names.length}](${home === page ? '' : `${home}.md`}#${anchorOf(title)})`;
  }

  private link(record: string, page: string): string {
    const home = this.pageOf.get(record) ?? this.sharedPage;
    return `[${record}](${home === page ? '' : `${home}.md`}#${anchorOf(record)})`;
  }

  private noteList(page: string, record: string, { key, docs }: ShownField): void {
    const schema = widest(docs);
    const names = (schema.items ?? schema).enum;
    if (names === undefined || names.length <= NAMES_IN_CELL) return;
    const id = listKey(names);
    const list = this.lists.get(id) ?? { names: [...names].sort(compare), users: [] };
    list.users.push({ page, record, key });
    this.lists.set(id, list);
  }

  private homeOf({ users }: NameList): string {
    const [first, ...others] = new Set(users.map(({ page }) => page));
    return first === undefined || others.length > 0 ? this.sharedPage : first;
  }

  /** A list is called by the shortest key that holds it, with the record where several lists would have the same name. */
  private titleOf(list: NameList): string {
    const { record, key } = shortestUser(list);
    const isTaken = [...this.lists.values()].some((other) => other !== list && shortestUser(other).key === key);
    return `Values of ${key}${isTaken ? ` in ${record}` : ''}`;
  }

  private writeList(list: NameList): string[] {
    const users = [...new Set(list.users.map(({ record, key }) => `\`${record}.${key}\``))];
    return [`### ${this.titleOf(list)}`, `For ${users.join(', ')}:`, list.names.map((name) => `\`${name}\``).join(', ')];
  }
}

/** A row of a table: a field, or a key of an object that has no section of its own. */
interface ShownField extends FieldFacts {
  /** Key as the page shows it, such as `procs[].occurrenceDate`. */
  readonly label: string;
  /** Key as the sentences have it, such as `procs.occurrenceDate`. */
  readonly path: string;
}

/** The fields of a record that some input can have, each with the keys of objects that have no section, and those that are declared without a place. */
export function shownFields({ fields }: RecordFacts): readonly ShownField[] {
  return fields
    .filter(({ isBound, neverProduced }) => isBound || neverProduced !== undefined)
    .flatMap((field): ShownField[] => {
      if (field.neverProduced !== undefined) return [{ ...field, label: field.key, path: field.key }];
      const schema = widest(field.docs);
      const item = schema.items ?? schema;
      const isSection = field.docs.some(({ record }) => record !== undefined);
      const inner = isSection || item.type !== 'object' ? [] : ownProperties(item);
      const label = schema.items === undefined ? field.key : `${field.key}[]`;
      return [
        { ...field, label: field.key, path: field.key },
        ...inner.map(([key, one]) => ({
          key,
          docs: [{ place: '', schema: one }],
          bindings: field.bindings,
          isBound: true,
          label: `${label}.${key}`,
          path: `${field.key}.${key}`,
        })),
      ];
    });
}

/** The most general schema if fields of one key differ, such as a constant beside the names of a list. */
function widest(docs: readonly Field<unknown>['doc'][]): JsonSchema {
  const [first, ...others] = docs.map(({ schema }) => schema);
  return others.reduce((widestYet, schema) => (sizeOf(schema) > sizeOf(widestYet) ? schema : widestYet), first ?? {});
}

const sizeOf = ({ enum: names }: JsonSchema): number => names?.length ?? 0;

/** Releases such as 5010; the number of a guide, such as X298, where another guide of the release does not count. */
function releasesOf(bound: readonly string[], all: readonly string[]): readonly string[] {
  const releaseOf = (id: string): string => id.slice(2, 6);
  const releases = [...new Set(bound.map(releaseOf))];
  return releases.flatMap((release) => {
    const ofRelease = bound.filter((id) => releaseOf(id) === release);
    const isWhole = ofRelease.length === all.filter((id) => releaseOf(id) === release).length;
    return isWhole ? release : ofRelease.map((id) => /X\d+/.exec(id)?.[0] ?? id);
  });
}

const listKey = (names: readonly string[]): string => [...names].sort(compare).join(' ');

const shortestUser = ({ users }: NameList): NameList['users'][number] =>
  users.reduce((shortest, user) => (user.key.length < shortest.key.length ? user : shortest));

/** The anchor that GitHub makes of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

const table = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
