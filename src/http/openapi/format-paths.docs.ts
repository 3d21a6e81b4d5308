import type { OpenAPIObject } from '@nestjs/swagger';
import type { FormatInfo } from '../../pipeline/conversion.types';
import { EDI_BODY } from './edi-body.docs';
import { FORMAT_PARAMETER } from './edi-format.docs';

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['post']>;

const PREFIX = `/api/{${FORMAT_PARAMETER}}/`;

/** Shows the operations on formats once for each format, under its own name and with its own schema. */
export function describeFormats(document: OpenAPIObject, formats: readonly FormatInfo[]): void {
  const paths = Object.entries(document.paths).flatMap(([path, item]): [string, PathItem][] => {
    if (!path.startsWith(PREFIX)) return [[path, item]];
    const name = path.slice(PREFIX.length);
    return formats.flatMap((format) => (item.post ? [[`/api/${format.id}/${name}`, { post: operationOf(item.post, name, format) }]] : []));
  });
  document.paths = Object.fromEntries(paths);
  const components = (document.components ??= {});
  for (const format of formats) components.schemas = { ...components.schemas, [schemaName(format)]: asSchema(format.recordSchema()) };
}

function operationOf(operation: Operation, name: string, format: FormatInfo): Operation {
  const copy = structuredClone(operation);
  copy.operationId = `${format.id}_${name}`;
  copy.summary = (copy.summary ?? '').replace('of the format', `of ${format.title}`);
  copy.parameters = (copy.parameters ?? []).filter((parameter) => !('name' in parameter) || parameter.name !== FORMAT_PARAMETER);
  const records = { type: 'object' as const, properties: { [format.recordsKey]: { type: 'array' as const, items: { $ref: refOf(format) } } } };
  if (name === 'generate') copy.requestBody = { required: true, content: { 'application/json': { schema: records } } };
  else copy.requestBody = EDI_BODY;
  const answer = copy.responses['200'];
  if (name === 'parse' && answer !== undefined && 'content' in answer && answer.content !== undefined) answer.content['application/json'] = { schema: records };
  return copy;
}

const schemaName = ({ id }: FormatInfo): string => `${id}-record`;
const refOf = (format: FormatInfo): string => `#/components/schemas/${schemaName(format)}`;

type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

/** Both are JSON Schemas; only the library's types want mutable arrays. */
function asSchema(schema: object): Schema {
  return schema;
}
