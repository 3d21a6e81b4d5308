import { EdiError } from '../common/edi-error';
import { toCodeRecord } from './code-record';
import type { CodeSearch } from './code-search';
import { ask, type CodeStore } from './code-store';
import type { CodeType } from './code-type';
import type { CodeFilter, CodeRecord, ExportRequest } from './code.types';
import { type CodeEntity } from './entities/code.entity';

/** The columns of the export (interface document, 2.4). */
export const EXPORT_COLUMNS = ['code', 'formattedCode', 'desc', 'shortDesc', 'type', 'subType', 'enumName', 'startDate', 'endDate'] as const;

/** Columns that are always in double quotes; others only if their value needs them. */
const QUOTED_COLUMNS: ReadonlySet<string> = new Set(['desc', 'type']);

const CODES_PER_PAGE = 2_000;

/** Writes codes as CSV (interface document, 4.3). */
export class CodeExport {
  constructor(
    private readonly store: CodeStore,
    private readonly search: CodeSearch,
  ) {}

  /**
   * Returns the header and the codes as CSV, sorted by code, lines between LF and without one at the end. Codes are read
   * page by page, so a set of any size takes the same memory. A query is answered, and the first page read, before the first piece.
   * An aborted signal ends the search and the reading of pages. Throws EDI_BAD_PARAMETER without query and type.
   */
  async *csv({ query, types, howMany = Number.POSITIVE_INFINITY }: ExportRequest, signal?: AbortSignal): AsyncGenerator<string, void, undefined> {
    if (!query && types === undefined) throw new EdiError('EDI_BAD_PARAMETER', 'Give a query, a type, or both: everything at once is not exported.');
    const pages = query ? await this.matches(query, { types }, howMany, signal) : this.everything(types ?? [], howMany);
    // The first page is read before the first piece, so that a database that is down is no half answer.
    const first = await ask(this.store, () => pages.next(), signal);
    yield EXPORT_COLUMNS.join(',');
    if (first.done === true) return;
    yield `\n${toCsv(first.value)}`;
    for await (const codes of pages) {
      signal?.throwIfAborted();
      yield `\n${toCsv(codes)}`;
    }
  }

  /** Which codes fit is known at once; they are loaded page by page. */
  private async matches(query: string, filter: CodeFilter, howMany: number, signal: AbortSignal | undefined): Promise<AsyncGenerator<readonly CodeRecord[]>> {
    const ids = await this.search.findIds(query, filter, howMany, signal);
    const sorted = await this.sortByCode(ids, signal);
    const { search } = this;
    return (async function* () {
      for (let from = 0; from < sorted.length; from += CODES_PER_PAGE) yield search.load(sorted.slice(from, from + CODES_PER_PAGE), signal);
    })();
  }

  private async sortByCode(ids: readonly number[], signal: AbortSignal | undefined): Promise<readonly number[]> {
    const keys: { readonly id: number; readonly key: string }[] = [];
    for (let from = 0; from < ids.length; from += CODES_PER_PAGE) {
      signal?.throwIfAborted();
      const codes = await this.store.repositories.codes
        .createQueryBuilder('code')
        .select(['code.id', 'code.code', 'code.type', 'code.subType'])
        .where('code.id IN (:...some)', { some: ids.slice(from, from + CODES_PER_PAGE) })
        .getMany();
      for (const { id, code, type, subType } of codes) keys.push({ id, key: [code, type, subType].join('\t') });
    }
    return keys.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ id }) => id);
  }

  private async *everything(types: readonly CodeType[], howMany: number): AsyncGenerator<readonly CodeRecord[]> {
    let rest = howMany;
    let last: CodeEntity | undefined;
    while (rest > 0) {
      const select = this.store.repositories.codes.createQueryBuilder('code').where('code.type IN (:...types)', { types });
      if (last) select.andWhere('(code.code, code.type, code.subType) > (:code, :type, :subType)', { code: last.code, type: last.type, subType: last.subType });
      const order = { 'code.code': 'ASC', 'code.type': 'ASC', 'code.subType': 'ASC' } as const;
      const page = await select.orderBy(order).limit(Math.min(rest, CODES_PER_PAGE)).getMany();
      if (page.length === 0) return;
      yield page.map(toCodeRecord);
      rest -= page.length;
      last = page.at(-1);
    }
  }
}

/** csv-stringify writes the same at a quarter of the speed, because quoting by column makes it check its options for every cell; a test compares. */
function toCsv(codes: readonly CodeRecord[]): string {
  return codes.map((code) => EXPORT_COLUMNS.map((column) => toCell(code[column], QUOTED_COLUMNS.has(column))).join(',')).join('\n');
}

const NEEDS_QUOTES = /[",\r\n]/;

function toCell(value: string | undefined, isQuoted: boolean): string {
  if (value === undefined) return '';
  return isQuoted || NEEDS_QUOTES.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
