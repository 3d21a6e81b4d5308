/**
 * Members of the objects that are being written; those of an object stand above those of the object around it. One stack serves a whole
 * run, since a list for each object would be most of what writing allocates.
 */
export class MemberStack {
  /** Numbers of their fields. */
  readonly fields: number[] = [];
  readonly values: unknown[] = [];
  /** Members on the stack; what stands above is of objects that were written. */
  length = 0;

  add(field: number, value: unknown): void {
    this.fields[this.length] = field;
    this.values[this.length] = value;
    this.length++;
  }

  /** Puts the members from a place on in the order of their fields. */
  sortFrom(from: number): void {
    const sorted = this.fields
      .slice(from, this.length)
      .map((field, i) => ({ field, value: this.values[from + i] }))
      .sort((a, b) => a.field - b.field);
    sorted.forEach(({ field, value }, i) => {
      this.fields[from + i] = field;
      this.values[from + i] = value;
    });
  }
}
