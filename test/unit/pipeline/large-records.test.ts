import { EventLoopShare } from '../../../src/pipeline/event-loop-share';
import { converter, convertText } from '../../support/conversion';
import { writeSegments } from '../../support/edi-text';
import { claim, remittanceSegments } from '../../support/remittance';
import { everyNth } from '../../support/fuzz';

/** More bytes than are written in one turn, and more issues. */
const LINES = 3_000;
const FAULTY_LINES = 600;

const lines = Array.from({ length: FAULTY_LINES }, (_, i) => [`SVC*XX:${i}*X*1`, 'DTM*472*20269999', 'CAS*PR*1*20']).flat();

const text = writeSegments(remittanceSegments({ claims: [[...claim(1), ...lines], claim(2)] }));

const source = {
  name: 'a.edi',
  open: async function* () {
    yield Buffer.from(text);
  },
};

describe('a record with thousands of lines and issues', () => {
  it.each(everyNth(2, [true, false]))('is the same JSON, written in parts, as it is read as an object, with descriptions: %s', async (descriptions) => {
    const options = { validate: true, maxWarnings: -1, descriptions };
    const records: unknown[] = [];
    for await (const record of converter().records([source], options)) records.push(record);
    const written: unknown = JSON.parse((await convertText([source], { ...options, output: 'json' })).text);
    expect(written).toEqual(records);
    expect(JSON.stringify(written).match(/"objectType":"VALIDATION"/g)?.length).toBeGreaterThan(FAULTY_LINES);
  });

  it('asks for its turn while it is written', async () => {
    // Nothing is found in these lines, so that nothing but the writing asks.
    const clean = writeSegments(remittanceSegments({ claims: [[...claim(1), ...Array<string>(LINES).fill('SVC*HC:99213*100*80**1')]] }));
    const one = {
      ...source,
      open: async function* () {
        yield Buffer.from(clean);
      },
    };
    const pause = jest.spyOn(EventLoopShare.prototype, 'pause');
    await convertText([one], { output: 'json' });
    expect(pause.mock.calls.length).toBeGreaterThan(LINES);
    pause.mockRestore();
  });
});
