/** A place in a JSON request, such as `$.claims[0].subscriber`. Made for every object, and turned into text for the few that are reported. */
export class JsonPath {
  /** Name of the record that the object is; empty for arrays and values. */
  record = '';

  constructor(
    private readonly parent: JsonPath | undefined,
    private readonly key: string | number,
  ) {}

  toString(): string {
    const { parent, key } = this;
    if (parent === undefined) return String(key);
    return typeof key === 'number' ? `${parent.toString()}[${key}]` : `${parent.toString()}.${key}`;
  }
}
