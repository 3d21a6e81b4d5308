import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { parseAllDocuments } from 'yaml';
import { openLedger } from '../../src/batch/ledger/open-ledger';
import { SETTING_NAMES } from '../../src/http/settings/settings.module';
import { codeDatabases } from '../support/code-databases';
import { ROOT } from './project-files';

interface Resource {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- resources of Kubernetes have many shapes
  readonly spec: any;
}

const text = readFileSync(join(ROOT, 'examples/kubernetes/clearloop.yaml'), 'utf8');
const packageFile: { readonly version: string } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const resources = parseAllDocuments(text).map((document): Resource => {
  expect(document.errors).toEqual([]);
  return document.toJS();
});
const named = (kind: string, name: string): Resource => {
  const found = resources.find((one) => one.kind === kind && one.metadata.name === name);
  if (found === undefined) throw new Error(`no ${kind} ${name}`);
  return found;
};
const containerOf = (name: string) => named('Deployment', name).spec.template.spec.containers[0];

describe('examples/kubernetes/clearloop.yaml', () => {
  it('selects the pods that it makes', () => {
    for (const { kind, spec } of resources) if (kind === 'Deployment') expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels);
    for (const { kind, metadata, spec } of resources)
      if (kind === 'Service') expect(named('Deployment', metadata.name).spec.selector.matchLabels).toEqual(spec.selector);
  });

  it('runs the image of this version, sets only what is a setting, and takes away what is not needed', () => {
    for (const name of ['clearloop', 'clearloop-worker']) {
      const container = containerOf(name);
      expect(container.image).toBe(`clearloop:${packageFile.version}`);
      const names: readonly string[] = container.env.map((one: { readonly name: string }) => one.name);
      expect(names.filter((one) => !SETTING_NAMES.includes(one))).toEqual([]);
    }
    for (const name of ['clearloop', 'clearloop-worker', 'clearloop-queue'])
      expect(containerOf(name).securityContext).toEqual({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
  });

  it('scales the workers, by a query that runs on a ledger', async () => {
    const { scaleTargetRef, triggers } = named('ScaledObject', 'clearloop-worker').spec;
    named('Deployment', scaleTargetRef.name);
    const kind = codeDatabases().find(({ name }) => name === 'PostgreSQL');
    if (kind === undefined) return;
    const database = await kind.createShared();
    const url = database.settings.CLEARLOOP_DB_URL ?? '';
    const ledger = await openLedger(database.settings);
    const request = { sources: ['/in'], target: '/out', options: { conversion: {}, extension: 'json' } };
    const file = { name: 'a', output: '/out/a', bytes: 1, version: undefined };
    await ledger.batches.create('queued', request, { isQueued: true });
    await ledger.batches.create('own', request);
    for (const id of ['queued', 'own'])
      await ledger.files.add(id, [
        { ...file, source: '/in/a' },
        { ...file, source: '/in/b' },
      ]);
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(triggers[0].metadata.query);
    await client.end();
    await ledger.close();
    await database.remove();
    expect(rows).toEqual([{ count: '2' }]);
  });
});
