/*
 * Generates clients from an OpenAPI document, as its users do: `node generate-clients.mjs DOCUMENT FOLDER`. A program of its own, because both
 * generators are ES modules.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypescript, { astToString } from 'openapi-typescript';

const [documentFile, folder] = process.argv.slice(2);
const document = JSON.parse(readFileSync(documentFile, 'utf8'));
writeFileSync(join(folder, 'schema.ts'), astToString(await openapiTypescript(document)));
await createClient({
  input: document,
  output: join(folder, 'client'),
  logs: { level: 'silent' },
  plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
});
