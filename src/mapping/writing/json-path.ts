/** A place in a JSON request, such as `$.claims[0].subscriber`. Made for every object, and turned into text for the few that are reported. */
export class JsonPath {
  /** Name of the record that the object is; empty for arrays and values. */
  record = '';
  /** What a keeper of paths finds it by; below 0 for none. */
  noted = -1;

  constructor(
    /** The object or array around it; undefined for the request itself. */
    readonly parent: JsonPath | undefined,
    /** Key, or index in an array. */
    readonly key: string | number,
  ) {}

  toString(): string {
    const { parent, key } = this;
    if (parent === undefined) return String(key);
    return typeof key === 'number' ? `${parent.toString()}[${key}]` : `${parent.toString()}.${key}`;
  }
}
