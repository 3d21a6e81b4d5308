import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Codes } from '../../../src/codes/code.types';
import type { Issue } from '../../../src/common/issue';
import { openCodes } from '../../../src/library';
import { createConverter } from '../../../src/pipeline/create-converter';
import type { Engine } from '../../../src/pipeline/engine';
import type { SampleOptions } from '../../../src/pipeline/sampling/sampling.types';
import { record, text } from '../../../src/plugin';
import { defineFormat, defineTransactionSet, type FormatDefinition } from '../../../src/plugin/plugin-metadata';
import { PluginRegistry } from '../../../src/plugin/plugin.registry';
import { claimSamples } from '../../../plugins/x12-837/sample';
import { sourceOf } from '../../support/conversion';
import { everyNth, itLong, sizeOf } from '../../support/fuzz';

/** Everything that validation looks for. */
const ALL = { levels: '1-7', rules: 'npi-check-digit' };

/** The transaction sets whose records are made on request. */
const OBJECTS = 'status,eligibility,authorization,premium';

let codes: Codes;
let engine: Engine;

beforeAll(async () => {
  codes = await openCodes(process.env);
  engine = createConverter({ codes: codes.directory });
});

afterAll(async () => codes.close());

async function textOf(id: string, options?: SampleOptions): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of engine.sample(id, options)) pieces.push(piece);
  return Buffer.concat(pieces).toString('latin1');
}

async function findings(text: string): Promise<readonly string[]> {
  const found: string[] = [];
  const onIssue = ({ ruleId, issueType, message }: Issue): void => void found.push(`${ruleId ?? issueType}: ${message}`);
  for await (const _chunk of engine.validate([sourceOf('sample.edi', Buffer.from(text, 'latin1'))], { output: 'ndjson', ...ALL, onIssue }));
  return found;
}

async function recordsOf(text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const records = [];
  const options = { objects: OBJECTS, validate: true, ...ALL };
  for await (const record of engine.records([sourceOf('sample.edi', Buffer.from(text, 'latin1'))], options)) records.push(record);
  return records;
}

const IDS = createConverter().samples.map(({ id }) => id);

describe('clearloop sample', () => {
  it.each(IDS)('%s is valid at every level, and becomes records', async (id) => {
    const count = sizeOf(60, 20);
    const text = await textOf(id, { records: count, seed: 4711 });
    expect(await findings(text)).toEqual([]);
    const records = await recordsOf(text);
    expect(records.length).toBeGreaterThanOrEqual(count - 1);
    expect(records.filter(({ objectType }) => objectType === 'ERROR')).toEqual([]);
  });

  const faults = createConverter().samples.flatMap((one) => one.faults.map((fault) => [one.id, fault.id, fault.rule] as const));

  // Premium payments have no NPI.
  it.each(
    everyNth(
      4,
      faults.filter(([id, fault]) => id !== '820' || fault !== 'npi'),
    ),
  )('%s with the fault %s is reported by %s alone', async (id, fault, rule) => {
    const made = engine.sample(id, { records: 20, faults: fault });
    const pieces: Buffer[] = [];
    for await (const piece of made) pieces.push(piece);
    expect(made.summary.faults).toEqual([fault]);
    const rules = (await findings(Buffer.concat(pieces).toString('latin1'))).map((finding) => finding.split(':')[0]);
    // SE is a required segment, too.
    expect([...new Set(rules)]).toEqual(fault === 'missing-trailer' ? ['segment-required', rule] : [rule]);
  });

  it('is the same for a seed, and its records do not depend on their number', async () => {
    const text = await textOf('837p', { records: 30, seed: 9 });
    expect(await textOf('837P', { records: 30, seed: 9 })).toBe(text);
    const insured = (whole: string): readonly string[] => whole.match(/NM1\*IL.*/g) ?? [];
    expect(insured(await textOf('837p', { records: 30, seed: 10 }))).not.toEqual(insured(text));
    const claims = (whole: string): readonly string[] => whole.match(/CLM\*[^]*?(?=HL\*|SE\*)/g) ?? [];
    expect(claims(await textOf('837p', { records: 10, seed: 9 }))).toEqual(claims(text).slice(0, 10));
  });

  it.each([
    ['837p', '277ca', '835', sizeOf(510, 60), sizeOf(500, 59)],
    ['837i', '277cai', '835i', 60, 59],
    ['837d', '277cad', '835d', 60, 59],
  ])('%s, %s and %s of a seed are about the same claims', async (claims, statuses, payments, count, accepted) => {
    const options = { records: count, seed: 3 };
    const charges = async (id: string, pattern: RegExp): Promise<ReadonlyMap<string, string>> => {
      const found = [...(await textOf(id, options)).matchAll(pattern)];
      return new Map(found.map(({ groups: { claim = '', charge = '', provider = '' } = {} }) => [claim + provider, charge]));
    };
    const charged = await charges(claims, /CLM\*(?<claim>[^*]+)\*(?<charge>[^*]+)/g);
    const acknowledged = await charges(statuses, /TRN\*2\*(?<claim>\w+-\d{6})~\nSTC\*A[23]\S*?\*\w+\*\w+\*(?<charge>[^~]+)/g);
    const paid = await charges(payments, /CLP\*(?<claim>[^*]+)\*\d\*(?<charge>[^*]+)/g);
    expect(charged.size).toBe(count);
    expect(acknowledged).toEqual(charged);
    // Every 50th claim is rejected by the acknowledgment, and is not paid.
    expect(paid.size).toBe(accepted);
    expect([...paid].filter(([claim, charge]) => charged.get(claim) !== charge)).toEqual([]);
    const npis = async (id: string, pattern: RegExp): Promise<readonly string[]> =>
      [...(await textOf(id, options)).matchAll(pattern)].map(([, npi = '']) => npi);
    expect(await npis(payments, /N1\*PE\*[^*]+\*XX\*(\d+)/g)).toEqual(await npis(claims, /NM1\*85\*2\*[^~]+\*XX\*(\d+)/g));
  });

  itLong('reaches a size, in groups that count their transaction sets', async () => {
    const large = engine.sample('278', { bytes: 8_000_000 });
    let [bytes, text] = [0, ''];
    for await (const piece of large) {
      bytes += piece.length;
      text += (piece.toString('latin1').match(/^(?:GS|GE|IEA|ST)\*.*$/gm) ?? []).join('\n');
    }
    expect(bytes).toBe(large.summary.bytes);
    expect(bytes).toBeGreaterThanOrEqual(8_000_000);
    expect(bytes).toBeLessThan(8_010_000);
    expect(text).toMatch(/GE\*10000\*1~/);
    expect(text).toMatch(new RegExp(`GE\\*${large.summary.transactions - 10_000}\\*2~`));
    expect(text).toMatch(/IEA\*2\*/);
  });

  it('puts each fault into one record', async () => {
    const made = engine.sample('835', { faults: 'npi, claim-charge,segment-count' });
    for await (const _piece of made);
    expect(made.summary.faults).toEqual(['npi', 'claim-charge', 'segment-count']);
  });

  it.each<readonly [string, object, RegExp]>([
    ['836', {}, /There is no sample 836.*Samples are /],
    ['835', { faults: 'claim-charg' }, /faults=claim-charg is not known\. Did you mean claim-charge\?/],
    ['835', { records: 0 }, /records must be a whole number from 1\./],
    ['835', { seed: 1_000_000 }, /seed must be a whole number from 0 to 999999\./],
    ['835', { claims: 3 }, /sample has no option claims/],
    ['820', { faults: 'npi' }, /faults=npi has no place in these records/],
  ])('refuses %s with %p', async (id, options, message) => {
    await expect(textOf(id, options)).rejects.toThrow(message);
  });

  it('stops when it is aborted', async () => {
    await expect(textOf('835', { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
  });
});

describe('samples of plugins', () => {
  const [claims] = claimSamples;
  const format = (more: object): FormatDefinition =>
    defineFormat({ id: 'own', title: 'Own', recordsKey: 'own', recognise: () => false, open: () => fail('is not opened'), recordSchema: () => ({}), ...more });
  const fail = (why: string): never => {
    throw new Error(why);
  };

  it('are refused when they do not fit the contract', () => {
    const registry = new PluginRegistry();
    expect(() => registry.register(format({ samples: [{ id: 'own', title: 'Own', records: 'lines' }] }))).toThrow(
      /`samples` has entry 1, which .*`open` is missing/,
    );
  });

  it('have an id of their own', () => {
    const registry = new PluginRegistry();
    const plugin = (id: string, more: object): object =>
      defineTransactionSet({ id, claims: [{ set: id }], emits: [{ whole: record('Whole', { setId: text('ST01') }) }], ...more });
    registry.register(plugin('one', { samples: [claims] }));
    expect(() => registry.register(plugin('two', { samples: [claims] }))).toThrow(/plugin one has a sample 837p too/);
    registry.register(plugin('three', { samples: [claims], replaces: ['one'] }));
    expect(registry.samples).toEqual([claims]);
  });
});

describe('docs/sample.md', () => {
  it('lists the samples, and their faults with their rules', () => {
    const page = readFileSync(join(__dirname, '../../../docs/sample.md'), 'utf8');
    const cells = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));
    for (const { id, title, faults } of createConverter().samples) {
      expect(cells).toContainEqual(expect.arrayContaining([id, title]));
      for (const fault of faults) expect(cells).toContainEqual(expect.arrayContaining([fault.id, fault.what, fault.rule]));
    }
  });
});
