import { type QueryPart, readCodeQuery } from '../../src/codes/code-query';
import { otherForms } from '../../src/codes/code-shape';
import type { CodeFilter, CodeRecord } from '../../src/codes/code.types';
import { billedDigits } from '../../src/codes/national-drug-code';
import { plainCode, wordsOf } from '../../src/codes/words';

/** A code with what a search looks at. */
interface Candidate {
  readonly record: CodeRecord;
  readonly plain: string;
  readonly alternative: string | undefined;
  readonly words: readonly string[];
}

/** Compares two candidates; 0 passes them on to the next comparison. */
type Comparison = (a: Candidate, b: Candidate) => number;

const byText =
  (textOf: (one: Candidate) => string): Comparison =>
  (a, b) =>
    textOf(a) === textOf(b) ? 0 : textOf(a) < textOf(b) ? -1 : 1;

/** More goes first. */
const byCount =
  (count: (one: Candidate) => number): Comparison =>
  (a, b) =>
    count(b) - count(a);

const TIES = [byText(({ record }) => record.type), byText(({ record }) => record.subType), byText(({ record }) => record.code)];

const BY_PLAIN_CODE = byText(({ plain }) => plain);

function sorted(candidates: readonly Candidate[], ...comparisons: readonly Comparison[]): readonly Candidate[] {
  return candidates.toSorted((a, b) => [...comparisons, ...TIES].reduce((order, compare) => order || compare(a, b), 0));
}

function toCandidate(record: CodeRecord): Candidate {
  const plain = plainCode(record.code);
  const words = [...new Set([...wordsOf(plain), ...wordsOf(record.desc, record.shortDesc, record.fullDesc)])];
  return { record, plain, alternative: billedDigits(record.code), words };
}

function passes({ startDate, endDate, type }: CodeRecord, { types, afterStartDate, afterEndDate, activeAfter }: CodeFilter): boolean {
  if (types && !types.includes(type)) return false;
  if (afterStartDate !== undefined && (startDate === undefined || startDate <= afterStartDate)) return false;
  if (afterEndDate !== undefined && (endDate === undefined || endDate <= afterEndDate)) return false;
  return activeAfter === undefined || endDate === undefined || endDate > activeAfter;
}

/** True where one of the sets of word beginnings fits. */
const fits = (words: readonly string[], choice: readonly (readonly string[])[]): boolean =>
  choice.some((set) => set.every((beginning) => words.some((word) => word.startsWith(beginning))));

function withWords(candidates: readonly Candidate[], { words: wanted, codePrefix }: QueryPart, combine: 'all' | 'any'): readonly Candidate[] {
  const begun = codePrefix === undefined ? candidates : candidates.filter(({ plain }) => plain.startsWith(codePrefix));
  if (wanted.length === 0) return sorted(begun, BY_PLAIN_CODE);
  const found = begun.filter(({ words }) => (combine === 'all' ? wanted.every((choice) => fits(words, choice)) : wanted.some((choice) => fits(words, choice))));
  const countBegun = byCount(({ words }) => wanted.filter((choice) => fits(words, choice)).length);
  const countWhole = byCount(({ words }) => wanted.filter((choice) => choice.some((set) => set.every((whole) => words.includes(whole)))).length);
  const countDescribed = byCount(({ record: { desc = '' } }) => wanted.filter((choice) => desc.toLowerCase().includes(choice[0]?.[0] ?? '')).length);
  const byLength = byCount(({ record: { desc }, words }) => -(desc ?? ` ${words.join(' ')} `).length);
  return sorted(found, ...(combine === 'any' ? [countBegun] : []), countWhole, countDescribed, byLength);
}

function answer(candidates: readonly Candidate[], part: QueryPart): readonly Candidate[] {
  const { plainCode: code } = part;
  const isExact = ({ plain, alternative }: Candidate): boolean => code !== undefined && (plain === code || alternative === code);
  const begins = ({ plain, alternative }: Candidate): boolean => code !== undefined && (plain.startsWith(code) || alternative?.startsWith(code) === true);
  const forms = code === undefined ? [] : otherForms(code);
  const inForms = forms.flatMap((form) => sorted(candidates.filter(({ record, plain }) => record.type === form.type && plain === form.plainCode)));
  const found = [...sorted(candidates.filter(isExact)), ...inForms, ...sorted(candidates.filter(begins), BY_PLAIN_CODE), ...withWords(candidates, part, 'all')];
  return found.length > 0 ? found : withWords(candidates, part, 'any');
}

/** What a search gives, worked out over a list in memory by the plain reading of what `CodeSearch` promises. */
export function searchModel(codes: readonly CodeRecord[], query: string, filter: CodeFilter, howMany: number): readonly CodeRecord[] {
  const candidates = codes.filter((code) => passes(code, filter)).map(toCandidate);
  const found = readCodeQuery(query).flatMap((part) => answer(candidates, part));
  return [...new Set(found.map(({ record }) => record))].slice(0, howMany);
}
