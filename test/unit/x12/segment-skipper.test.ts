import { segmentKey } from '../../../src/x12/segment-key';
import { SegmentSkipper } from '../../../src/x12/segment-skipper';

const TERMINATOR = '~'.charCodeAt(0);

function skip(text: string, ids: readonly string[], terminator = TERMINATOR): { readonly rest: string; readonly segments: number; readonly line: number } {
  const skipper = new SegmentSkipper();
  skipper.separate(terminator);
  skipper.lookFor(ids.map(segmentKey));
  const end = skipper.room.write(text, 'latin1');
  const { position, segments, line } = skipper.skip(0, end, 7);
  return { rest: text.slice(position), segments, line };
}

describe('segments that are passed', () => {
  test.each(['CLP', 'HL'])('end before %s', (id) => {
    const text = `NM1*85*2*NAME OF A PROVIDER THAT IS LONG~HLX*1~CLQ~${id}*1~NM1~`;
    expect(skip(text, ['CLP', 'HL'])).toEqual({ rest: `${id}*1~NM1~`, segments: 3, line: 7 });
  });

  test('end before one that is not whole, of any length', () => {
    for (let length = 0; length < 70; length++) {
      const tail = 'X'.repeat(length);
      expect(skip(`A~BB*1~${tail}`, ['CLP'])).toEqual({ rest: tail, segments: 2, line: 7 });
      expect(skip(`A~${tail}~`, ['CLP'])).toEqual(length === 0 ? { rest: '~', segments: 1, line: 7 } : { rest: '', segments: 2, line: 7 });
    }
  });

  test('count line feeds between segments, and none of those that are read again', () => {
    expect(skip('A~\r\nB~\r\n\r\nCLP*1~', ['CLP'])).toEqual({ rest: '\r\n\r\nCLP*1~', segments: 2, line: 8 });
    expect(skip('A~\r\nB*\n~\n', ['CLP'])).toEqual({ rest: '\n', segments: 2, line: 8 });
  });

  test('may end with line feeds', () => {
    expect(skip('A*1\nB*2\n\nCLP*3\n', ['CLP'], 0x0a)).toEqual({ rest: '\nCLP*3\n', segments: 2, line: 9 });
  });

  test('are all when no id is looked for', () => {
    expect(skip('ISA~GS~CLP~', [])).toEqual({ rest: '', segments: 3, line: 7 });
  });
});
