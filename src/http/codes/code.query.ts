import { type CodeType, SELECTABLE_TYPES, selectTypes } from '../../codes/code-type';
import { bareName } from '../../io/source-name';
import { ChoiceParameter, DateParameter, TextParameter, WholeNumberParameter } from '../query/parameter.decorators';

const LARGEST_INT32 = 2_147_483_647;

const TYPE = { allowed: SELECTABLE_TYPES, read: selectTypes } as const;

const QUERY =
  'Codes, words of descriptions, or several of both between commas. Words are found by their beginnings; all of them should fit. `code:j adrenalin` finds codes that begin with J.';

/** Query parameters of `GET /api/code/search` (interface document, 4.2). */
export class CodeSearchQuery {
  @TextParameter({ description: QUERY, read: (text) => text })
  readonly query?: string;

  @ChoiceParameter({ description: 'Code set to search, in any case. UB_CODE means all UB-04 sets.', ...TYPE })
  readonly type?: readonly CodeType[];

  @DateParameter({ description: 'Only codes that start after this day; a code whose start is not known never does.' })
  readonly afterStartDate?: string;

  @DateParameter({ description: 'Only codes that end after this day; a code without an end never does.' })
  readonly afterEndDate?: string;

  @DateParameter({ description: 'Only codes that are valid after this day: they end after it, or have no end.' })
  readonly activeAfter?: string;

  @WholeNumberParameter({
    description: 'Most codes of the answer. The setting CLEARLOOP_MAX_CODES bounds it.',
    default: 100,
    minimum: 1,
    maximum: LARGEST_INT32,
  })
  readonly howMany: number = 100;
}

/** Query parameters of `GET /api/code/csv` (interface document, 4.3). */
export class CodeExportQuery {
  @TextParameter({ description: `${QUERY} Without it all codes of the type are exported.`, read: (text) => text })
  readonly query?: string;

  @ChoiceParameter({ description: 'Code set to export, in any case. UB_CODE means all UB-04 sets.', ...TYPE })
  readonly type?: readonly CodeType[];

  @TextParameter({ description: 'Name under which a browser saves the answer; folders are stripped.', read: bareName })
  readonly fileName?: string;

  @WholeNumberParameter({ description: 'Most codes of the answer; all when it is absent.', minimum: 1, maximum: LARGEST_INT32 })
  readonly howMany?: number;
}

/** Query parameters of `GET /api/code/{code}` (interface document, 4.1). */
export class CodeDetailQuery {
  @ChoiceParameter({ description: 'Code set of the code, where it is in several; in any case.', ...TYPE })
  readonly type?: readonly CodeType[];

  @TextParameter({ description: 'List of the type, such as PLACE_OF_SERVICE, where it has the code in several.', read: (text) => text })
  readonly subType?: string;
}
