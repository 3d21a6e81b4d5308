import type { CodeDirectory } from '../mapping/code-descriptions';
import type { CodeDescription, CodeValidity } from '../mapping/code-list';
import { formatByShape } from './code-shape';
import type { CodeEntity } from './entities/code.entity';
import { hyphenate } from './national-drug-code';
import { plainCode } from './words';

/** Lists whose `fullDesc` explains when a code is reported. */
const WITH_INSTRUCTION: ReadonlySet<string> = new Set(['CONDITION', 'OCCURRENCE_SPAN']);

/** List of National Drug Codes. */
export const NDC = 'NDC';

/** Describes codes by their shape alone, without a database. */
export const shapeDirectory: CodeDirectory = {
  describe: async (codes) => new Map([...codes].map(([list, wanted]) => [list, describeByShape(list, wanted)])),
};

/** Describes codes of a list by their shape. */
export function describeByShape(list: string, codes: ReadonlySet<string>): ReadonlyMap<string, CodeDescription> {
  return new Map([...codes].map((code) => [code, descriptionOf(list, code, undefined)]));
}

/** Returns the description of a code: by its shape, and by its stored record. */
export function descriptionOf(list: string, code: string, entity: CodeEntity | undefined): CodeDescription {
  const desc = entity?.desc ?? entity?.shortDesc ?? entity?.fullDesc;
  const instructionDesc = WITH_INSTRUCTION.has(list) ? entity?.fullDesc : undefined;
  const formattedCode = list === NDC ? formatNdc(code, entity) : formatByShape(list, code);
  return { ...(desc ? { desc } : {}), ...(instructionDesc ? { instructionDesc } : {}), ...(formattedCode ? { formattedCode } : {}) };
}

/** Returns whether a list has a code and when it was valid; undefined if the list is not loaded, so that this is unknown. */
export function validityOf(entity: CodeEntity | undefined, isListLoaded: boolean): CodeValidity | undefined {
  if (entity === undefined) return isListLoaded ? { isKnown: false } : undefined;
  const from = dayNumber(entity.startDate);
  const to = dayNumber(entity.endDate);
  return { isKnown: true, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** yyyy-mm-dd as yyyymmdd. */
function dayNumber(day: string | null): number | undefined {
  return day === null ? undefined : Number(day.replaceAll('-', ''));
}

/** A package is written as in the directory; for a product, the directory shows the place of its hyphens. */
function formatNdc(code: string, entity: CodeEntity | undefined): string | undefined {
  if (entity === undefined) return undefined;
  const digits = plainCode(code);
  const isPackage = entity.plainCode === digits || entity.alternativeCode === digits;
  return isPackage ? entity.code : hyphenate(digits, entity.code);
}
