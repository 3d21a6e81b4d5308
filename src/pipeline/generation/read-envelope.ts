import { type ClassConstructor, plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import type { Delimiters } from '../../x12/delimiters';
import { JsonPath } from '../../mapping/writing/json-path';
import { LINE_BREAKS } from '../../mapping/control-records';
import { isGiven, isObject, type JsonObject, type WriteRun } from '../../mapping/writing/write-run';
import { FunctionalGroupDto, InterchangeControlDto } from './envelope.dto';

/** The envelope of a request. */
export interface RequestEnvelope {
  readonly delimiters: Delimiters;
  readonly interchange: InterchangeControlDto;
  readonly group: FunctionalGroupDto;
}

/** Reads the envelope of a request; what is wrong with it goes to `run`, and then it is not to be used. */
export function readEnvelope(request: JsonObject, root: JsonPath, run: WriteRun): RequestEnvelope {
  const interchange = readPart(InterchangeControlDto, 'interchangeControl', request, root, run);
  const group = readPart(FunctionalGroupDto, 'functionalGroup', request, root, run);
  checkDelimiters(interchange, group, root, run);
  return { interchange, group, delimiters: delimitersOf(interchange) };
}

/** ISA11 before version 00402, such as U; files of later versions may still have it. */
const STANDARDS_ID = /[a-zA-Z0-9 ]/;

/** Members of the interchange that are delimiters. */
const DELIMITERS = ['elementSeparator', 'componentElementSeparator', 'repetitionSeparator', 'segmentTerminator'] as const;

function delimitersOf({ elementSeparator, componentElementSeparator, repetitionSeparator, segmentTerminator, lineBreak }: InterchangeControlDto): Delimiters {
  return {
    element: elementSeparator.charCodeAt(0),
    component: componentElementSeparator.charCodeAt(0),
    repetition: STANDARDS_ID.test(repetitionSeparator) ? undefined : repetitionSeparator.charCodeAt(0),
    segment: segmentTerminator.charCodeAt(0),
    lineBreak: LINE_BREAKS[lineBreak ?? (/[\r\n]/.test(segmentTerminator) ? 'NONE' : 'LF')],
  };
}

/** Delimiters differ from one another, and stand in no text of the envelope: nothing but the values of records is cleaned of them. */
function checkDelimiters(interchange: InterchangeControlDto, group: FunctionalGroupDto, root: JsonPath, run: WriteRun): void {
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

function readPart<T extends object>(type: ClassConstructor<T>, key: string, request: JsonObject, root: JsonPath, run: WriteRun): T {
  const given = request[key];
  const path = new JsonPath(root, key);
  if (!isObject(given)) run.problem(path, undefined, given === undefined ? 'is missing' : 'expected an object');
  const names = new Set(propertiesOf(type));
  const members: Record<string, unknown> = {};
  // Only known members are copied: class-transformer takes the square of their number.
  for (const [name, value] of Object.entries(isObject(given) ? given : {})) {
    if (!isGiven(value)) continue;
    if (names.has(name)) members[name] = value;
    else run.unknown(path, name, key, () => [...names]);
  }
  const part = plainToInstance(type, members, { exposeDefaultValues: true });
  if (!isObject(given)) return part;
  for (const { property, constraints } of validateSync(part, { forbidUnknownValues: false })) {
    run.problem(path, property, property in members ? (Object.values(constraints ?? {})[0] ?? 'is not allowed') : 'is missing');
  }
  return part;
}

function propertiesOf(type: ClassConstructor<object>): readonly string[] {
  return [
    ...new Set(
      getMetadataStorage()
        .getTargetValidationMetadatas(type, '', false, false)
        .map(({ propertyName }) => propertyName),
    ),
  ];
}
