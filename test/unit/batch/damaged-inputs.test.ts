import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { remittance } from '../../e2e/edi-835';
import { codeDatabases } from '../../support/code-databases';
import { zipOf } from '../io/zip-file';
import { openWorkshop, watched, type Workshop } from './batch-subjects';

describe.each(codeDatabases().slice(0, 1))('damaged inputs of a batch', (database) => {
  let shop: Workshop;
  beforeEach(async () => {
    shop = await openWorkshop(database);
    shop.write({ 'in/z.835': 1 });
  });
  afterEach(() => shop.close());

  const zip = zipOf([{ name: 'a.835', content: remittance(20) }]);
  const gzip = gzipSync(remittance(20));

  it.each([
    ['a gzip file that breaks off', 'a.835.gz', gzip.subarray(0, -30)],
    ['a gzip file with other bytes after it', 'a.835.gz', Buffer.concat([gzip, Buffer.from('x')])],
    ['an archive that breaks off', 'a.zip', zip.subarray(0, -30)],
    ['an archive with a damaged entry', 'a.zip', zipOf([{ name: 'a.835', content: remittance(1), checksum: 1 }])],
    ['a gzip file that breaks off in an archive', 'a.zip', zipOf([{ name: 'a.835.gz', content: gzip.subarray(0, -30) }])],
  ])('fail at once: %s', async (_what, name, content) => {
    writeFileSync(shop.path(`in/${name}`), content);
    const { names, converter } = watched(shop.converter);
    const batch = await shop.create();
    await expect(shop.run(batch, { converter })).resolves.toBe('failed');
    expect(names).toHaveLength(2);
    const [damaged, whole] = await shop.ledger.files.page(batch.id);
    expect(damaged).toMatchObject({ state: 'failed', errorCode: 'EDI_SOURCE_UNREADABLE', attempts: 1 });
    expect(whole).toMatchObject({ state: 'done' });
    expect(Object.keys(shop.outputs())).toEqual(['z.835.json']);
  });

  it('are converted again when they were written to meanwhile', async () => {
    writeFileSync(shop.path('in/a.zip'), zipOf([{ name: 'a.835', content: remittance(20), checksum: 1 }]));
    let writes = 0;
    const onBytes = (): void => {
      if (writes++ === 0) writeFileSync(shop.path('in/a.zip'), zip);
    };
    const batch = await shop.create({ sources: [shop.path('in/a.zip')] });
    await expect(shop.run(batch, { onBytes })).resolves.toBe('done');
    expect(Object.keys(shop.outputs())).toEqual(['a.zip/a.835.json']);
  });
});
