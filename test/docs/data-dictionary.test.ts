import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { constant, each, firstOf, object, record, type RecordDeclaration, text, withoutPlace } from '../../src/plugin';
import { type Dictionary, makeDictionary } from '../../src/docs/data-dictionary';
import { formatPage } from '../../src/docs/format-dictionary.page';
import { PluginRegistry } from '../../src/plugin/plugin.registry';
import { transactionSetPlugin } from '../support/plugin-engine';
import { filesBelow, ROOT } from './project-files';
import { productGuides } from '../support/product-guides';

/**
 * Fields that no guide has a place for, and why they are declared all the same. A field that is not here is a mistake in a
 * declaration; one that has got a place must go from here.
 */
const WITHOUT_PLACE: Readonly<Record<string, string>> = {
  'PersonWithDemographic.namePrefix': 'names of members (834) have it',
  'Provider.namePrefix': 'names of members (834) have it',
};

const MAX_SENTENCE_WORDS = 24;

const guideOf = (id: string) => productGuides.load(id);
const sources = new Map(filesBelow('schemas/dictionary', '.yaml').map((file) => [basename(file, '.yaml'), readFileSync(join(ROOT, file), 'utf8')]));

let dictionary: Dictionary;

beforeAll(() => {
  dictionary = makeDictionary({ plugins: PluginRegistry.ofProduct().transactionSetPlugins, guideOf, sources });
});

describe('the data dictionary', () => {
  it.each([...sources.keys()])('has a page %s that is current', (name) => {
    expect(readFileSync(join(ROOT, 'docs/data-dictionary', `${name}.md`), 'utf8')).toBe(dictionary.pages.get(name));
  });

  it('has a page for every format that is current', () => {
    const { formats } = PluginRegistry.ofProduct();
    expect(formats.length).toBeGreaterThan(0);
    for (const format of formats) expect(readFileSync(join(ROOT, 'docs/data-dictionary', `${format.options.id}.md`), 'utf8')).toBe(formatPage(format));
  });

  it('has a sentence for every record and field', () => {
    expect(dictionary.unexplained).toEqual([]);
  });

  it('has a field for every sentence', () => {
    expect(dictionary.misplaced).toEqual([]);
  });

  it('has a place in some guide for every field', () => {
    expect([...dictionary.unbound].sort()).toEqual(Object.keys(WITHOUT_PLACE).sort());
    expect(dictionary.strays).toEqual([]);
  });

  it('has headings that links can tell apart', () => {
    for (const page of dictionary.pages.values()) {
      const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase().replace(/[^a-z0-9 ]/g, ''));
      expect(headings.filter((heading, i) => headings.indexOf(heading) !== i)).toEqual([]);
    }
  });

  it('has sentences that begin with a capital, a code or a number, end with a full stop and are short', () => {
    const sentences = [...sources.values()].flatMap((source) => [...source.matchAll(/^ {4}[\w.]+: "?(.+?)"?$/gm)].map(([, sentence = '']) => sentence));
    expect(sentences.length).toBeGreaterThan(500);
    expect(sentences.filter((sentence) => !/^[A-Z0-9`].*\.$/.test(sentence) || sentence.split(' ').length > MAX_SENTENCE_WORDS)).toEqual([]);
  });
});

describe('a dictionary', () => {
  const payment = record('Payment', { objectType: constant('PAYMENT'), status: text('CLP02'), wrong: text('CLP10') });

  it('names what has no sentence, no field, no place', () => {
    const { unexplained, misplaced, unbound } = dictionaryOf(payment, 'Payment: { about: A., objectType: B., charge: C. }');
    expect({ unexplained, misplaced, unbound }).toEqual({ unexplained: ['Payment.status'], misplaced: ['Payment.charge'], unbound: ['Payment.wrong'] });
  });

  it('names records without a sentence, and sentences of no record', () => {
    const { unexplained, misplaced } = dictionaryOf(payment, 'Claim: { about: A. }');
    expect({ unexplained, misplaced }).toEqual({ unexplained: ['Payment', 'Payment.objectType', 'Payment.status'], misplaced: ['Claim'] });
  });

  it('wants one sentence for a field, and every key of a block in each of its records', () => {
    const { misplaced } = dictionaryOf(payment, 'Payment: { status: A. }', '"Payment, Claim": { status: B. }');
    expect(misplaced).toEqual(['Claim.status', 'Payment.status']);
  });

  it('names fields that no declaration leads to', () => {
    const [person, group] = [record('Person', { name: text('03') }), record('Group', { title: text('03') })];
    const { strays } = dictionaryOf(record('Payment', { patient: firstOf<object>(object('NM1[QC]', person), object('NM1[IL]', group)) }), 'Payment: {}');
    expect(strays).toEqual(['Group.title']);
  });

  it('shows key, type, place and sentence of fields that have a place', () => {
    const { pages } = dictionaryOf(payment, 'Payment: { about: What was paid., objectType: The record., status: How it was processed. }');
    expect(sectionOf(pages, 'Payment')).toEqual([
      'What was paid.',
      'Read from loop 2100 in 835.',
      '| Key | Type | X12 | Meaning |\n| --- | --- | --- | --- |\n| `objectType` | `PAYMENT` |  | The record. |\n| `status` | string | `CLP02` | How it was processed. |',
    ]);
  });

  it('names the record that has the same rows, instead of repeating three or more of them', () => {
    const names = { lastName: text('03'), firstName: text('04'), middleName: text('05') };
    const [patient, insured] = [record('Patient', names), record('Insured', { ...names, suffix: text('07') })];
    const sentences = 'lastName: A., firstName: B., middleName: C.';
    const { pages } = dictionaryOf(
      record('Payment', { patient: object('NM1[QC]', patient), insured: object('NM1[IL]', insured) }),
      'Payment: { about: D., patient: E., insured: F. }',
      `Patient: { about: G., ${sentences} }`,
      `Insured: { about: H., ${sentences}, suffix: I. }`,
    );
    expect(sectionOf(pages, 'Patient').at(-1)).toContain('| `firstName` | string |');
    const [as = '', rows = ''] = sectionOf(pages, 'Insured').slice(-2);
    expect(as).toBe('As in [Patient](#patient): `lastName`, `firstName`, `middleName`.');
    expect(rows.split('\n')).toHaveLength(3);
  });

  it('lists fields that are declared without a place with the reason, and wants no sentence for them', () => {
    const never = record('Payment', {
      objectType: constant('PAYMENT'),
      gender: withoutPlace('NM1 has none.'),
      ids: withoutPlace('REF is elsewhere.', each('REF', text('02'))),
    });
    const { pages, unexplained, unbound } = dictionaryOf(never, 'Payment: { about: What was paid., objectType: The record. }');
    expect(sectionOf(pages, 'Payment').at(-1)?.split('\n').slice(3)).toEqual([
      '| `gender` | string |  | Never produced: NM1 has none. |',
      '| `ids` | array of string |  | Never produced: REF is elsewhere. |',
    ]);
    expect({ unexplained, unbound }).toEqual({ unexplained: [], unbound: [] });
  });

  it('says which kinds and releases have a field', () => {
    const kinds = { P: ['005010X222A2', '005010X298', '004010X098A1'], I: ['005010X223A3', '004010X096A1'] };
    const claims = Object.entries(kinds).map(([name, guideIds]) => ({
      unit: '2300',
      guides: guideIds,
      record: record(`Claim${name}`, {
        id: text('CLM01'),
        notes: object('CLM', record('Parts', { signature: text('10'), agreement: text('16'), reason: text('20') })),
      }),
    }));
    const plugin = transactionSetPlugin({ id: 'test', claims: [{ set: '837' }], guides: Object.values(kinds).flat(), emits: claims });
    const { pages } = dictionaryOfPlugin(plugin, 'kinds: { P: ClaimP, I: ClaimI }', 'Parts: {}');
    expect(sectionOf(pages, 'Parts').at(-1)?.split('\n').slice(2)).toEqual([
      '| `signature` | string | `CLM10` | P |  |',
      '| `agreement` | string | `CLM16` | P (4010) |  |',
      '| `reason` | string | `CLM20` | P I |  |',
    ]);
  });

  it('refuses a source whose sentences are none', () => {
    expect(() => dictionaryOf(payment, 'Payment: { about: }')).toThrow('page Payment: about is no sentence.');
  });

  /** The dictionary of one record. Plugins whose records name several guides are not refused for fields without a place. */
  function dictionaryOf(declaration: RecordDeclaration<object>, ...blocks: readonly string[]): Dictionary {
    const emission = { unit: '2100', record: declaration, guides: ['005010X221A1', 'another'] };
    return dictionaryOfPlugin(transactionSetPlugin({ id: 'test', guides: ['005010X221A1'], emits: [emission] }), '', ...blocks);
  }

  function dictionaryOfPlugin(plugin: object, head: string, ...blocks: readonly string[]): Dictionary {
    const records = ['Transaction: { about: A., id: A., objectType: A. }', ...blocks].map((block) => `  ${block}`);
    const source = ['title: Page', 'plugin: test', head, 'records:', ...records].join('\n');
    return makeDictionary({ plugins: registered([plugin]), guideOf, sources: new Map([['page', source]]) });
  }

  /** The paragraphs below the heading of a record. */
  function sectionOf(pages: Dictionary['pages'], name: string): string[] {
    const [, section = ''] = (pages.get('page') ?? '').split(`\n## ${name}\n\n`);
    const [own = ''] = section.split('\n## ');
    return own.trim().split('\n\n');
  }
});

function registered(plugins: readonly object[]) {
  const registry = new PluginRegistry();
  for (const plugin of plugins) registry.register(plugin);
  return registry.transactionSetPlugins;
}
