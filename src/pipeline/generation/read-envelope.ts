import type { Delimiters } from '../../x12/delimiters';
import { isGiven, isObject, type JsonObject, JsonPath, missingDay, type WriteRun } from '../../mapping/writing/write-run';
import { LINE_BREAKS } from '../../mapping/control-records';
import { GROUP_MEMBERS, INTERCHANGE_MEMBERS, type Member, type RequestGroup, type RequestInterchange, type ValuesOf } from './envelope-members';

/** The envelope of a request. */
export interface RequestEnvelope {
  readonly delimiters: Delimiters;
  readonly interchange: RequestInterchange;
  readonly group: RequestGroup;
}

/** Reads the envelope of a request. Reports errors to `run`; do not use the envelope then. */
export function readEnvelope(request: JsonObject, root: JsonPath, run: WriteRun): RequestEnvelope {
  const interchange = readPart(INTERCHANGE_MEMBERS, 'interchangeControl', request, root, run);
  const group = readPart(GROUP_MEMBERS, 'functionalGroup', request, root, run);
  checkDelimiters(interchange, group, root, run);
  return { interchange, group, delimiters: delimitersOf(interchange) };
}

/** ISA11 before version 00402, such as U; files of later versions may still have it. */
const STANDARDS_ID = /[a-zA-Z0-9 ]/;

/** Members of the interchange that are delimiters. */
const DELIMITERS = ['elementSeparator', 'componentElementSeparator', 'repetitionSeparator', 'segmentTerminator'] as const;

function delimitersOf({ elementSeparator, componentElementSeparator, repetitionSeparator, segmentTerminator, lineBreak }: RequestInterchange): Delimiters {
  return {
    element: elementSeparator.charCodeAt(0),
    component: componentElementSeparator.charCodeAt(0),
    repetition: STANDARDS_ID.test(repetitionSeparator) ? undefined : repetitionSeparator.charCodeAt(0),
    segment: segmentTerminator.charCodeAt(0),
    lineBreak: LINE_BREAKS[lineBreak ?? (/[\r\n]/.test(segmentTerminator) ? 'NONE' : 'LF')],
  };
}

/** Delimiters differ from one another, and no text of the envelope contains them: only values of records are cleaned of them. */
function checkDelimiters(interchange: RequestInterchange, group: RequestGroup, root: JsonPath, run: WriteRun): void {
  const characters = DELIMITERS.map((key) => interchange[key]).filter((character) => !STANDARDS_ID.test(character));
  if (new Set(characters).size < characters.length)
    run.problem(new JsonPath(root, 'interchangeControl'), undefined, 'has the same character for two delimiters');
  for (const [part, members] of [
    ['interchangeControl', interchange],
    ['functionalGroup', group],
  ] as const) {
    for (const [key, value] of Object.entries(members)) {
      const isText = typeof value === 'string' && !DELIMITERS.some((one) => one === key) && !SHOWN_ONLY.has(key);
      if (isText && characters.some((character) => value.includes(character)))
        run.problem(new JsonPath(root, part), key, 'holds a delimiter of the interchange');
    }
  }
}

/** Members that are never written as they are, and may have any text. */
const SHOWN_ONLY: ReadonlySet<string> = new Set(['id', 'objectType', 'fileInfo', 'interchangeDate', 'interchangeTime', 'date', 'time', 'transactionType']);

function readPart<Members extends Readonly<Record<string, Member<unknown>>>>(
  members: Members,
  key: string,
  request: JsonObject,
  root: JsonPath,
  run: WriteRun,
): ValuesOf<Members> {
  const given = request[key];
  const path = new JsonPath(root, key);
  if (!isObject(given)) run.problem(path, undefined, given === undefined ? 'is missing' : 'expected an object');
  const isComplete = isObject(given);
  const values: Record<string, unknown> = {};
  for (const [name, { fallback }] of Object.entries(members)) values[name] = fallback;
  const problems = new Map<string, string>();
  for (const [name, value] of Object.entries(isComplete ? given : {})) {
    if (!isGiven(value)) continue;
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (member === undefined) run.unknown(path, name, key, () => Object.keys(members));
    else if (member.isAllowed(value)) values[name] = value;
    else problems.set(name, `expected ${member.allowed}${missingDay(value)}`);
  }
  for (const [name, { isRequired }] of Object.entries(members)) {
    const problem = problems.get(name) ?? (isComplete && isRequired && values[name] === '' ? 'is missing' : undefined);
    if (problem !== undefined) run.problem(path, name, problem);
  }
  return values as ValuesOf<Members>;
}
