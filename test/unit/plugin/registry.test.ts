import { EdiError } from '../../../src/common/edi-error';
import {
  constant,
  defineTransactionSet,
  loopRule,
  record,
  recordId,
  table,
  transactionId,
  TransactionSet,
  type TransactionSetClaim,
} from '../../../src/plugin';
import { Acknowledgment, Output } from '../../../src/plugin/io';
import { PluginRegistry } from '../../../src/plugin/plugin.registry';
import { transactionSetPlugin } from '../../support/plugin-engine';

const payment = record('Payment', { id: recordId(), objectType: constant('PAYMENT') });
const emits = [{ unit: '2100', record: payment }];

const setPlugin = (id: string, claims: readonly TransactionSetClaim[] = [{ set: id }]) => transactionSetPlugin({ id, claims, emits });

function outputPlugin(id: string): object {
  class Plugin {
    open() {
      return { begin: () => undefined, write: () => undefined, notice: () => undefined, end: () => undefined };
    }
  }
  Output({ id, contentType: 'text/plain', extension: 'txt' })(Plugin);
  return new Plugin();
}

/** An instance of a class with the decorator of transaction sets, whatever it has. */
function decorated(members: object): object {
  class Plugin {
    constructor() {
      Object.assign(this, members);
    }
  }
  TransactionSet({ id: 'broken', claims: [{ set: '999' }] })(Plugin);
  return new Plugin();
}

/** The message with which the registry refuses the last of the plugins. */
function refusal(...plugins: readonly object[]): string {
  const registry = new PluginRegistry();
  plugins.slice(0, -1).forEach((plugin) => registry.register(plugin));
  try {
    registry.register(plugins.at(-1) ?? {});
  } catch (error) {
    if (error instanceof EdiError && error.code === 'EDI_PLUGIN_INVALID') return error.message;
    throw error;
  }
  return 'not refused';
}

function acknowledgmentPlugin(id: string, members: object = { open: () => ({}) }): object {
  class Plugin {
    constructor() {
      Object.assign(this, members);
    }
  }
  Acknowledgment({ id, extension: 'ack' })(Plugin);
  return new Plugin();
}

describe('plugin registry', () => {
  it('finds what was registered', () => {
    const registry = new PluginRegistry();
    const [set, output] = [setPlugin('835'), outputPlugin('text')];
    expect([registry.register(set), registry.register(output)]).toEqual([true, true]);
    expect(registry.findTransactionSet('835', [''])?.plugin).toBe(set);
    expect(registry.findOutput('text')?.plugin).toBe(output);
    expect(registry.findOutput('other')).toBeUndefined();
    expect(registry.findTransactionSet('999', [''])).toBeUndefined();
    expect(registry.transactionSetPlugins.map(({ options }) => options.id)).toEqual(['835']);
  });

  it('finds acknowledgments by id, and the first one without', () => {
    const registry = new PluginRegistry();
    const [one, other] = [acknowledgmentPlugin('one'), acknowledgmentPlugin('another')];
    expect([registry.findAcknowledgment(), registry.register(one), registry.register(other)]).toEqual([undefined, true, true]);
    expect([registry.findAcknowledgment()?.plugin, registry.findAcknowledgment('another')?.plugin]).toEqual([one, other]);
    expect(registry.findAcknowledgment('third')).toBeUndefined();
    expect(registry.acknowledgmentIds).toEqual(['another', 'one']);
  });

  it('refuses an acknowledgment of an id that is taken, and one without its method', () => {
    expect(refusal(acknowledgmentPlugin('one'), acknowledgmentPlugin('one'))).toBe('Plugin one is refused: another acknowledgment plugin has the same id.');
    expect(refusal(acknowledgmentPlugin('one', {}))).toBe('Plugin one is refused: it has a mistake: `open` is missing.');
  });

  it('gives the lists of records by their names, each once', () => {
    const registry = new PluginRegistry();
    registry.register(transactionSetPlugin({ id: 'a', claims: [{ set: 'a' }], emits: [{ unit: '2100', record: payment, listedAs: 'payments' }] }));
    registry.register(
      transactionSetPlugin({
        id: 'b',
        claims: [{ set: 'b' }],
        emits: [
          { unit: '2300', record: payment, listedAs: 'claims' },
          { each: 'PLB', record: payment, listedAs: 'payments' },
        ],
      }),
    );
    expect(registry.listNames).toEqual(['claims', 'payments']);
  });

  it('gives the ids of outputs in alphabetical order', () => {
    const registry = new PluginRegistry();
    for (const id of ['ndjson', 'csv', 'json']) registry.register(outputPlugin(id));
    expect(registry.outputIds).toEqual(['csv', 'json', 'ndjson']);
  });

  it('passes over instances of other classes', () => {
    expect(new PluginRegistry().register(new Date())).toBe(false);
  });

  it.each([['replacing plugin last'], ['replacing plugin first']])('lets a plugin replace another for the versions that it claims: the %s', (order) => {
    const registry = new PluginRegistry();
    const plugins = [
      setPlugin('every', [{ set: '277' }]),
      transactionSetPlugin({ id: 'acknowledgment', claims: [{ set: '277', versions: ['005010X214'] }], replaces: ['every'], emits }),
    ];
    for (const plugin of order.endsWith('first') ? plugins.reverse() : plugins) registry.register(plugin);
    const idFor = (...versions: string[]) => registry.findTransactionSet('277', versions)?.options.id;
    expect([idFor('005010X214'), idFor('', '005010X214A1'), idFor('005010X212'), idFor('')]).toEqual(['acknowledgment', 'acknowledgment', 'every', 'every']);
  });

  it('lets a plugin of every version replace one that claims by version', () => {
    const registry = new PluginRegistry();
    registry.register(setPlugin('acknowledgment', [{ set: '277', versions: ['005010X214'] }]));
    registry.register(transactionSetPlugin({ id: 'mine', claims: [{ set: '277' }], replaces: ['acknowledgment'], emits }));
    expect(registry.findTransactionSet('277', ['005010X214'])?.options.id).toBe('mine');
  });

  it.each([
    ['own', 'plugin one has a rule own too'],
    ['code-invalid', 'Clearloop has a rule code-invalid too'],
  ])('refuses the rule %s of another', (id, reason) => {
    const withRule = (plugin: string, rule: string) => {
      const rules = [loopRule({ id: rule, level: 3, issueType: 'BALANCE', finds: 'Something.', loop: '2100', check: () => undefined })];
      return defineTransactionSet({ id: plugin, claims: [{ set: plugin }], emits, rules });
    };
    expect(refusal(withRule('one', 'own'), withRule('two', id))).toBe(`Plugin two is refused: ${reason}. Give the rule another id.`);
  });

  it('refuses a table with the name of one of another plugin', () => {
    const layout = table('835', 'Main', payment, []);
    const one = transactionSetPlugin({ id: 'one', claims: [{ set: '835' }], emits: [{ unit: '2100', record: payment, table: layout }] });
    const two = transactionSetPlugin({ id: 'two', claims: [{ set: '999' }], emits: [{ unit: '2100', record: payment, table: { ...layout } }] });
    expect(refusal(one, two)).toBe('Plugin two is refused: plugin one has a table Main of 835 too. Give the table another transaction type.');
  });

  it('holds a claim of objects with a name only when they are asked for, and then before all others', () => {
    const registry = new PluginRegistry();
    registry.register(setPlugin('always', [{ set: '276', versions: ['005010X212'] }]));
    registry.register(
      setPlugin('asked', [
        { set: '276', objects: 'status' },
        { set: '277', versions: ['005010X212'], objects: 'status' },
        { set: '278', objects: 'review' },
      ]),
    );
    const idFor = (set: string, ...objects: string[]) => registry.findTransactionSet(set, ['005010X212'], new Set(objects))?.options.id;
    expect([idFor('276'), idFor('276', 'status'), idFor('276', 'review')]).toEqual(['always', 'asked', 'always']);
    expect([idFor('277'), idFor('277', 'status')]).toEqual([undefined, 'asked']);
    expect(registry.objectNames).toEqual(['review', 'status']);
  });

  it('gives a set that no plugin claims to the plugin of every set, whichever came first', () => {
    for (const order of [
      ['any', '835'],
      ['835', 'any'],
    ]) {
      const registry = new PluginRegistry();
      for (const id of order) registry.register(setPlugin(id, [{ set: id === 'any' ? '*' : id }]));
      expect(['835', '271', ''].map((set) => registry.findTransactionSet(set, [''])?.options.id)).toEqual(['835', 'any', 'any']);
      expect(registry.anySetPlugin?.options.id).toBe('any');
    }
  });

  it('gives a set to the plugin of every set where only other versions are claimed', () => {
    const registry = new PluginRegistry();
    registry.register(setPlugin('any', [{ set: '*' }]));
    registry.register(setPlugin('acknowledgment', [{ set: '277', versions: ['005010X214'] }]));
    expect(registry.findTransactionSet('277', ['005010X212', ''])?.options.id).toBe('any');
    expect(registry.findTransactionSet('277', ['005010X214', ''])?.options.id).toBe('acknowledgment');
  });

  it('has no plugin of every set unless one claims it', () => {
    const registry = new PluginRegistry();
    registry.register(setPlugin('835'));
    expect(registry.anySetPlugin).toBeUndefined();
  });

  it('finds nothing where only other versions are claimed', () => {
    const registry = new PluginRegistry();
    registry.register(setPlugin('acknowledgment', [{ set: '277', versions: ['005010X214'] }]));
    expect(registry.findTransactionSet('277', ['005010X212', ''])).toBeUndefined();
  });

  it.each([
    [
      'a second plugin with the same id',
      [setPlugin('one', [{ set: '1' }]), setPlugin('one', [{ set: '2' }])],
      'Plugin one is refused: another plugin has the same id.',
    ],
    ['a second output with the same id', [outputPlugin('text'), outputPlugin('text')], 'Plugin text is refused: another output plugin has the same id.'],
    [
      'a second claim of a set',
      [setPlugin('one', [{ set: '835' }]), setPlugin('two', [{ set: '835' }])],
      "Plugin two is refused: plugin one claims set 835 for the same versions. To stand in for it, say `replaces: ['one']`.",
    ],
    [
      'a second claim of a version',
      [setPlugin('one', [{ set: '277', versions: ['A', 'B'] }]), setPlugin('two', [{ set: '277', versions: ['C', 'B'] }])],
      "Plugin two is refused: plugin one claims set 277 for the same versions. To stand in for it, say `replaces: ['one']`.",
    ],
    ['a set plugin without emits', [decorated({ transaction: payment })], 'Plugin broken is refused: it has a mistake: `emits` is missing.'],
    [
      'a set plugin with empty emits',
      [decorated({ transaction: payment, emits: [] })],
      'Plugin broken is refused: it has a mistake: `emits` must be a list that is not empty.',
    ],
    [
      'a set plugin whose emits are no list',
      [decorated({ emits: 'PAYMENT' })],
      'Plugin broken is refused: it has a mistake: `emits` must be a list that is not empty.',
    ],
    [
      'a claim of a version where all are claimed',
      [setPlugin('one', [{ set: '277' }]), setPlugin('two', [{ set: '277', versions: ['B'] }])],
      "Plugin two is refused: plugin one claims set 277 for the same versions. To stand in for it, say `replaces: ['one']`.",
    ],
    [
      'a claim of a part of the versions that are claimed',
      [setPlugin('one', [{ set: '277', versions: ['005010X21'] }]), setPlugin('two', [{ set: '277', versions: ['005010X214'] }])],
      "Plugin two is refused: plugin one claims set 277 for the same versions. To stand in for it, say `replaces: ['one']`.",
    ],
    [
      'a second claim of every set',
      [setPlugin('one', [{ set: '*' }]), setPlugin('two', [{ set: '*' }])],
      "Plugin two is refused: plugin one claims set * for the same versions. To stand in for it, say `replaces: ['one']`.",
    ],
  ])('refuses %s', (_name, plugins, message) => {
    expect(refusal(...plugins)).toBe(message);
  });

  it('accepts a set plugin without transaction and without envelope', () => {
    expect(refusal(decorated({ emits }))).toBe('not refused');
  });

  it('refuses a set plugin whose transaction is null', () => {
    expect(refusal(decorated({ emits, transaction: null }))).toBe('Plugin broken is refused: it has a mistake: `transaction` must be what `record` gives.');
  });

  it('refuses a record of the whole transaction beside others', () => {
    expect(refusal(decorated({ emits: [{ whole: payment }, ...emits] }))).toContain('`emits` must have a record of the whole transaction alone');
    const twice = [0, 1].map(() => ({ whole: payment, guides: ['005010X221A1'] }));
    expect(refusal(decorated({ emits: twice }))).toContain('or one for each guide');
  });

  it('refuses an output without open', () => {
    class Closed {}
    Output({ id: 'closed', contentType: 'text/plain', extension: 'txt' })(Closed);
    expect(refusal(new Closed())).toBe('Plugin closed is refused: it has a mistake: `open` is missing.');
  });

  it('accepts claims of different versions of one set', () => {
    expect(refusal(setPlugin('one', [{ set: '277', versions: ['A'] }]), setPlugin('two', [{ set: '277', versions: ['B'] }]))).toBe('not refused');
  });

  it('keeps nothing of a plugin that it refuses', () => {
    const registry = new PluginRegistry();
    registry.register(setPlugin('one', [{ set: '1' }]));
    expect(() => registry.register(setPlugin('two', [{ set: '2' }, { set: '1' }]))).toThrow(EdiError);
    expect(registry.findTransactionSet('2', [''])).toBeUndefined();
  });

  it('reads the options of the decorator, not members of the class', () => {
    class Plugin {
      readonly id = 'member';
      readonly emits = emits;
      readonly transaction = record('Transaction', { id: transactionId() });
    }
    TransactionSet({ id: 'decorator', claims: [{ set: '835' }] })(Plugin);
    const registry = new PluginRegistry();
    registry.register(new Plugin());
    expect(registry.findTransactionSet('835', [''])?.options.id).toBe('decorator');
  });
});
