import type { Guide } from '../../guide/guide.types';
import type { TransactionSet } from '../../x12/envelope';
import type { Segment } from '../../x12/segment';
import type { Reporter } from '../reporter';
import { rule, type RuleFacts } from '../rule';
import { setVersion } from './reading';

export const controlDuplicate = rule({
  id: 'control-duplicate',
  level: 1,
  issueType: 'CONTROL',
  finds:
    'The control number of a transaction stands twice in its group, that of a group twice in its interchange, or that of an interchange twice in its file.',
});

export const groupFunction = rule({
  id: 'group-function',
  level: 1,
  issueType: 'MISMATCH',
  finds: 'GS01 names another kind of transaction than the group holds.',
});

export const groupVersion = rule({
  id: 'group-version',
  level: 2,
  issueType: 'MISMATCH',
  finds:
    'GS08 and ST03, or in 004010 REF 87 of the header, name different guides; or the lines of a transaction without ST03 are those of another guide than it names, which reads it.',
});

/** Limit of remembered control numbers in one parent; then all of them are discarded, so that memory does not grow with the input. */
export const MAX_NUMBERS = 50_000;

/** Remembers the control numbers in one parent. */
export class ControlNumbers {
  private readonly seen = new Set<string>();
  private parent: object | undefined;

  /** True for a number that stood in the same parent before. */
  isSecond(number: string, parent: object): boolean {
    if (parent !== this.parent || this.seen.size >= MAX_NUMBERS) this.seen.clear();
    this.parent = parent;
    if (number === '' || this.seen.has(number)) return number !== '';
    this.seen.add(number);
    return false;
  }
}

/** Release and guide number, such as 005010X222: later addenda are measured by the same guide. */
const GUIDE_NUMBER_LENGTH = 10;

/** True when ST03 may name the version of a transaction; a guide without ST03 is for all transactions that it reads. */
export function isVersionOf({ root }: Guide, { conventionReference, groupVersion: version }: TransactionSet): boolean {
  const codes = root.trigger.elements[2]?.codes;
  const named = [conventionReference, version].filter((one) => one !== '');
  if (codes === undefined || named.length === 0) return true;
  return named.some((one) => codes.some((code) => code.slice(0, GUIDE_NUMBER_LENGTH) === one.slice(0, GUIDE_NUMBER_LENGTH)));
}

/** Reports a transaction that is read by the guide of another version, and not validated by it. */
export function reportVersion({ st, conventionReference, groupVersion: version }: TransactionSet, guide: Guide, reporter: Reporter): void {
  const value = conventionReference || version;
  const message = `No guide for version ${value} of transaction set ${guide.transactionSet}; it is read by ${guide.id}, and compared with the standard only`;
  report(setVersion, st, { element: 'ST03', fieldName: 'implementation_convention_reference', value, message }, reporter);
}

/** Reports a repeated control number. */
export function reportDuplicate(
  segment: Segment,
  { element, fieldName, value }: { element: string; fieldName: string; value: string },
  reporter: Reporter,
): void {
  const message = `Control number '${value}' stands twice; each ${segment.id} needs its own`;
  report(controlDuplicate, segment, { element, fieldName, value, message }, reporter);
}

/** Compares the versions that a transaction and its group name. */
export function checkVersions({ st, conventionReference, groupVersion: version }: TransactionSet, reporter: Reporter): void {
  if (conventionReference === '' || version === '' || conventionReference === version) return;
  const message = `ST03 '${conventionReference}' is not the guide that GS08 '${version}' names`;
  report(groupVersion, st, { element: 'ST03', fieldName: 'implementation_convention_reference', value: conventionReference, message }, reporter);
}

/** Compares the version of a group with the guide that a transaction names in its header if it has no ST03. */
export function checkGroupVersion({ group: { gs }, conventionReference, groupVersion: value }: TransactionSet, guide: Guide, reporter: Reporter): void {
  const number = value.slice(0, GUIDE_NUMBER_LENGTH);
  if (gs === undefined || value === '' || conventionReference !== '' || guide.versions.some((one) => one.startsWith(number))) return;
  const message = `GS08 '${value}' is not the guide ${guide.id}, which the transaction names`;
  report(groupVersion, gs, { element: 'GS08', fieldName: 'version_identifier_code', value, message }, reporter);
}

/** Compares the function of a group with the guide of a transaction in it. */
export function checkFunction({ st, group: { gs } }: TransactionSet, { functionalIds, transactionSet }: Guide, reporter: Reporter): void {
  const value = gs?.element(1) ?? '';
  if (value === '' || functionalIds.length === 0 || functionalIds.includes(value)) return;
  const message = `GS01 '${value}' is not that of transaction set ${transactionSet}; expected is ${functionalIds.join(' or ')}`;
  report(groupFunction, st, { element: 'ST01', fieldName: 'transaction_set_identifier_code', value: transactionSet, message }, reporter);
}

interface ControlFinding {
  readonly element: string;
  readonly fieldName: string;
  readonly value: string;
  readonly message: string;
}

function report(facts: RuleFacts, { place, id: segment, ediString }: Segment, finding: ControlFinding, reporter: Reporter): void {
  reporter.issue(facts, { place, loop: '0000', segment, ediString, ...finding });
}
