import { Brackets, type DataSource, type SelectQueryBuilder } from 'typeorm';
import { toCodeRecord } from './code-record';
import { type QueryPart, readCodeQuery } from './code-query';
import { type CodeForm, otherForms } from './code-shape';
import { ask, type CodeStore } from './code-store';
import type { CodeDriver } from './database/code-driver';
import type { CodeFilter, CodeRecord } from './code.types';
import { CodeEntity } from './entities/code.entity';

type Select = SelectQueryBuilder<CodeEntity>;

/** Most codes that are loaded by one statement; databases limit the parameters. */
const IDS_PER_STATEMENT = 500;

/** After every letter and digit, for the end of a range of codes. */
const AFTER_ALL = '~';

/** Order of codes that match equally well; complete, so that both databases return the same. */
const TIES = { 'code.type': 'ASC', 'code.subType': 'ASC', 'code.code': 'ASC' } as const;

/** Finds codes by code and by words (interface document, 4.2). */
export class CodeSearch {
  constructor(private readonly store: CodeStore) {}

  /**
   * Returns matching codes, best first: the exact code, with or without dots and hyphens; the code in another usual form (type of bill 0131); codes with that
   * prefix; codes with all words, by beginnings of words; and if no code has all words, codes with any of them, those with most first. Codes with whole words
   * come first, then those with words in their description rather than in their definition, then those with short descriptions. Parts are answered one after
   * the other, each code once. An aborted signal ends the search. Throws EDI_BAD_PARAMETER for an invalid query.
   */
  async search(query: string, filter: CodeFilter, howMany: number, signal?: AbortSignal): Promise<readonly CodeRecord[]> {
    return this.load(await this.findIds(query, filter, howMany, signal), signal);
  }

  /** Returns the ids of `search`. */
  async findIds(query: string, filter: CodeFilter, howMany: number, signal?: AbortSignal): Promise<readonly number[]> {
    const parts = readCodeQuery(query);
    const found = new Set<number>();
    const { store } = this;
    const search = async (database: DataSource, throwIfOver: () => void): Promise<void> => {
      const part = new PartSearch({ database, driver: store.driver, filter, howMany, throwIfOver }, found);
      for (const each of parts) if (found.size < howMany) await part.find(each);
    };
    await ask(store, () => store.searches.run(search, signal), signal);
    return [...found].slice(0, howMany);
  }

  /** Loads codes by id, in the order of the ids. */
  async load(ids: readonly number[], signal?: AbortSignal): Promise<readonly CodeRecord[]> {
    const byId = new Map<number, CodeRecord>();
    for (let from = 0; from < ids.length; from += IDS_PER_STATEMENT) {
      signal?.throwIfAborted();
      const some = ids.slice(from, from + IDS_PER_STATEMENT);
      const codes = await ask(this.store, () => codesOf(this.store.database).where('code.id IN (:...some)', { some }).getMany());
      for (const code of codes) byId.set(code.id, toCodeRecord(code));
    }
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}

const codesOf = (database: DataSource): Select => database.getRepository(CodeEntity).createQueryBuilder('code');

/** Shared by the parts of a query. */
interface PartContext {
  readonly database: DataSource;
  readonly driver: CodeDriver;
  readonly filter: CodeFilter;
  readonly howMany: number;
  /** Throws when the time of the search is over or its caller has gone. */
  readonly throwIfOver: () => void;
}

/** Finds the ids of the codes that fit parts of a query, and adds them to `found`. */
class PartSearch {
  constructor(
    private readonly context: PartContext,
    private readonly found: Set<number>,
  ) {}

  async find(part: QueryPart): Promise<void> {
    const { found } = this;
    const { filter, howMany, throwIfOver } = this.context;
    let matches = 0;
    const add = async (select: Select | undefined): Promise<void> => {
      if (select === undefined || found.size >= howMany) return;
      throwIfOver();
      const limit = Number.isFinite(howMany) ? howMany + found.size : undefined;
      const rows = await this.filtered(select, filter).limit(limit).getRawMany<{ readonly id: number }>();
      matches += rows.length;
      for (const { id } of rows) found.add(id);
    };
    await add(this.exactly(part));
    for (const form of part.plainCode === undefined ? [] : otherForms(part.plainCode)) await add(this.inForm(form));
    await add(this.beginning(part));
    await add(this.withWords(part, 'all'));
    if (matches === 0 && part.words.length > 1) await add(this.withWords(part, 'any'));
  }

  private ids(): Select {
    return codesOf(this.context.database).select('code.id', 'id');
  }

  private filtered(select: Select, { types, afterStartDate, afterEndDate, activeAfter }: CodeFilter): Select {
    if (types) select.andWhere('code.type IN (:...types)', { types });
    if (afterStartDate !== undefined) select.andWhere('code.startDate > :afterStartDate', { afterStartDate });
    if (afterEndDate !== undefined) select.andWhere('code.endDate > :afterEndDate', { afterEndDate });
    if (activeAfter !== undefined) select.andWhere('(code.endDate IS NULL OR code.endDate > :activeAfter)', { activeAfter });
    return select;
  }

  private exactly({ plainCode: plain }: QueryPart): Select | undefined {
    if (plain === undefined) return undefined;
    return this.ids().where('(code.plainCode = :plain OR code.alternativeCode = :plain)', { plain }).orderBy(TIES);
  }

  private inForm({ type, plainCode: form }: CodeForm): Select {
    return this.ids().where('code.type = :formType AND code.plainCode = :form', { formType: type, form }).orderBy(TIES);
  }

  private beginning({ plainCode: plain }: QueryPart): Select | undefined {
    if (plain === undefined) return undefined;
    const begins = new Brackets((where) =>
      where.where(prefixCondition('code.plainCode', 'plain', plain)).orWhere(prefixCondition('code.alternativeCode', 'plain', plain)),
    );
    return this.ids()
      .where(begins)
      .orderBy({ 'code.plainCode': 'ASC', ...TIES });
  }

  private withWords({ codePrefix, words }: QueryPart, combine: 'all' | 'any'): Select | undefined {
    const { driver } = this.context;
    const select = this.ids();
    if (codePrefix !== undefined) select.where(prefixCondition('code.plainCode', 'codePrefix', codePrefix));
    if (words.length === 0) return select.orderBy({ 'code.plainCode': 'ASC', ...TIES });
    select.andWhere(driver.matchesWords, { words: driver.wordMatch(words, combine) });
    // Words are letters and digits, so a pattern needs no escapes.
    const single = words.map((choice) => choice[0]?.[0] ?? '');
    const count = (name: string, text: string, pattern: (word: string) => string): void => {
      single.forEach((word, i) => select.setParameter(`${name}${i}`, pattern(word)));
      select.addSelect(single.map((_, i) => `CASE WHEN ${text} LIKE :${name}${i} THEN 1 ELSE 0 END`).join(' + '), name).addOrderBy(name, 'DESC');
    };
    if (combine === 'any') count('begun', 'code.words', (word) => `% ${word}%`);
    count('whole', 'code.words', (word) => `% ${word} %`);
    count('described', 'LOWER(code.desc)', (word) => `%${word}%`);
    return select
      .addSelect('LENGTH(COALESCE(code.desc, code.words))', 'size')
      .addOrderBy('size', 'ASC')
      .addOrderBy('code.type')
      .addOrderBy('code.subType')
      .addOrderBy('code.code');
  }
}

/** Codes from a beginning on, as a range: an index finds them in every database. */
function prefixCondition(column: string, name: string, prefix: string): Brackets {
  return new Brackets((where) =>
    where.where(`${column} >= :${name}`, { [name]: prefix }).andWhere(`${column} < :${name}End`, { [`${name}End`]: prefix + AFTER_ALL }),
  );
}
