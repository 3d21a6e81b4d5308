import type { Guide } from '../guide/guide.types';
import { gatherFacts, type RecordFacts } from './data-dictionary.facts';
import { type DictionaryPage, DictionaryWriter, type Kind, shownFields } from './data-dictionary.page';
import { type PageSource, parsePageSource } from './data-dictionary.source';
import type { RegisteredTransactionSet } from '../plugin/plugin.registry';

/*
 * The data dictionary: pages that explain every key of every record. Keys, types and places in the standard come from the
 * declarations, and from binding them to the guides of their plugin; only sentences are written by hand.
 */

/** Sources of the dictionary. */
export interface DictionaryInput {
  /** Plugins that may be documented; a plugin without a page is skipped. */
  readonly plugins: readonly RegisteredTransactionSet[];
  /** Loads a guide by its id. */
  readonly guideOf: (id: string) => Guide;
  /** Texts of schemas/dictionary by the name of the page. One page has no plugin: that of shared records. */
  readonly sources: ReadonlyMap<string, string>;
}

/** The pages, and their problems. */
export interface Dictionary {
  /** Markdown by the name of the page. */
  readonly pages: ReadonlyMap<string, string>;
  /** `Record.key` without a sentence, and records without one. */
  readonly unexplained: readonly string[];
  /** `Record.key` of sentences about fields that the page does not have, or that another block of it explains. */
  readonly misplaced: readonly string[];
  /** `Record.key` of fields that no guide has a place for: errors in declarations, or fields of a shape that another set uses. */
  readonly unbound: readonly string[];
  /** `Record.key` of fields of records without a declaration. */
  readonly strays: readonly string[];
}

/** Builds the dictionary. Throws if a source does not have the layout in its head. */
export function makeDictionary({ plugins, guideOf, sources }: DictionaryInput): Dictionary {
  const parsed = [...sources].map(([name, text]) => ({ name, source: parsePageSource(text, name) }));
  const documented = plugins.filter(({ options }) => parsed.some(({ source }) => source.plugin === options.id));
  const { records, strays } = gatherFacts(documented, guideOf);
  const pages = parsed.map(({ name, source }) => ({ name, source, records: records.filter((record) => isOnPage(record, source)) }));
  const sharedPage = pages.find(({ source }) => source.plugin === undefined)?.name ?? '';
  const writer = new DictionaryWriter(
    pages,
    documented.flatMap((plugin) =>
      kindsOf(
        plugin,
        parsed.map(({ source }) => source),
      ),
    ),
    sharedPage,
  );
  return {
    pages: new Map(pages.map((page) => [page.name, writer.write(page)])),
    unexplained: pages.flatMap(findUnexplained),
    misplaced: pages.flatMap(findMisplaced),
    unbound: records.flatMap(({ name, fields }) =>
      fields.filter(({ isBound, neverProduced }) => !isBound && neverProduced === undefined).map(({ key }) => `${name}.${key}`),
    ),
    strays,
  };
}

function isOnPage({ plugins }: RecordFacts, { plugin }: PageSource): boolean {
  return plugin === undefined ? plugins.size !== 1 : plugins.size === 1 && plugins.has(plugin);
}

/** The kinds of a plugin that its page distinguishes; else its transaction set. */
function kindsOf({ options, plugin }: RegisteredTransactionSet, sources: readonly PageSource[]): readonly Kind[] {
  const kinds = Object.entries(sources.find((source) => source.plugin === options.id)?.kinds ?? {});
  if (kinds.length === 0) return [{ name: [...new Set(options.claims.map(({ set }) => set))].join(', '), plugin: options.id, guides: options.guides ?? [] }];
  return kinds.map(([name, record]) => {
    const emission = plugin.emits.find((one) => ('whole' in one ? one.whole : one.record).name === record);
    return { name, plugin: options.id, guides: emission?.guides ?? [] };
  });
}

function namesOn({ records }: DictionaryPage): readonly string[] {
  return records.flatMap((record) => explainedFields(record).map(({ path }) => `${record.name}.${path}`));
}

/** Fields without a place have a reason instead of a sentence. */
const explainedFields = (record: RecordFacts): ReturnType<typeof shownFields> => shownFields(record).filter(({ neverProduced }) => neverProduced === undefined);

function findUnexplained(page: DictionaryPage): readonly string[] {
  const { sentences } = page.source;
  const explained = new Set(sentences.fieldNames);
  const records = page.records.map(({ name }) => name).filter((name) => sentences.about(name) === undefined);
  return [...records, ...namesOn(page).filter((name) => !explained.has(name))];
}

function findMisplaced(page: DictionaryPage): readonly string[] {
  const { sentences } = page.source;
  const names = new Set(namesOn(page));
  const records = new Set(page.records.map(({ name }) => name));
  return [...sentences.recordNames.filter((name) => !records.has(name)), ...sentences.fieldNames.filter((name) => !names.has(name)), ...sentences.twice];
}
