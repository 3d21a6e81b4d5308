import type { Issue } from '../../../src/common/issue';
import { EnvelopeTracker, type TransactionSet } from '../../../src/x12/envelope';
import { envelope, isa, transactionSet, writeSegments } from '../../support/edi-text';
import { segmentsOf } from '../../support/read-segments';

interface Followed {
  /** What the listener was told, in order. */
  readonly events: readonly string[];
  readonly issues: readonly Issue[];
  readonly transactions: readonly TransactionSet[];
}

/** Follows the envelope of segments given in the usual characters. */
function follow(segments: readonly string[]): Followed {
  const events: string[] = [];
  const issues: Issue[] = [];
  const transactions: TransactionSet[] = [];
  const tracker = new EnvelopeTracker({
    onInterchange: ({ ordinal, controlNumber }) => events.push(`interchange ${ordinal} ${controlNumber}`),
    onGroup: ({ ordinal, controlNumber, interchange }) => events.push(`group ${ordinal} ${controlNumber} of ${interchange.ordinal}`),
    onTransaction: (transaction) => {
      transactions.push(transaction);
      events.push(`transaction ${transaction.ordinal} ${transaction.controlNumber} of ${transaction.group.ordinal}`);
    },
    onSegment: ({ id }) => events.push(id),
    onTransactionEnd: (se) => events.push(se === undefined ? 'broken off' : 'end'),
    onIssue: (issue) => issues.push(issue),
  });
  for (const segment of segmentsOf(writeSegments(segments))) tracker.accept(segment);
  tracker.end();
  return { events, issues, transactions };
}

const GS = 'GS*HP*S*R*20250115*0930*7*X*005010X221A1';
const messagesOf = ({ issues }: Followed) => issues.map(({ message }) => message);

/** A good interchange with some segments replaced by their beginning; an empty text takes one out. */
function changed(replacements: Readonly<Record<string, string>>): Followed {
  const segments = envelope([transactionSet(['CLP*A*1'], { controlNumber: '0001' }), transactionSet(['CLP*B*1'], { controlNumber: '0002' })], { group: '7' });
  const starts = Object.keys(replacements);
  return follow(segments.map((text) => replacements[starts.find((start) => text.startsWith(start)) ?? ''] ?? text).filter((text) => text !== ''));
}

describe('envelope', () => {
  it('tells interchange, group, transactions and their segments in order, and finds nothing wrong', () => {
    const followed = changed({});
    expect(followed.events).toEqual([
      'interchange 1 000000001',
      'group 1 7 of 1',
      'transaction 1 0001 of 1',
      'CLP',
      'end',
      'transaction 2 0002 of 1',
      'CLP',
      'end',
    ]);
    expect(followed.issues).toEqual([]);
  });

  it('counts interchanges, groups and transactions through the input', () => {
    const one = [isa({ controlNumber: '000000005' }), GS, 'ST*835*1', 'SE*2*1', 'GE*1*7', GS, 'ST*835*2', 'SE*2*2', 'GE*1*7', 'IEA*2*000000005'];
    const followed = follow([...one, ...one]);
    expect(followed.events.filter((event) => event !== 'end')).toEqual([
      'interchange 1 000000005',
      'group 1 7 of 1',
      'transaction 1 1 of 1',
      'group 2 7 of 1',
      'transaction 2 2 of 2',
      'interchange 2 000000005',
      'group 3 7 of 2',
      'transaction 3 1 of 3',
      'group 4 7 of 2',
      'transaction 4 2 of 4',
    ]);
    expect(followed.issues).toEqual([]);
  });

  it('says what ST and GS tell about the guide', () => {
    const [first, second] = follow([isa(), GS, 'ST*835*1*005010X221', 'SE*2*1', 'ST*837*2', 'SE*2*2', 'GE*2*7', 'IEA*1*1']).transactions;
    expect(first).toMatchObject({ id: '835', controlNumber: '1', conventionReference: '005010X221', groupVersion: '005010X221A1' });
    expect(second).toMatchObject({ id: '837', controlNumber: '2', conventionReference: '', groupVersion: '005010X221A1' });
  });

  describe('counts and control numbers', () => {
    it.each([
      ['SE*3*0001', 'SE*9*0001', 'SE01', 'transaction_segment_count', "Count  '9' in the closing segment does not match actual count '3'"],
      ['SE*3*0001', 'SE**0001', 'SE01', 'transaction_segment_count', "Count  '' in the closing segment does not match actual count '3'"],
      ['SE*3*0001', 'SE*x*0001', 'SE01', 'transaction_segment_count', "Count  'x' in the closing segment does not match actual count '3'"],
      ['SE*3*0001', 'SE*3*0009', 'SE02', 'control_number', "Control number '0009' in the closing segment does not match '0001' in the opening segment"],
      ['GE*', 'GE*1*7', 'GE01', 'number_of_transaction_sets_included', "Count  '1' in the closing segment does not match actual count '2'"],
      ['GE*', 'GE*2*8', 'GE02', 'control_number', "Control number '8' in the closing segment does not match '7' in the opening segment"],
      ['IEA*', 'IEA*2*000000001', 'IEA01', 'number_of_included_functional_groups', "Count  '2' in the closing segment does not match actual count '1'"],
      [
        'IEA*',
        'IEA*1*000000002',
        'IEA02',
        'control_number',
        "Control number '000000002' in the closing segment does not match '000000001' in the opening segment",
      ],
    ])('reports CONTROL when %s becomes %s', (from, to, element, fieldName, message) => {
      const { issues } = changed({ [from]: to });
      expect(issues).toMatchObject([{ issueType: 'CONTROL', loop: '0000', segment: to.split('*')[0], element, fieldName, message }]);
      expect(issues[0]?.dataLoss).toBeUndefined();
    });

    it('reports count and control number of one segment separately, with its place', () => {
      expect(changed({ 'SE*3*0002': 'SE*1*1' }).issues).toMatchObject([
        { element: 'SE01', place: { lineNumber: 1, segmentNumber: 8 } },
        { element: 'SE02', place: { lineNumber: 1, segmentNumber: 8 } },
      ]);
    });

    it('does not tell control numbers apart by leading zeros or blanks', () => {
      expect(changed({ 'GE*': 'GE*02*0007', 'IEA*': 'IEA*1* 1 ', 'SE*3*0001': 'SE*03*1' }).issues).toEqual([]);
    });

    it('counts the groups and transactions that the input has, not those that are closed', () => {
      expect(messagesOf(changed({ 'SE*3*0001': '' }))).toEqual(['Transaction set 0001 has no SE: it breaks off (opened at segment 3)']);
    });
  });

  describe('missing closings', () => {
    it('reports a transaction without SE as data loss, and ends it', () => {
      const followed = changed({ 'SE*3*0001': '' });
      expect(followed.events).toContain('broken off');
      expect(followed.issues).toEqual([
        {
          issueType: 'REQUIRED',
          ruleId: 'envelope-pairs',
          message: 'Transaction set 0001 has no SE: it breaks off (opened at segment 3)',
          errorCode: 'EDI_INPUT_ENDED',
          place: { lineNumber: 1, segmentNumber: 3, byteOffset: 159 },
          loop: '0000',
          segment: 'SE',
          dataLoss: true,
        },
      ]);
    });

    it.each([
      ['GE*', 'GE', 'Functional group 7 has no GE (opened at segment 2)'],
      ['IEA*', 'IEA', 'Interchange 000000001 has no IEA (opened at segment 1)'],
    ])('reports an absent %s, which loses no data', (start, segment, message) => {
      const { issues } = changed({ [start]: '' });
      expect(issues).toMatchObject([{ issueType: 'REQUIRED', segment, message }]);
      expect(issues[0]?.dataLoss).toBeUndefined();
    });

    it('reports all of them, innermost first, when the input ends', () => {
      expect(messagesOf(follow([isa(), GS, 'ST*835*1', 'CLP*A']))).toEqual([
        'Transaction set 1 has no SE: it breaks off (opened at segment 3)',
        'Functional group 7 has no GE (opened at segment 2)',
        'Interchange 000000001 has no IEA (opened at segment 1)',
      ]);
    });

    it.each([
      ['ST', 'ST*835*2', ['Transaction set 1 has no SE']],
      ['GS', GS, ['Transaction set 1 has no SE', 'Functional group 7 has no GE']],
      ['GE', 'GE*1*7', ['Transaction set 1 has no SE']],
      ['IEA', 'IEA*1*000000001', ['Transaction set 1 has no SE', 'Functional group 7 has no GE']],
      ['ISA', isa({ controlNumber: '000000002' }), ['Transaction set 1 has no SE', 'Functional group 7 has no GE', 'Interchange 000000001 has no IEA']],
    ])('are found when %s comes', (_id, segment, messages) => {
      const found = messagesOf(follow([isa(), GS, 'ST*835*1', 'CLP*A', segment]));
      expect(found.slice(0, messages.length)).toEqual(messages.map((message) => expect.stringContaining(message)));
    });

    it('does not miss what was never opened', () => {
      expect(messagesOf(follow(['ST*835*1', 'SE*2*1']))).toEqual([]);
      expect(messagesOf(follow([GS, 'ST*835*1', 'SE*2*1', 'GE*1*7']))).toEqual([]);
    });
  });

  describe('strays', () => {
    it('reports a run of segments outside a transaction once, as data loss', () => {
      const { issues, events } = follow([isa(), GS, 'ST*835*1', 'SE*2*1', 'CLP*A*1', 'CAS*CO*1*2', 'GE*1*7', 'IEA*1*1']);
      expect(issues).toEqual([
        {
          issueType: 'NOT_ALLOWED',
          ruleId: 'envelope-strays',
          message: 'Skipped 2 segments outside a transaction set, from segment 5 (line 1)',
          place: { lineNumber: 1, segmentNumber: 5, byteOffset: expect.any(Number) },
          segment: 'CLP',
          dataLoss: true,
        },
      ]);
      expect(events).not.toContain('CLP');
    });

    it('says that an ST is missing where an SE ends them', () => {
      expect(messagesOf(follow([isa(), GS, 'BPR*I*1', 'SE*3*1', 'GE*0*7', 'IEA*1*1']))).toEqual([
        'Skipped 2 segments outside a transaction set, from segment 3 (line 1): an SE ends them, but no ST begins them',
      ]);
      expect(messagesOf(follow([isa(), GS, 'ST*835*1', 'SE*2*1', 'SE*2*1', 'GE*1*7', 'IEA*1*1']))).toEqual([
        'Skipped 1 segment outside a transaction set, from segment 5 (line 1)',
      ]);
    });

    it('says that the first of them has no segment id', () => {
      expect(messagesOf(follow([isa(), 'GS|HP|1', 'ST|835|1', 'IEA*0*1']))).toEqual([
        'Skipped 2 segments outside a transaction set, from segment 2 (line 1), which begins with no segment id: are the delimiters those of the ISA?',
      ]);
    });

    it('reports a single segment in the singular', () => {
      expect(messagesOf(follow([isa(), GS, 'ST*835*1', 'SE*2*1', 'CLP*A*1', 'GE*1*7', 'IEA*1*1']))).toEqual([
        'Skipped 1 segment outside a transaction set, from segment 5 (line 1)',
      ]);
    });

    it.each([
      ['between ISA and GS', [isa(), 'CLP*A', GS, 'GE*0*7', 'IEA*1*1']],
      ['between GS and ST', [isa(), GS, 'CLP*A', 'ST*835*1', 'SE*2*1', 'GE*1*7', 'IEA*1*1']],
      ['between GE and IEA', [isa(), GS, 'GE*0*7', 'CLP*A', 'IEA*1*1']],
      ['at the end of the input', ['ST*835*1', 'SE*2*1', 'CLP*A']],
    ])('reports one %s', (_name, segments) => {
      expect(messagesOf(follow(segments)).filter((message) => message.startsWith('Skipped'))).toHaveLength(1);
    });

    it('reports each run by itself', () => {
      const found = messagesOf(follow([isa(), 'CLP*A', GS, 'CLP*B', 'CLP*C', 'ST*835*1', 'SE*2*1', 'CLP*D', 'GE*1*7', 'IEA*1*1']));
      expect(found.map((message) => /^Skipped (\d+) segments?/.exec(message)?.[1])).toEqual(['1', '2', '1']);
    });

    it('reports a second SE as a stray', () => {
      expect(follow(['ST*835*1', 'SE*2*1', 'SE*2*1']).issues).toMatchObject([{ issueType: 'NOT_ALLOWED', segment: 'SE' }]);
    });

    it('does not take TA1 for a stray', () => {
      expect(follow([isa(), 'TA1*000000001*250115*0930*A*000', 'IEA*0*1']).issues).toEqual([]);
    });

    it('reports a GE or IEA that closes nothing', () => {
      expect(messagesOf(follow(['ST*835*1', 'SE*2*1', 'GE*1*7', 'IEA*1*1']))).toEqual([
        'Segment GE closes nothing: no GS is open',
        'Segment IEA closes nothing: no ISA is open',
      ]);
    });
  });

  describe('GE and IEA that come too early', () => {
    const IEA = 'IEA*1*000000001';
    const GE = 'GE*1*7';
    const SET = ['ST*835*1', 'CLP*A', 'SVC*B', 'SE*4*1'];

    it.each([
      ['IEA before a segment of the transaction', [IEA], 2],
      ['IEA before SE', [IEA], 3],
      ['GE before a segment of the transaction', [GE], 2],
      ['GE and IEA before a segment of the transaction', [GE, IEA], 2],
      ['two IEA before a segment of the transaction', [IEA, IEA], 2],
      ['IEA between SE and GE', [IEA], 4],
    ])('should be strays that cost nothing else: %s', (_name, strays, at) => {
      const followed = follow([isa(), GS, ...SET.slice(0, at), ...strays, ...SET.slice(at), GE, IEA]);
      expect(followed.issues).toMatchObject(strays.map((text) => ({ issueType: 'NOT_ALLOWED', ruleId: 'envelope-strays', segment: text.split('*')[0] })));
      expect(followed.issues.map(({ place }) => place?.segmentNumber)).toEqual(strays.map((_, i) => 3 + at + i));
      expect(followed.issues[0]?.dataLoss).toBeUndefined();
      expect(followed.events).toEqual(['interchange 1 000000001', 'group 1 7 of 1', 'transaction 1 1 of 1', 'CLP', 'SVC', 'end']);
    });

    it('should be strays between the transaction sets of a group', () => {
      const followed = follow([isa(), GS, ...SET, IEA, 'ST*835*2', 'SE*2*2', 'GE*2*7', IEA]);
      expect(messagesOf(followed)).toEqual(['Skipped IEA inside a functional group that continues after it']);
      expect(followed.transactions.map(({ groupVersion }) => groupVersion)).toEqual(['005010X221A1', '005010X221A1']);
    });

    it('should close what is open where the next interchange follows', () => {
      const found = messagesOf(follow([isa(), GS, 'ST*835*1', 'CLP*A', IEA, isa({ controlNumber: '000000002' }), GS, ...SET, GE, 'IEA*1*2']));
      expect(found).toEqual(['Transaction set 1 has no SE: it breaks off (opened at segment 3)', 'Functional group 7 has no GE (opened at segment 2)']);
    });

    it('should count a stray that the transaction set before had', () => {
      const second = ['ST*835*2', 'CLP*A', 'SE*3*2'];
      expect(follow([isa(), GS, ...SET.slice(0, 2), IEA, ...SET.slice(2), ...second, 'GE*2*7', IEA]).issues).toHaveLength(1);
    });
  });

  describe('SE that comes too early', () => {
    const TAIL = ['GE*1*7', 'IEA*1*000000001'];
    const SET = ['ST*835*1', 'BPR*I', 'CLP*A', 'SVC*B', 'SE*5*1'];
    const EVENTS = ['interchange 1 000000001', 'group 1 7 of 1', 'transaction 1 1 of 1', 'BPR', 'CLP', 'SVC', 'end'];
    const withStrays = (strays: readonly string[], at: number) => follow([isa(), GS, ...SET.slice(0, at), ...strays, ...SET.slice(at), ...TAIL]);

    it.each([
      ['a copy of the last SE', ['SE*5*1'], 3],
      ['a copy of the last SE after ST', ['SE*5*1'], 1],
      ['an SE with another control number', ['SE*4*9'], 3],
      ['an SE without numbers', ['SE'], 2],
      ['two of them', ['SE*5*1', 'SE*9*1'], 2],
      ['SE and GE', ['SE*5*1', 'GE*1*7'], 3],
      ['SE and IEA', ['SE*5*1', 'IEA*1*000000001'], 3],
    ])('should be a stray that costs nothing else where the transaction set continues: %s', (_name, strays, at) => {
      const { issues, events } = withStrays(strays, at);
      expect(issues).toMatchObject(strays.map((text) => ({ ruleId: 'envelope-strays', segment: text.split('*')[0], skipped: { segments: 1 } })));
      expect(issues.map(({ place }) => place?.segmentNumber)).toEqual(strays.map((_, i) => 3 + at + i));
      expect(issues[0]?.message).toBe('Skipped SE inside a transaction set that continues after it');
      expect(issues[0]?.dataLoss).toBeUndefined();
      expect(events).toEqual(EVENTS);
    });

    it('should be reported with the missing SE where it is the only one', () => {
      const { issues, events } = follow([isa(), GS, ...SET.slice(0, 3), 'SE*5*1', 'SVC*B', ...TAIL]);
      expect(issues.map(({ ruleId }) => ruleId)).toEqual(['envelope-strays', 'envelope-pairs']);
      expect(events).toEqual([...EVENTS.slice(0, -1), 'broken off']);
    });

    it.each([
      ['ST', ['ST*835*2', 'SE*2*2', 'GE*2*7']],
      ['GE', ['GE*1*7']],
      ['GS', [GS, 'GE*0*7']],
      ['ISA', [isa({ controlNumber: '000000002' })]],
      ['IEA', []],
      ['TA1', ['TA1*000000001*250115*0930*A*000']],
    ])('should close its transaction set, with its wrong count reported, before %s', (_name, following) => {
      const { issues, events } = follow([isa(), GS, ...SET.slice(0, -1), 'SE*9*1', ...following, TAIL[1] ?? '']);
      expect(issues[0]).toMatchObject({ issueType: 'CONTROL', element: 'SE01', place: { segmentNumber: 7 } });
      expect(events.slice(0, EVENTS.length)).toEqual(EVENTS);
    });

    it('should close its transaction set at the end of the input', () => {
      expect(follow(['ST*835*1', 'BPR*I', 'SE*9*1'])).toMatchObject({ issues: [{ element: 'SE01' }], events: expect.arrayContaining(['BPR', 'end']) });
    });

    it('should close its transaction set before text that is no segment', () => {
      const { issues } = follow([isa(), GS, ...SET.slice(0, -1), 'SE*9*1', 'end of page', ...TAIL]);
      expect(issues.map(({ ruleId }) => ruleId)).toEqual(['control-count', 'envelope-strays']);
    });

    it('should close its transaction set where another one follows without ST, which would get the wrong payment', () => {
      const { issues, events } = follow([isa(), GS, ...SET.slice(0, -1), 'SE*9*1', 'BPR*I', 'CLP*C', 'SE*4*2', ...TAIL]);
      expect(issues.map(({ ruleId, segment }) => [ruleId, segment])).toEqual([
        ['control-count', 'SE'],
        ['envelope-strays', 'BPR'],
      ]);
      expect(events).toEqual(EVENTS);
    });
  });

  it('names no element value in a message but counts and control numbers', () => {
    const { issues } = follow([isa(), GS, 'CLP*SECRET*1', 'ST*835*1', 'NM1*QC*1*SECRET', 'GE*1*7']);
    expect(JSON.stringify(issues)).not.toContain('SECRET');
  });
});
