import { Acknowledgment, type AcknowledgmentContext, type AcknowledgmentSession } from '../../../src/plugin/io';
import { Engine } from '../../../src/pipeline/engine';
import { PluginRegistry } from '../../../src/plugin/plugin.registry';
import { ediErrorOf, sourceOf } from '../../support/conversion';
import { isa, transactionSet, writeSegments } from '../../support/edi-text';

/** A plugin that writes down what it is told. */
function noting(told: string[], failing?: keyof AcknowledgmentSession): object {
  const note = (hook: keyof AcknowledgmentSession, text: string): void => {
    if (hook === failing) throw new Error('plugin is broken');
    told.push(text);
  };
  class Noting {
    open(_context: AcknowledgmentContext): AcknowledgmentSession {
      return {
        openInterchange: ({ isa: header }) => note('openInterchange', `interchange ${header?.element(13) ?? '-'}`),
        acknowledgment: () => note('acknowledgment', 'TA1'),
        openGroup: ({ gs }) => note('openGroup', `group ${gs?.element(6) ?? '-'}`),
        openTransaction: ({ controlNumber }) => note('openTransaction', `set ${controlNumber}`),
        issues: (issues) => note('issues', issues.map(({ issue }) => issue.ruleId ?? '').join(' ')),
        closeTransaction: (se) => note('closeTransaction', se === undefined ? 'no SE' : 'SE'),
        closeGroup: (ge) => note('closeGroup', ge === undefined ? 'no GE' : 'GE'),
        closeInterchange: (iea) => note('closeInterchange', iea === undefined ? 'no IEA' : 'IEA'),
      };
    }
  }
  Acknowledgment({ id: 'noting', extension: 'ack' })(Noting);
  return new Noting();
}

async function tell(segments: readonly string[], failing?: keyof AcknowledgmentSession): Promise<readonly string[]> {
  const registry = PluginRegistry.ofProduct();
  const told: string[] = [];
  registry.register(noting(told, failing));
  const source = sourceOf('input.edi', writeSegments(segments));
  for await (const _bytes of new Engine(registry).acknowledge([source], {
    acknowledgment: 'noting',
    rules: '-segment-required,-loop-required,-transaction-empty',
  }));
  return told;
}

const gs = (number: number): string => `GS*HP*SENDER*RECEIVER*20250115*0930*${number}*X*005010X221A1`;
const HEAD = [isa(), gs(1)];
const SET = transactionSet([]);

describe('an acknowledgment plugin', () => {
  it.each([
    ['what is whole', [...HEAD, ...SET, 'GE*1*1', 'IEA*1*000000001'], ['interchange 000000001', 'group 1', 'set 0001', 'SE', 'GE', 'IEA']],
    ['a TA1', [isa(), 'TA1*000000001*250115*0930*A*000', 'IEA*0*000000001'], ['interchange 000000001', 'TA1', 'IEA']],
    [
      'what breaks off, from the inside out',
      [...HEAD, 'ST*835*0001'],
      ['interchange 000000001', 'group 1', 'set 0001', 'no SE', 'envelope-pairs envelope-pairs envelope-pairs', 'no GE', 'no IEA'],
    ],
    [
      'a group and an interchange that nothing closed before the next',
      [...HEAD, ...SET, gs(2), 'GE*0*2', isa({ controlNumber: '000000002' }), 'IEA*0*000000002'],
      [
        'interchange 000000001',
        'group 1',
        'set 0001',
        'SE',
        'envelope-pairs',
        'no GE',
        'group 2',
        'GE',
        'envelope-pairs',
        'no IEA',
        'interchange 000000002',
        'IEA',
      ],
    ],
    ['input that begins at ST', SET, ['interchange -', 'group -', 'set 0001', 'set-version', 'SE', 'no GE', 'no IEA']],
    ['input that begins at GS', [gs(1), ...SET, 'GE*1*1'], ['interchange -', 'group 1', 'set 0001', 'SE', 'GE', 'no IEA']],
    [
      'what is wrong, in what it is wrong in',
      [isa().replace('*ZZ*SENDER', '*XX*SENDER'), gs(1), 'ST*835*0001', 'ZZZ*1', 'SE*9*0001', 'GE*7*1', 'IEA*3*000000001'],
      ['interchange 000000001', 'element-code', 'group 1', 'set 0001', 'segment-unknown control-count', 'SE', 'control-count', 'GE', 'control-count', 'IEA'],
    ],
  ])('should be told of %s', async (_what, segments, told) => {
    expect(await tell(segments)).toEqual(told);
  });

  it('that throws should end the acknowledgment with its name and hook', async () => {
    const error = await ediErrorOf(() => tell([...HEAD, ...SET], 'closeTransaction'));
    expect([error.code, error.message]).toEqual([
      'EDI_PLUGIN_FAILED',
      'Acknowledgment plugin noting failed in `closeTransaction`; the acknowledgment ends here.',
    ]);
  });
});
