import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { ISSUE_TYPES } from '../../common/issue';
import { MAX_NODES } from '../../viewer/outline';
import { MAX_WINDOW } from '../../viewer/segment-window';
import { ApiText, BooleanParameter, FileNameParameter, Int32Parameter, TextParameter } from '../validation/parameters';
import { toLevels, toWords } from '../validation/transforms';

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

  @Int32Parameter({ description: `Segments of the answer, at most ${MAX_WINDOW}.`, default: 100, minimum: 1 })
  readonly count: number = 100;
}

/** Query parameters of `GET /api/view/files/{id}/outline`. */
export class ViewOutlineQuery extends MaskQuery {
  @TextParameter({ description: 'Id of the node whose children are wanted; absent for the top.', default: '' })
  readonly node: string = '';

  @Int32Parameter({ description: 'Index of the first child.', default: 0, minimum: 0 })
  readonly from: number = 0;

  @Int32Parameter({ description: `Children of the answer, at most ${MAX_NODES}.`, default: MAX_NODES, minimum: 1 })
  readonly count: number = MAX_NODES;
}

/** Query parameters of `GET /api/view/files/{id}/issues`. */
export class ViewIssuesQuery extends MaskQuery {
  @Int32Parameter({ description: 'Position of the first issue in the list of the filter.', default: 0, minimum: 0 })
  readonly from: number = 0;

  @Int32Parameter({ description: 'Issues of the answer, at most 500.', default: 100, minimum: 0 })
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
