import { digitsOfDay } from '../../common/dates';
import { EdiError } from '../../common/edi-error';
import type { Issue } from '../../common/issue';
import { nearestName } from '../../common/nearest-name';
import type { OutLoop, OutSegment } from '../../guide/out-loop';
import type { JsonSchema } from '../json-schema';

/** Where a value is written: the loop, the current segment inside items, and the element that relative places count from. */
export interface OutPlace {
  readonly loop: OutLoop;
  readonly segment: OutSegment | undefined;
  readonly base: number;
  /** The JSON object that the value is a member of. */
  readonly record: JsonObject;
  readonly path: JsonPath;
}

/** An object of a request. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Nesting beyond which a value counts as given: no record is that deep, and looking further could exhaust the stack. */
const MAX_EMPTY_DEPTH = 32;

/** True for a member that says something: null, an empty text, and lists and objects of nothing else are absent. */
export function isGiven(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object') return value !== undefined && value !== '';
  if (value === null) return false;
  if (depth === MAX_EMPTY_DEPTH) return true;
  if (Array.isArray(value)) return value.some((item) => isGiven(item, depth + 1));
  // Objects of JSON inherit nothing; a list of the members would be made for every object.
  for (const key in value) if (isGiven(Reflect.get(value, key), depth + 1)) return true;
  return false;
}

/** A problem of a request that cannot be written: what is wrong, and where. */
export interface RequestProblem {
  readonly path: string;
  readonly message: string;
}

/** In the place of a number: a member that may be there and is not written. */
export const IGNORED = -1;

/** More problems of one request are not reported. */
const MOST_PROBLEMS = 20;

/** Unknown members of one request that the nearest name is looked for: that takes a comparison with every name. */
const MAX_NEAREST_NAMES = 10;

/** The members of a record that have a field, in order. */
interface NamedMembers {
  readonly name: string;
  readonly keys: readonly string[];
}

/** What requests may hold beside the fields that are written. */
export interface AcceptedMembers {
  /** Members, by the name of their record, that may be there and are not written. */
  readonly ignored?: Readonly<Record<string, readonly string[]>>;
  /** True for a member that the interface documents for a record, although the record declares no field for it. */
  readonly isDocumented?: (record: string, key: string) => boolean;
}

/**
 * Gathers what is wrong with a request while it is written. Problems are mistakes of JSON: unknown members, and values of another
 * type; nothing is written then. Issues are about the EDI that it would be. Neither shows in logs: both are the user's data.
 */
export class WriteRun {
  constructor(
    readonly accepted: AcceptedMembers = {},
    readonly issueLimit: IssueLimit = new IssueLimit(),
  ) {}

  readonly problems: RequestProblem[] = [];
  readonly issues: Issue[] = [];
  readonly members = new MemberStack();
  private readonly checks: (() => void)[] = [];
  private nearestNamesAsked = 0;
  private readonly indexes = new Map<NamedMembers, ReadonlyMap<string, number>>();

  /** Numbers of the members that a record has a field for; IGNORED for those that it may have and that are not written. */
  indexesOf(record: NamedMembers): ReadonlyMap<string, number> {
    let known = this.indexes.get(record);
    if (known === undefined) {
      const ignored = (this.accepted.ignored?.[record.name] ?? []).map((key): readonly [string, number] => [key, IGNORED]);
      known = new Map([...ignored, ...record.keys.map((key, i): readonly [string, number] => [key, i])]);
      this.indexes.set(record, known);
    }
    return known;
  }

  /** Notes a mistake of JSON at a member. */
  problem(path: JsonPath, key: string | undefined, message: string): void {
    if (this.problems.length >= MOST_PROBLEMS) return;
    this.problems.push({ path: pathOf(path, key), message });
  }

  /** Notes a value of another type than its schema says. */
  wrongType(path: JsonPath, key: string | undefined, schema: JsonSchema, value?: unknown): void {
    this.problem(path, key, `expected ${typeText(schema)}${schema.format?.startsWith('date') === true ? missingDay(value) : ''}`);
  }

  /** Throws EDI_REQUEST_INVALID for the problems so far. */
  throwProblems(): void {
    if (this.problems.length === 0) return;
    throw new EdiError('EDI_REQUEST_INVALID', `${this.problems.map(({ path, message }) => `${path}: ${message}`).join('; ')}.`);
  }

  /** Notes a member that no field is for, and the name that is most likely meant. */
  unknown(path: JsonPath, key: string, name: string, names: () => readonly string[]): void {
    if (this.problems.length >= MOST_PROBLEMS) return;
    const mayAsk = key.length <= LONGEST_KEY && this.nearestNamesAsked < MAX_NEAREST_NAMES;
    if (mayAsk) this.nearestNamesAsked++;
    const nearest = mayAsk ? nearestName(key, names()) : undefined;
    this.problem(path, key, `unknown property of ${name}${nearest === undefined ? '' : `, did you mean ${nearest}?`}`);
  }

  /** Notes a value that is not written, because another one stands where it would. */
  mismatch(path: JsonPath, key: string | undefined, message: string): void {
    this.issue(path, key, { issueType: 'MISMATCH', message });
  }

  /** Checks something when all members of the object that is being written are. */
  afterMembers(check: () => void): void {
    this.checks.push(check);
  }

  /** Makes the checks that wait. */
  check(): void {
    for (const one of this.checks.splice(0)) one();
  }

  issue(path: JsonPath, key: string | undefined, issue: Issue): void {
    if (this.issueLimit.admit()) this.issues.push({ ...issue, jsonPath: path.toString(), ...(key === undefined ? {} : { fieldName: key }) });
  }
}

/** A key longer than this is no misspelt property: it is cut in messages, and no name is near it. */
export const LONGEST_KEY = 64;

function pathOf(path: JsonPath, key: string | undefined): string {
  if (!key) return path.toString();
  return new JsonPath(path, key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}...` : key).toString();
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'a date yyyy-mm-dd',
  'date-time': 'a date yyyy-mm-dd or date and time yyyy-mm-ddTHH:mm:ss',
  time: 'a time HH:mm or HH:mm:ss',
};

/** A day, with or without a time. */
const DAY_FORM = /^(\d{4}-\d\d-\d\d|\d{8})(?:T|$)/;

/** Continues `expected a date ...` for a day that does not exist, such as 2026-02-30. */
export function missingDay(value: unknown): string {
  const day = typeof value === 'string' ? DAY_FORM.exec(value)?.[1] : undefined;
  return day !== undefined && digitsOfDay(day) === undefined ? ' (the calendar has no such day)' : '';
}

/** No message lists more names. */
const MOST_NAMES = 12;

function typeText({ type, format, enum: names }: JsonSchema): string {
  if (names !== undefined) {
    const shown = names.slice(0, MOST_NAMES).join(', ');
    return `one of ${shown}${names.length > MOST_NAMES ? ' ...' : ''}, or a code for it`;
  }
  if (format !== undefined) return FORMATS[format] ?? format;
  if (type === 'integer') return 'a whole number';
  return type === 'array' || type === 'object' ? `an ${type}` : `a ${type ?? 'value'}`;
}

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
