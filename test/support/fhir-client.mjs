// Sends Bundles to a server with a client of FHIR, reads a payment and what it refers to, and writes both as JSON.
//
//   node test/support/fhir-client.mjs BASE_URL PAYMENT_ID < bundles.ndjson
import { readFileSync } from 'node:fs';
import { Client } from 'fhir-kit-client';

const [baseUrl, id] = process.argv.slice(2);
const client = new Client({ baseUrl });
const answers = [];
for (const line of readFileSync(0, 'utf8').trim().split('\n')) answers.push((await client.transaction({ body: JSON.parse(line) })).type);
const payment = await client.read({ resourceType: 'ExplanationOfBenefit', id });
const patient = await client.resolve({ reference: payment.patient.reference });
process.stdout.write(JSON.stringify({ answers, payment, patient }));
