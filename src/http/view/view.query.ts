import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { EdiError } from '../../common/edi-error';
import { ISSUE_TYPES } from '../../common/issue';
import { MAX_NODES } from '../../viewer/outline';
import { MAX_HITS, SEARCH_KINDS, type SearchRequest } from '../../viewer/search';
import { MAX_WINDOW } from '../../viewer/segment-window';
import { ApiText, BooleanParameter, FileNameParameter, Int32Parameter, TextParameter } from '../validation/parameters';
import { toLevels, toWords } from '../validation/transforms';

export const MAX_QUERY = 200;
export const DEFAULT_COUNT = 50;
const MAX_ISSUES = 500;

/** Reads the body of a search. It is no part of the address, which logs of proxies show. Throws EDI_REQUEST_INVALID. */
export async function readSearch(body: AsyncIterable<Uint8Array>): Promise<SearchRequest> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  const { query, kind = 'value', from = 1, count = DEFAULT_COUNT } = parseObject(Buffer.concat(pieces).toString('utf8'));
  if (typeof query !== 'string' || query === '' || query.length > MAX_QUERY) throw invalid(`$.query: expected text of 1 to ${MAX_QUERY} characters.`);
  const found = SEARCH_KINDS.find((one) => one === kind);
  if (found === undefined) throw invalid(`$.kind: expected ${SEARCH_KINDS.join(', ')}.`);
  if (!isPositive(from)) throw invalid('$.from: expected a whole number from 1 on.');
  if (!isPositive(count) || count > MAX_HITS) throw invalid(`$.count: expected a whole number from 1 to ${MAX_HITS}.`);
  return { query, kind: found, from, count };
}

const isPositive = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>;
  } catch {
    // The message of the parser would quote the text.
  }
  throw invalid('$: expected a JSON object.');
}

const invalid = (message: string): EdiError => new EdiError('EDI_REQUEST_INVALID', message);

const MAX_LEVEL = 7;

const SEGMENT = 'Number of a segment; the first is 1.';

/** Forms of an export. */
export const EXPORT_FORMS = ['edi', 'json', 'csv'] as const;
export type ExportForm = (typeof EXPORT_FORMS)[number];

/** The name of a file that has none. */
export const DEFAULT_NAME = 'input.edi';

/** Query parameter that masks values. */
export class MaskQuery {
  @BooleanParameter({ description: 'Masks names, numbers, addresses and dates of persons.', default: false })
  readonly mask: boolean = false;
}

/** Query parameters of `POST /api/view/files`. */
export class OpenViewQuery {
  @FileNameParameter({ description: 'Name of the file, shown in the page; folders are stripped.', default: 'input.edi' })
  readonly fileName: string = DEFAULT_NAME;
}

/** Query parameters of `GET /api/view/files/{id}/segments`. */
export class ViewWindowQuery extends MaskQuery {
  @Int32Parameter({ description: SEGMENT, default: 1, minimum: 1 })
  readonly from: number = 1;

  @Int32Parameter({ description: 'Maximum of segments in the answer.', default: 100, minimum: 1, maximum: MAX_WINDOW })
  readonly count: number = 100;
}

/** Query parameters of `GET /api/view/files/{id}/outline`. */
export class ViewOutlineQuery extends MaskQuery {
  @TextParameter({ description: 'Id of the node whose children are wanted, from the nodes of another answer; absent for the top.', default: '' })
  readonly node: string = '';

  @Int32Parameter({ description: 'Index of the first child.', default: 0, minimum: 0 })
  readonly from: number = 0;

  @Int32Parameter({ description: 'Maximum of children in the answer.', default: MAX_NODES, minimum: 1, maximum: MAX_NODES })
  readonly count: number = MAX_NODES;
}

/** Query parameters of `GET /api/view/files/{id}/issues`. */
export class ViewIssuesQuery extends MaskQuery {
  @Int32Parameter({ description: 'Position of the first issue in the list of the filter.', default: 0, minimum: 0 })
  readonly from: number = 0;

  @Int32Parameter({ description: 'Maximum of issues in the answer.', default: 100, minimum: 0, maximum: MAX_ISSUES })
  readonly count: number = 100;

  @ApiText({ description: 'Levels, separated by commas; 0 is what could not be read. Default: all.' })
  @Transform(toLevels)
  @IsOptional()
  @IsInt({ each: true })
  @Min(0, { each: true })
  @Max(MAX_LEVEL, { each: true })
  readonly levels?: readonly number[];

  @ApiText({ description: 'Types of issues, separated by commas. Default: all.' })
  @Transform(toWords)
  @IsOptional()
  @IsIn(ISSUE_TYPES, { each: true })
  readonly types?: readonly string[];

  @Int32Parameter({ description: 'A segment: the answer has the position of the first issue at it or after it.', minimum: 1 })
  readonly at?: number;
}

/** Query parameters of operations on one record. */
export class ViewRecordQuery extends MaskQuery {
  @Int32Parameter({ description: SEGMENT, default: 1, minimum: 1 })
  readonly segment: number = 1;

  @BooleanParameter({ description: 'The transaction set of the segment instead of its record.', default: false })
  readonly whole: boolean = false;
}

/** Query parameters of `GET /api/view/files/{id}/export`. */
export class ViewExportQuery extends ViewRecordQuery {
  @ApiText({ description: 'Form of the export.', enum: EXPORT_FORMS, default: 'edi' })
  @IsOptional()
  @IsIn(EXPORT_FORMS)
  readonly as: ExportForm = 'edi';
}

/** Query parameters of `GET /api/view/files/{id}/totals`. */
export class ViewTotalsQuery {
  @Int32Parameter({ description: SEGMENT, default: 1, minimum: 1 })
  readonly segment: number = 1;
}
