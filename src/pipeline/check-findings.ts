import { EdiError } from '../common/edi-error';

/** Throws EDI_TOO_MANY_WARNINGS, which ends the file, when it has more findings than it may. */
export function checkFindings(findings: number, most: number): void {
  if (findings <= most) return;
  throw new EdiError('EDI_TOO_MANY_WARNINGS', `Too Many Warnings: more than ${most} findings; the rest of the file is not converted.`);
}
