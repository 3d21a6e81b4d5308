import { bareName } from '../../io/source-name';
import { BooleanParameter, TextParameter, WholeNumberParameter } from '../query/parameter.decorators';

const LARGEST_INT32 = 2_147_483_647;

/* Parameters that several operations on EDI have. */

/** Name of the file that a text body holds. */
export function EdiFileNameParameter(): PropertyDecorator {
  return TextParameter({
    description:
      'Name of the file whose text is the body, shown in records and errors; folders are stripped. Default: `edi-api` and digits, which its first bytes determine. The parts of a multipart body have names of their own. Allowed: any text.',
    read: bareName,
  });
}

/** Units that are converted at a time. */
export function ChunkSizeParameter({ description, default: size }: { readonly description: string; readonly default: number }): PropertyDecorator {
  return WholeNumberParameter({ description, default: size, minimum: 1, maximum: LARGEST_INT32 });
}

/** Shows findings in the answer; `shownAs` says how. */
export function WarningsParameter(shownAs: string): PropertyDecorator {
  return BooleanParameter({ description: `Writes findings into the answer as ${shownAs}.`, default: false, deprecated: true });
}

/** Findings that end a file. */
export function MaxWarningsParameter(): PropertyDecorator {
  return WholeNumberParameter({
    description: 'Findings in one file after which its conversion ends with the error Too Many Warnings; -1 for no limit.',
    default: 3000,
    minimum: -1,
    maximum: LARGEST_INT32,
    deprecated: true,
  });
}
