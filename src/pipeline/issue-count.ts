import { checkFindings } from './check-findings';

/** Counts the issues of a run, and those of the file that is read. */
export class IssueCount {
  private ofFile = 0;

  constructor(
    private readonly counts: { issues: number },
    private readonly most: number,
  ) {}

  beginFile(): void {
    this.ofFile = 0;
  }

  /** Counts one more. Throws EDI_TOO_MANY_WARNINGS with the first that is too many: what was found before it can still be given. */
  add(): void {
    this.counts.issues++;
    if (++this.ofFile === this.most + 1) checkFindings(this.ofFile, this.most);
  }
}
