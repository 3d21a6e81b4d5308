import { Transform } from 'class-transformer';
import { IsIn, IsISO8601, IsOptional, Matches } from 'class-validator';
import { CODE_TYPES, type CodeType, SELECTABLE_TYPES, selectTypes } from '../../codes/code-type';
import { ApiText, FileNameParameter, Int32Parameter, TextParameter } from '../validation/parameters';
import { toChoice } from '../validation/transforms';

const QUERY =
  'Codes, words of descriptions, or several of both between commas. Words are found by their beginnings; all of them should fit. `code:j adrenalin` finds codes that begin with J.';

const TYPES = { message: SELECTABLE_TYPES.join(', ') };
const DAY = /^\d{4}-\d\d-\d\d$/;
const A_DAY = { message: 'a day such as 2026-01-31' };

/** Query parameters of `GET /api/code/search` (interface document, 4.2). */
export class CodeSearchQuery {
  @TextParameter({ description: QUERY, required: true })
  readonly query?: string;

  @ApiText({ description: 'Code set to search, in any case. UB_CODE means all UB-04 sets.', enum: SELECTABLE_TYPES })
  @Transform(toChoice(selectTypes))
  @IsOptional()
  @IsIn(CODE_TYPES, { each: true, ...TYPES })
  readonly type?: readonly CodeType[];

  @ApiText({ description: 'Only codes that start after this day; a code whose start is not known never does.', format: 'date' })
  @IsOptional()
  @Matches(DAY, A_DAY)
  @IsISO8601({ strict: true }, A_DAY)
  readonly afterStartDate?: string;

  @ApiText({ description: 'Only codes that end after this day; a code without an end never does.', format: 'date' })
  @IsOptional()
  @Matches(DAY, A_DAY)
  @IsISO8601({ strict: true }, A_DAY)
  readonly afterEndDate?: string;

  @ApiText({ description: 'Only codes that are valid after this day: they end after it, or have no end.', format: 'date' })
  @IsOptional()
  @Matches(DAY, A_DAY)
  @IsISO8601({ strict: true }, A_DAY)
  readonly activeAfter?: string;

  @Int32Parameter({ description: 'Most codes of the answer. The setting CLEARLOOP_MAX_CODES bounds it.', default: 100, minimum: 1 })
  readonly howMany: number = 100;
}

/** Query parameters of `GET /api/code/csv` (interface document, 4.3). */
export class CodeExportQuery {
  @TextParameter({ description: `${QUERY} Without it all codes of the type are exported.` })
  readonly query?: string;

  @ApiText({ description: 'Code set to export, in any case. UB_CODE means all UB-04 sets.', enum: SELECTABLE_TYPES })
  @Transform(toChoice(selectTypes))
  @IsOptional()
  @IsIn(CODE_TYPES, { each: true, ...TYPES })
  readonly type?: readonly CodeType[];

  @FileNameParameter({ description: 'Name under which a browser saves the answer; folders are stripped.' })
  readonly fileName?: string;

  @Int32Parameter({ description: 'Most codes of the answer; all when it is absent.', minimum: 1 })
  readonly howMany?: number;
}

/** Query parameters of `GET /api/code/{code}` (interface document, 4.1). */
export class CodeDetailQuery {
  @ApiText({ description: 'Code set of the code, where it is in several; in any case.', enum: SELECTABLE_TYPES })
  @Transform(toChoice(selectTypes))
  @IsOptional()
  @IsIn(CODE_TYPES, { each: true, ...TYPES })
  readonly type?: readonly CodeType[];

  @TextParameter({ description: 'List of the type, such as PLACE_OF_SERVICE, where it has the code in several.' })
  readonly subType?: string;
}
