import type { RegisteredFormat } from '../plugin/plugin.registry';
import type { JsonSchema } from '../mapping/json-schema';

/**
 * Writes the page of the data dictionary for a format: every key of its records, as its schema has them. The descriptions of the
 * schema are places in the standard of the format.
 */
export function formatPage({ options: { id, title, recordsKey }, plugin }: RegisteredFormat): string {
  const sections = Object.entries(plugin.recordSchema().properties ?? {}).map(([key, schema]) => section(key, schema));
  return [
    `# ${title}`,
    `<!-- Written by \`npm run dictionary\` from what plugins/${id} declares. -->`,
    `Every key of the records that stand in \`${recordsKey}\`, by the object that it is in. \`[]\` stands for each object of an array.`,
    ...sections,
  ]
    .join('\n\n')
    .concat('\n');
}

function section(key: string, schema: JsonSchema): string {
  const place = schema.description === undefined ? '' : ` (${schema.description})`;
  const rows = rowsOf(schema, '').map(([name, type, field]) => `| \`${name}\` | ${type} | ${field} |`);
  return [`## ${key}${place}`, ['| Key | Type | Field |', '| --- | --- | --- |', ...rows].join('\n')].join('\n\n');
}

type Row = readonly [name: string, type: string, field: string];

function rowsOf({ properties = {} }: JsonSchema, prefix: string): readonly Row[] {
  return Object.entries(properties).flatMap(([key, schema]): readonly Row[] => {
    const name = prefix + key;
    const row: Row = [name, typeOf(schema), schema.description === undefined ? '' : `\`${schema.description}\``];
    return schema.items === undefined ? [row] : [row, ...rowsOf(schema.items, `${name}[].`)];
  });
}

function typeOf({ type, format, properties = {} }: JsonSchema): string {
  if (type === 'array') return 'array';
  return type === 'object' ? `{ ${Object.keys(properties).join(', ')} }` : (format ?? type ?? '');
}
