import { EdiError } from '../../../src/common/edi-error';
import { Acknowledgment, constant, Output, record, recordId, TransactionSet, type TransactionSetClaim, transactionId } from '../../../src/plugin';
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
    expect(refusal(acknowledgmentPlugin('one', {}))).toBe('Plugin one is refused: it needs the method `open`.');
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

  it('prefers a claim by version to a claim of every version', () => {
    const registry = new PluginRegistry();
    registry.register(setPlugin('every', [{ set: '277' }]));
    registry.register(setPlugin('acknowledgment', [{ set: '277', versions: ['005010X214'] }]));
    const idFor = (...versions: string[]) => registry.findTransactionSet('277', versions)?.options.id;
    expect([idFor('005010X214'), idFor('', '005010X214A1'), idFor('005010X212'), idFor('')]).toEqual(['acknowledgment', 'acknowledgment', 'every', 'every']);
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
      'Plugin two is refused: plugin one claims set 835 for the same versions.',
    ],
    [
      'a second claim of a version',
      [setPlugin('one', [{ set: '277', versions: ['A', 'B'] }]), setPlugin('two', [{ set: '277', versions: ['C', 'B'] }])],
      'Plugin two is refused: plugin one claims set 277 for the same versions.',
    ],
    [
      'a set plugin without emits',
      [decorated({ transaction: payment })],
      'Plugin broken is refused: it needs `emits`: a list that is not empty, in which a record of the whole transaction stands alone.',
    ],
    [
      'a set plugin with empty emits',
      [decorated({ transaction: payment, emits: [] })],
      'Plugin broken is refused: it needs `emits`: a list that is not empty, in which a record of the whole transaction stands alone.',
    ],
    [
      'a set plugin whose emits are no list',
      [decorated({ emits: 'PAYMENT' })],
      'Plugin broken is refused: it needs `emits`: a list that is not empty, in which a record of the whole transaction stands alone.',
    ],
    [
      'a second claim of every set',
      [setPlugin('one', [{ set: '*' }]), setPlugin('two', [{ set: '*' }])],
      'Plugin two is refused: plugin one claims set * for the same versions.',
    ],
  ])('refuses %s', (_name, plugins, message) => {
    expect(refusal(...plugins)).toBe(message);
  });

  it('accepts a set plugin without transaction and without envelope', () => {
    expect(refusal(decorated({ emits }))).toBe('not refused');
  });

  it('refuses a set plugin whose transaction is null', () => {
    expect(refusal(decorated({ emits, transaction: null }))).not.toBe('not refused');
  });

  it('refuses a record of the whole transaction beside others', () => {
    expect(refusal(decorated({ emits: [{ whole: payment }, ...emits] }))).not.toBe('not refused');
  });

  it('refuses an output without open', () => {
    class Closed {}
    Output({ id: 'closed', contentType: 'text/plain', extension: 'txt' })(Closed);
    expect(refusal(new Closed())).toBe('Plugin closed is refused: it needs the method `open`.');
  });

  it('accepts claims of different versions of one set', () => {
    expect(
      refusal(setPlugin('one', [{ set: '277', versions: ['A'] }]), setPlugin('two', [{ set: '277', versions: ['B'] }]), setPlugin('three', [{ set: '277' }])),
    ).toBe('not refused');
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
