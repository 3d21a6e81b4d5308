import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createConverter } from '../../../src/pipeline/create-converter';
import { removePackages, writePackage } from '../../support/plugin-package';

const TEMPLATE = join(__dirname, '../../../templates/plugin');
const GUIDE = 'guides/template-orders-850.yaml';

const read = (file: string): string => readFileSync(join(TEMPLATE, file), 'utf8');

afterEach(removePackages);

/** The package of `clearloop plugin new`, with other fields in the record of a line. `files` replaces further ones. */
const orders = (fields: string, files: Readonly<Record<string, string>> = {}): string =>
  writePackage({
    'index.js': read('index.js'),
    'line-count.rule.js': read('line-count.rule.js'),
    'order.columns.js': read('order.columns.js'),
    [GUIDE]: read(GUIDE),
    'order.js': read('order.js')
      .replace(
        /^const \{.*clearloop\/plugin'\);$/m,
        "const { address, party } = require('clearloop/vocabulary');\nconst edi = require('clearloop/plugin');\n$&",
      )
      .replace("unit: text('PO103'),", fields),
    ...files,
  });

/** The message with which the package is refused. */
function refusalOf(folder: string): string {
  try {
    createConverter({ plugins: [folder] });
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
  return 'not refused';
}

const refused = (advice: string, field = 'unit of record OrderLine') =>
  expect.stringMatching(
    new RegExp(
      `^Plugin template-orders is refused: ${field} has no place in any guide of the plugin \\(order\\.js:\\d+\\)\\.${advice === '' ? '' : ` ${advice}`}$`,
    ),
  );

describe('a field of a record inside another one', () => {
  it.each([
    ["unit: text('PQ107'),", 'Did you mean PO1\\?'],
    ["unit: text('PO199'),", 'Guide template-orders-850 has no PO199\\. Did you mean PO1\\d\\d\\?'],
    ["unit: text('ZZZ01'),", ''],
    ["unit: text('BEG03'),", 'BEG stands in loop 0000\\.'],
    ["unit: edi.within('0000', text('B299')),", ''],
    ["unit: edi.within('0000', text('BEG99')),", 'Guide template-orders-850 has no BEG99\\. Did you mean BEG\\d\\d\\?'],
    ["unit: edi.below('N1', text('N102')),", 'N1 stands in loop N1\\.'],
    ["unit: edi.loops('PID', record('OrderText', { text: text('PID05') })),", '(?:Did you mean PO1\\?)?'],
    ["unit: edi.each('ZZZ', text('02')),", ''],
    ["unit: edi.each('ZZZ', record('OrderText', { text: text('02') })),", ''],
    ["unit: edi.object('ZZZ', record('OrderText', { text: text('02') })),", ''],
  ])('is refused where the guide has no such place: %s', (fields, advice) => {
    expect(refusalOf(orders(fields))).toEqual(refused(advice));
  });

  it('is refused with the qualifiers that the guide has', () => {
    const withReferences = read(GUIDE).replace(
      '\n  - loop: PO1\n',
      `
  - REF:
      name: reference
      usage: S
      when: { 1: [IA] }
      elements:
        - REF01: { usage: R, type: ID 2/3, element: 128, name: qualifier }
        - REF02: { usage: R, type: AN 1/30, element: 127, name: number }

  - loop: PO1
`,
    );
    const files = { [GUIDE]: withReferences };
    expect(refusalOf(orders("unit: edi.within('0000', text('REF[ZZ]02')),", files))).toEqual(refused('Qualifiers of REF are IA\\.'));
    expect(refusalOf(orders("unit: text('REF[IA]02'),", files))).toEqual(refused('REF\\[IA\\] stands in loop 0000\\.'));
  });

  it.each([
    ["unit: edi.within('0000', text('BEG03')),"],
    ["unit: edi.firstOf(text('PO103'), text('ZZZ01')),"],
    ["unit: edi.withoutPlace('Units are not sent.'),"],
    ['unit: edi.fileName(),'],
    // Shapes of the product are made for many loops.
    ["unit: text('PO103'), shipTo: edi.group(address),"],
  ])('is accepted where the guide has a place, and where none is needed: %s', (fields) => {
    expect(refusalOf(orders(fields))).toBe('not refused');
  });

  it('is found without following links, which may lead back to the package', () => {
    const folder = orders("unit: text('ZZZ01'),", { 'lib/node_modules/other/order.js': "const unit = text('ZZZ01');" });
    symlinkSync(folder, join(folder, 'again'));
    expect(refusalOf(folder)).toEqual(refused(''));
  });

  it('is accepted where one of several guides has the place', () => {
    const wider = read(GUIDE)
      .replace('id: template-orders-850', 'id: wider-orders-850')
      .replace("versions: ['004010']", "versions: ['003060']")
      .replace(
        '  - CTT:',
        '  - TD5:\n      name: carrier\n      usage: S\n      elements:\n        - TD501: { usage: S, type: ID 1/2, element: 133, name: routing_code }\n\n$&',
      );
    const files = {
      'guides/wider-orders-850.yaml': wider,
      'index.js': read('index.js').replace("guides: ['template-orders-850']", "guides: ['template-orders-850', 'wider-orders-850']"),
    };
    expect(refusalOf(orders("unit: edi.within('0000', text('TD501')),", files))).toBe('not refused');
    expect(refusalOf(orders("unit: edi.within('0000', text('TD501')),"))).toEqual(refused(''));
    expect(refusalOf(orders("unit: text('PQ107'),", files))).toEqual(refused('Did you mean PO1\\?'));
  });
});
