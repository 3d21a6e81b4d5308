import type { OpenAPIObject } from '@nestjs/swagger';
import { schemaRef } from '../../mapping/record-schemas';
import type { FormatInfo } from '../../pipeline/conversion.types';
import { FORMAT_PARAMETER } from '../edi/edi.docs';
import { ediBody } from './answer.docs';
import { formatSchemaName, operationWordOf } from './component.docs';
import type { DocumentExamples } from './document';

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['post']>;

const PREFIX = `/api/{${FORMAT_PARAMETER}}/`;

/** Shows the operations on formats once for each format, under its own name and with its own schema. */
export function describeFormats(document: OpenAPIObject, formats: readonly FormatInfo[], examples: DocumentExamples): void {
  const paths = Object.entries(document.paths).flatMap(([path, item]): [string, PathItem][] => {
    if (!path.startsWith(PREFIX)) return [[path, item]];
    const name = path.slice(PREFIX.length);
    return formats.flatMap((format) => (item.post ? [[`/api/${format.id}/${name}`, { post: operationOf(item.post, name, format, examples) }]] : []));
  });
  document.paths = Object.fromEntries(paths);
}

function operationOf(operation: Operation, name: string, format: FormatInfo, { inputs, requests }: DocumentExamples): Operation {
  const copy = structuredClone(operation);
  copy.operationId = `${name}${operationWordOf(format.id)}`;
  copy.summary = (copy.summary ?? '').replace('of the format', `of ${format.title}`);
  copy.parameters = (copy.parameters ?? []).filter((parameter) => !('name' in parameter) || parameter.name !== FORMAT_PARAMETER);
  const record = schemaRef(formatSchemaName(format));
  if (name === 'generate') {
    const example = requests[format.id];
    const lines = Object.values(example ?? {}).flatMap((records) => (Array.isArray(records) ? records.map((one) => JSON.stringify(one)) : []));
    copy.requestBody = {
      required: true,
      description: 'What parsing gives: one object with the list of records, or a record in each line.',
      content: {
        'application/json': { schema: listIn(format, record), ...(example === undefined ? {} : { example }) },
        'application/x-ndjson': { schema: { type: 'string' }, ...(example === undefined ? {} : { example: `${lines.join('\n')}\n` }) },
      },
    };
  } else copy.requestBody = ediBody(inputs[format.id]);
  const answer = copy.responses['200'];
  if (name === 'parse' && answer !== undefined && 'content' in answer && answer.content !== undefined) {
    answer.content['application/json'] = { schema: listIn(format, { anyOf: [record, schemaRef('ErrorBody'), schemaRef('ValidationIssue')] }) };
  }
  return copy;
}

const listIn = ({ recordsKey }: FormatInfo, items: object): object => ({
  type: 'object',
  required: [recordsKey],
  properties: { [recordsKey]: { type: 'array', items } },
});
