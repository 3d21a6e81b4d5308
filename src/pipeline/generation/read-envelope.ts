import { type ClassConstructor, plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import { JsonPath } from '../../mapping/writing/json-path';
import { unknownText } from '../../mapping/writing/record-writer';
import { isObject, type JsonObject, type WriteRun } from '../../mapping/writing/write-run';
import { FunctionalGroupDto, InterchangeControlDto } from './envelope.dto';

/** The envelope of a request. */
export interface RequestEnvelope {
  readonly interchange: InterchangeControlDto;
  readonly group: FunctionalGroupDto;
}

/** Reads the envelope of a request; what is wrong with it goes to `run`, and then it is not to be used. */
export function readEnvelope(request: JsonObject, root: JsonPath, run: WriteRun): RequestEnvelope {
  return {
    interchange: readPart(InterchangeControlDto, 'interchangeControl', request, root, run),
    group: readPart(FunctionalGroupDto, 'functionalGroup', request, root, run),
  };
}

function readPart<T extends object>(type: ClassConstructor<T>, key: string, request: JsonObject, root: JsonPath, run: WriteRun): T {
  const given = request[key];
  const path = new JsonPath(root, key);
  if (!isObject(given)) run.problem(path, undefined, given === undefined ? 'is missing' : 'expected an object');
  const members = isObject(given) ? withoutNulls(given) : {};
  const names = propertiesOf(type);
  for (const name of Object.keys(members)) if (!names.includes(name)) run.problem(path, name, unknownText(name, key, names));
  const part = plainToInstance(type, members, { exposeDefaultValues: true });
  if (!isObject(given)) return part;
  for (const { property, constraints } of validateSync(part, { forbidUnknownValues: false })) {
    run.problem(path, property, property in members ? (Object.values(constraints ?? {})[0] ?? 'is not allowed') : 'is missing');
  }
  return part;
}

function withoutNulls(given: JsonObject): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
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
