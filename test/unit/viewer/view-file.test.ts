import { readFileSync, readdirSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { EdiError } from '../../../src/common/edi-error';
import { ediErrorOf, converter } from '../../support/conversion';
import { acknowledge } from '../../../src/viewer/acknowledgment';
import { excerptAt, writeExcerpt } from '../../../src/viewer/excerpt';
import { pathTo, readOutline } from '../../../src/viewer/outline';
import { difference, readLinks, readObject } from '../../../src/viewer/record-object';
import { search } from '../../../src/viewer/search';
import { readDetails } from '../../../src/viewer/segment-details';
import { readWindow, shownIssue, textsOf } from '../../../src/viewer/segment-window';
import { totalsAt } from '../../../src/viewer/totals';
import { ViewFile } from '../../../src/viewer/view-file';
import { ViewFiles } from '../../../src/viewer/view-files';
import { FileBytes, StoredBytes } from '../../../src/viewer/view-bytes';
import { everyNth } from '../../support/fuzz';

const SAMPLES = join(__dirname, '../../../samples');
const engine = converter();
const parts = { engine, codes: undefined, options: { levels: '1-7' } };
const opened: ViewFile[] = [];

async function view(name: string): Promise<ViewFile> {
  const file = new ViewFile(name, new FileBytes(join(SAMPLES, name)), parts);
  opened.push(file);
  await file.read();
  return file;
}

/** Opens text that arrives in pieces of a size. */
async function receive(text: Buffer, pieceBytes: number, name = 'upload.edi'): Promise<ViewFile> {
  const stored = new StoredBytes();
  const file = new ViewFile(name, stored, parts);
  opened.push(file);
  await file.receive(
    stored,
    (async function* () {
      for (let at = 0; at < text.length; at += pieceBytes) yield text.subarray(at, at + pieceBytes);
    })(),
  );
  return file;
}

const x12Samples = readdirSync(SAMPLES).filter((name) => name.endsWith('.edi'));
const sample = (name: string): Buffer => readFileSync(join(SAMPLES, name));
const share = (file: ViewFile): Parameters<typeof search>[3] => file.context.share.until(file.signal);

async function acknowledged(file: ViewFile, masks: boolean): Promise<string> {
  let text = '';
  for await (const chunk of acknowledge(file, masks)) text += chunk.toString();
  return text;
}

async function recordsOf(bytes: Buffer, name: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const records: Readonly<Record<string, unknown>>[] = [];
  const source = { name, open: () => [bytes] as unknown as AsyncIterable<Uint8Array> };
  for await (const record of engine.records([source], { objects: 'status' })) if (record['objectType'] !== 'ERROR') records.push(record);
  return records;
}

afterEach(() => {
  for (const file of opened.splice(0)) file.close();
});

describe('a viewed file', () => {
  it.each(everyNth(6, x12Samples))('has every segment of %s where it stands', async (name) => {
    const file = await view(name);
    const { segments } = file.progress;
    const text = sample(name).toString('latin1');
    for (const { start } of file.segments.spans(1, segments)) expect(text.slice(start - 1, start)).not.toMatch(/[A-Z0-9]/);
    const ids = readWindow(file, 1, 500, false).segments.map(({ id }) => id);
    expect(ids.filter((id) => id === 'ST').length).toBe(text.match(/ST[^A-Z0-9]\d{3}[^A-Z0-9]/g)?.length);
    expect(file.progress.understood).toBe(segments);
  });

  it.each([1, 7, 65_536])('is the same when it arrives in pieces of %i bytes', async (pieceBytes) => {
    const [whole, pieces] = [await view('835-dirty.edi'), await receive(sample('835-dirty.edi'), pieceBytes)];
    expect(readWindow(pieces, 1, 500, false)).toEqual(readWindow(whole, 1, 500, false));
    expect(pieces.issues.counts).toEqual(whole.issues.counts);
  });

  it('is decoded when it is UTF-16', async () => {
    const text = Buffer.from(`\ufeff${sample('835.edi').toString('latin1')}`, 'utf16le');
    const file = await receive(text, 1000);
    expect(readWindow(file, 1, 500, false)).toEqual(readWindow(await view('835.edi'), 1, 500, false));
  });

  it('shows what was read before a failure', async () => {
    const text = sample('837p.edi');
    const file = await receive(text.subarray(0, 900), 900);
    expect(file.progress.isUnderstood).toBe(true);
    expect(readWindow(file, 1, 500, false).segments.length).toBeGreaterThan(20);
    expect(file.issues.counts.all).toBeGreaterThan(0);
  });

  it('says why nothing of it can be read', async () => {
    const file = await receive(Buffer.from('Dear Sir, this is a letter and no EDI at all.'), 100);
    expect(file.progress.failure).toContain('not EDI');
    expect(readWindow(file, 1, 10, false).segments).toEqual([]);
  });

  it('is refused after it was changed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clearloop-view-test-'));
    const path = join(folder, 'a.edi');
    writeFileSync(path, sample('835.edi'));
    const file = new ViewFile('a.edi', new FileBytes(path), parts);
    opened.push(file);
    await file.read();
    writeFileSync(path, 'x'.repeat(2000));
    expect(() => readWindow(file, 1, 10, false)).toThrow('was changed');
    rmSync(folder, { recursive: true });
  });
});

describe('a window', () => {
  it('indents segments by loop and names them', async () => {
    const { segments } = readWindow(await view('837p.edi'), 22, 4, false);
    expect(segments.map(({ id, depth, loop, opensLoop }) => [id, depth, loop, opensLoop])).toEqual([
      ['CLM', 5, '2300', true],
      ['DTP', 6, '2300', undefined],
      ['REF', 6, '2300', undefined],
      ['HI', 6, '2300', undefined],
    ]);
    expect(segments[0]?.name).toBe('Claim information');
  });

  it('has issues at their segments', async () => {
    const { segments } = readWindow(await view('835-dirty.edi'), 1, 100, false);
    const stray = segments.find(({ id }) => id === 'ZZZ');
    expect(stray).toMatchObject({ isUnplaced: true, issues: [{ ruleId: 'segment-unknown', level: 1 }] });
  });

  it('has segments of the second interchange with its own separators', async () => {
    const file = await view('835-two-interchanges.edi');
    const last = readWindow(file, file.progress.segments, 1, false).segments[0];
    expect(last?.id).toBe('IEA');
  });
});

describe('an outline', () => {
  it('leads from interchanges to records, and back', async () => {
    const file = await view('835.edi');
    const [interchange] = readOutline(file, '', 0, 100, false).nodes;
    const [group] = readOutline(file, interchange?.id ?? '', 0, 100, false).nodes;
    const [transaction] = readOutline(file, group?.id ?? '', 0, 100, false).nodes;
    const children = readOutline(file, transaction?.id ?? '', 0, 100, false).nodes;
    const records = children.filter(({ kind }) => kind === 'record');
    expect(records.map(({ label, detail, amount }) => [label, detail, amount])).toEqual([
      ['Payment', 'JSC-1001', 186.4],
      ['Payment', 'JSC-1002', 80],
      ['Provider adjustment', '1900000013', 5],
    ]);
    const [first] = records;
    expect(pathTo(file, (first?.first ?? 0) + 1)).toEqual([interchange?.id, group?.id, transaction?.id, first?.id]);
  });

  it('should keep a transaction set together around a stray IEA', async () => {
    const text = sample('835.edi').toString();
    const file = await receive(Buffer.from(text.replace(/CLP\*JSC-1002/, 'IEA*1*000000001~\n$&')), 100);
    const [transaction, ...others] = readOutline(file, 'g0', 0, 100, false).nodes;
    const whole = readOutline(await view('835.edi'), 'g0', 0, 100, false).nodes;
    expect(others).toEqual([]);
    expect(transaction).toMatchObject({ label: whole[0]?.label, first: whole[0]?.first, last: (whole[0]?.last ?? 0) + 1 });
    expect(readOutline(file, transaction?.id ?? '', 0, 100, false).nodes.filter(({ kind }) => kind === 'record')).toHaveLength(3);
  });

  it('has the loops between records, each with those inside it', async () => {
    const file = await view('837p.edi');
    const labels = (id: string): readonly string[] => readOutline(file, id, 0, 100, false).nodes.map(({ id: own, detail }) => `${own} ${detail ?? ''}`);
    expect(labels('t0')).toEqual(['l5 1000A', 'l7 1000B', 'l8 2000A', 'l15 2000B', 'u0 JSC-1001', 'l36 2000B', 'l40 2000C', 'u1 JSC-1002']);
    expect([labels('l8'), labels('l36'), labels('u0')]).toEqual([['l10 2010AA'], ['l38 2010BA', 'l39 2010BB'], ['l26 2310B', 'l28 2400', 'l32 2400']]);
  });

  it.each(['zz', 'i', '0', 'i9', 'g99', 't-1', 't00', 'i1e1', 'p0-0', 'u2', 'l0', 'l6', 'l66', 'l9999999999', '__proto__', 'constructor'])(
    'has no node %s',
    async (id) => {
      const file = await view('837p.edi');
      expect(await ediErrorOf(() => readOutline(file, id, 0, 100, false))).toMatchObject({ code: 'EDI_BAD_PARAMETER' });
    },
  );

  it('has numbers of children where they are counted, and every node with children answers', async () => {
    const file = await view('837p.edi');
    const childrenOf = (id: string): readonly (readonly [string, number | undefined])[] =>
      readOutline(file, id, 0, 100, false).nodes.flatMap((node) => [[node.id, node.children] as const, ...(node.children === 0 ? [] : childrenOf(node.id))]);
    const children = new Map(childrenOf(''));
    expect([children.get('i0'), children.get('g0'), children.get('t0'), children.get('l5')]).toEqual([1, 1, undefined, 0]);
    expect(Math.max(...[...children.values()].map((count = 0) => count))).toBe(1);
  });

  it('groups many records in pages', async () => {
    const text = sample('835.edi').toString('latin1');
    const claim = /CLP\*JSC-1002[\s\S]*?(?=PLB)/.exec(text)?.[0] ?? '';
    const file = await receive(Buffer.from(text.replace(claim, claim.repeat(450))), 65_536);
    const nodes = readOutline(file, 't0', 0, 100, false).nodes.filter(({ kind }) => kind === 'page');
    expect(nodes.map(({ records }) => records)).toEqual([200, 200, 52]);
    expect(readOutline(file, nodes[2]?.id ?? '', 0, 100, false).nodes[0]?.first).toBe(nodes[2]?.first);
    for (const id of ['p0-1', 'p0-600', 'p1-0']) expect(await ediErrorOf(() => readOutline(file, id, 0, 100, false))).toMatchObject({ status: 400 });
  });
});

describe('an element', () => {
  it('has the name that records have for its code', async () => {
    const file = await view('835.edi');
    const { elements } = await readDetails(file, 18, false);
    const meanings = Object.fromEntries(elements.map(({ ref, meaning }) => [ref, meaning]));
    expect(meanings).toMatchObject({ CLP01: undefined, CLP02: 'Primary', CLP06: 'PPO' });
  });
});

describe('a record', () => {
  it.each(everyNth(6, x12Samples))('of %s gives the same object by itself', async (name) => {
    const file = await view(name);
    // A set whose records are made on request is a tree of segments here, which has no units.
    const expected = (await recordsOf(sample(name), name)).filter(({ objectType }) => objectType !== 'WARNING' && objectType !== 'SEGMENT');
    const { outline } = file.meaning;
    if (expected.length > 0) expect(outline.units).toBe(expected.length);
    for (let i = 0; i < expected.length; i++) {
      const unit = outline.unit(i);
      const excerpt = excerptAt(file, unit?.first ?? 0);
      if (excerpt === undefined) throw new Error('A record has no excerpt.');
      const { json } = await readObject(file, excerpt, false);
      // Issues, ids and what a whole file shares are those of the file.
      expect({ ...JSON.parse(json), id: '', transaction: '' }).toEqual({ ...expected[i], id: '', transaction: '' });
    }
  });

  it('has links from elements to keys', async () => {
    const file = await view('837p.edi');
    const excerpt = excerptAt(file, 29);
    const links = excerpt === undefined ? [] : await readLinks(file, excerpt, false);
    const pointersOf = (segmentNumber: number, element: number): readonly string[] =>
      links.filter((link) => link.segmentNumber === segmentNumber && link.element === element).flatMap(({ pointers }) => pointers);
    expect(pointersOf(29, 2)).toEqual(['/serviceLines/0/chargeAmount']);
    expect(pointersOf(22, 1)).toContain('/patientControlNumber');
    expect(pointersOf(29, 1)).toContain('/serviceLines/0/procedure');
  });

  it('is exported as EDI with right counts', async () => {
    const file = await view('835.edi');
    const excerpt = excerptAt(file, 25);
    const edi = excerpt === undefined ? '' : writeExcerpt(file, excerpt, false);
    const issues: string[] = [];
    const source = { name: 'a.edi', open: () => [Buffer.from(edi)] as unknown as AsyncIterable<Uint8Array> };
    for await (const _chunk of engine.validate([source], { levels: '1,2', onIssue: ({ ruleId }) => issues.push(ruleId ?? '') }));
    expect(issues).toEqual([]);
    expect(edi).not.toContain('JSC-1002');
  });

  it('of pharmacy is a transmission', async () => {
    const file = await view('ncpdp-claim.txt');
    const excerpt = excerptAt(file, 5);
    const { json } = excerpt === undefined ? { json: '[]' } : await readObject(file, excerpt, false);
    expect(JSON.parse(json)).toEqual(await recordsOf(sample('ncpdp-claim.txt'), 'ncpdp-claim.txt'));
  });

  it.each(['ncpdp-batch.txt', 'ncpdp-claim.txt', 'ncpdp-response.txt', 'ncpdp-visible.txt'])('has lines and fields in %s', async (name) => {
    const file = await view(name);
    const { segments } = readWindow(file, 1, 100, false);
    expect(segments.length).toBeGreaterThan(3);
    expect(segments.filter(({ id }) => id.startsWith('AM')).every(({ text, id }) => text.includes(id))).toBe(true);
    const line = segments.find(({ id }) => id.startsWith('AM'));
    const { elements } = await readDetails(file, line?.segmentNumber ?? 1, false);
    expect(elements[0]?.ref).toBe('AM');
    expect(elements.every(({ name: field }) => field !== '')).toBe(true);
  });
});

describe('differences of objects', () => {
  it.each<[string, unknown, unknown, readonly string[]]>([
    ['a changed value', { a: 1, b: 2 }, { a: 1, b: 3 }, ['/b']],
    ['a missing key', { a: 1, 'x/y': 2 }, { a: 1 }, ['/x~1y']],
    ['a missing item, and not those after it', { l: ['a', 'b', 'c'] }, { l: ['a', 'c'] }, ['/l/1']],
    ['nothing', { a: [1] }, { a: [1] }, []],
  ])('name %s', (_what, one, other, expected) => {
    expect(difference(one, other)).toEqual(expected);
  });
});

describe('a search', () => {
  it.each([
    ['value', 'spruce', [18]],
    ['segment', 'clm', [22, 46]],
    ['control', '000000201', [1, 65]],
    ['record', 'JSC-1002', [46]],
    ['value', 'NOSUCHVALUE', []],
  ] as const)('finds the %s %s', async (kind, query, expected) => {
    const file = await view('837p.edi');
    const { hits } = await search(file, { query, kind, from: 1, count: 50 }, false, share(file));
    expect(hits.map(({ segmentNumber }) => segmentNumber)).toEqual(expected);
  });

  it('goes on where it stopped', async () => {
    const file = await view('837p.edi');
    const found: number[] = [];
    for (let from: number | undefined = 1; from !== undefined;) {
      const page: Awaited<ReturnType<typeof search>> = await search(file, { query: 'N3', kind: 'segment', from, count: 1 }, false, share(file));
      found.push(...page.hits.map(({ segmentNumber }) => segmentNumber));
      from = page.next;
    }
    expect(found).toEqual(readWindow(file, 1, 500, false).segments.flatMap(({ id, segmentNumber }) => (id === 'N3' ? [segmentNumber] : [])));
  });
});

describe('masking', () => {
  const SECRETS = /ALDER|ROWAN|HL0000771|19790412|1979-04-12|SPRUCE|JSC-1001|2075550100/;

  it('leaves no name, number or date of a person in what the page shows', async () => {
    const file = await view('837p.edi');
    const excerpt = excerptAt(file, 29);
    if (excerpt === undefined) throw new Error('There is no record.');
    const shown = [
      readWindow(file, 1, 500, true),
      readOutline(file, 't0', 0, 100, true),
      await readObject(file, excerpt, true),
      writeExcerpt(file, excerpt, true),
      await readDetails(file, 17, true),
      await search(file, { query: 'ALDER', kind: 'value', from: 1, count: 9 }, true, share(file)),
    ];
    expect(JSON.stringify(shown)).not.toMatch(SECRETS);
    expect(JSON.stringify(readWindow(file, 1, 500, false))).toMatch(SECRETS);
  });

  it('keeps a record convertible', async () => {
    const file = await view('837p.edi');
    const excerpt = excerptAt(file, 29);
    const { json } = excerpt === undefined ? { json: '{}' } : await readObject(file, excerpt, true);
    expect(JSON.parse(json)).toMatchObject({ patientControlNumber: 'XXX-0000', chargeAmount: 250, subscriber: { person: { birthDate: '1900-01-01' } } });
  });

  it('leaves no value of a damaged claim in issues and in the acknowledgment', async () => {
    const text = sample('837p.edi').toString('latin1').replace('DMG*D8*19790412*F', 'DMG*D8*29790412*ROWAN').replace('CLM*JSC-1001*250', 'CLM*JSC-1001*999');
    const file = await receive(Buffer.from(text.replace('HI*ABK:J0300', 'ZZZ*ROWAN*HL0000771~NM1*QC*2*ALDER~HI*ABK:J0300')), 4096);
    const issues = file.issues.list({}, 0, 100);
    const messages = issues.map((issue) => shownIssue(file, issue, true));
    expect(JSON.stringify(issues)).toMatch(/2979-04-12[\s\S]*ROWAN[\s\S]*JSC-1001/);
    const shown = JSON.stringify([messages, readWindow(file, 1, 500, true), await acknowledged(file, true)]);
    expect(shown).not.toMatch(/ALDER|ROWAN|HL0000771|[12]9790412|2979-04-12|JSC-1001/);
    expect(await acknowledged(file, false)).toMatch(/JSC-1001/);
    expect(messages.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^Claim XXX-0000: .* 999/));
  });

  it('masks every value of a pharmacy claim but codes and amounts', async () => {
    const file = await view('ncpdp-claim.txt');
    const details = await Promise.all(Array.from({ length: file.progress.segments }, async (_, i) => readDetails(file, i + 1, true)));
    const excerpt = excerptAt(file, 5);
    const object = excerpt === undefined ? '' : [await readObject(file, excerpt, true), writeExcerpt(file, excerpt, true)];
    const shown = JSON.stringify([readWindow(file, 1, 100, true), details, object]);
    expect(shown).not.toMatch(/BRINDLEWOOD|ADA|GARDEN|PORTLAND|04101|1980-?02-?29|HERON|HARBOR|7000001|FENBROOKE|888888|999999992/);
    expect(shown).toMatch(/AM11.*D90000123D/);
  });
});

describe('totals', () => {
  it('balance a payment', async () => {
    const totals = totalsAt(await view('835.edi'), 20);
    expect(totals.find(({ label }) => label === 'Balance')).toEqual({ label: 'Balance', amount: 0 });
    expect(totals.find(({ label }) => label === 'Payment')?.amount).toBe(261.4);
  });

  it('show what does not balance', async () => {
    const file = await receive(Buffer.from(sample('835.edi').toString('latin1').replace('BPR*I*261.4', 'BPR*I*260.4')), 4096);
    expect(totalsAt(file, 20).find(({ label }) => label === 'Balance')?.amount).toBe(1);
  });
});

describe('open files', () => {
  const limits = { maxFiles: 2, idleMilliseconds: 600_000, leaveMilliseconds: 600_000 };

  it('are limited, and closed one by one', () => {
    const files = new ViewFiles(parts, limits);
    const [first] = [files.openEmpty('a'), files.openEmpty('b')];
    expect(() => files.openEmpty('c')).toThrow(expect.objectContaining({ code: 'EDI_SERVICE_BUSY' }) as EdiError);
    files.close(first?.id ?? '');
    expect(() => files.find(first?.id ?? '')).toThrow(expect.objectContaining({ code: 'EDI_VIEW_NOT_FOUND' }) as EdiError);
    expect(files.size).toBe(1);
    files.closeAll();
    expect(files.size).toBe(0);
  });

  it('are closed some time after their page was left, unless it comes back', () => {
    jest.useFakeTimers();
    try {
      const files = new ViewFiles(parts, { ...limits, leaveMilliseconds: 15_000 });
      const [one, other] = [files.openEmpty('a'), files.openEmpty('b')];
      files.leave(one.id);
      files.leave(other.id);
      jest.advanceTimersByTime(14_000);
      files.find(other.id);
      jest.advanceTimersByTime(2_000);
      expect(() => files.find(one.id)).toThrow(expect.objectContaining({ code: 'EDI_VIEW_NOT_FOUND' }) as EdiError);
      jest.advanceTimersByTime(600_000);
      expect(files.size).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  it('leave no file in the folder for temporary files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clearloop-view-test-'));
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = folder;
    try {
      const file = await receive(sample('835.edi'), 1000);
      expect(file.bytes.size).toBeGreaterThan(0);
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
      rmSync(folder, { recursive: true });
    }
  });

  it('read a compressed file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clearloop-view-test-'));
    const path = join(folder, '835.edi.gz');
    writeFileSync(path, gzipSync(sample('835.edi')));
    const files = new ViewFiles(parts, limits);
    const file = files.openPath(path);
    while (!file.progress.isUnderstood) await new Promise((resolve) => setImmediate(resolve));
    expect(textsOf(file, file.segments.spans(1, 1))[0]).toMatch(/^ISA\*/);
    files.closeAll();
    rmSync(folder, { recursive: true });
  });
});
