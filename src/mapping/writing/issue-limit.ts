/** Issues of a request that are listed unless the caller says otherwise. */
export const DEFAULT_LISTED_ISSUES = 1000;

/** Counts the issues of a request, of which a limited number is listed: a request of any size has an answer of bounded size. */
export class IssueLimit {
  /** Issues that were listed. */
  listed = 0;
  /** Issues beyond the limit. */
  more = 0;

  constructor(readonly max: number = DEFAULT_LISTED_ISSUES) {}

  get total(): number {
    return this.listed + this.more;
  }

  /** Counts an issue; true when it is listed. */
  admit(): boolean {
    if (this.listed < this.max) {
      this.listed++;
      return true;
    }
    this.more++;
    return false;
  }
}
