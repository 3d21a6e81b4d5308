import { integers, texts } from '../../../src/plugin';
import { jsonOf, valueOf } from '../../support/mapped';

const SVC = (value: string) => ['CLP*A*1', `SVC*${value}*1*1`];
const line = { unit: '2110' };

describe('the components of an element', () => {
  it.each([
    ['A', ['A']],
    ['A:B:C', ['A', 'B', 'C']],
    ['A::C', ['A', 'C']],
    [':B:', ['B']],
    ['"A":\\', ['"A"', '\\']],
  ])('%s are the texts %j', async (value, expected) => {
    expect(await valueOf(texts('SVC01'), SVC(value), line)).toEqual(expected);
  });

  it.each([
    ['1', [1]],
    ['4:3:12', [4, 3, 12]],
    ['1::2', [1, 2]],
    ['1:X:2', [1, 2]],
    ['1.5:2.0:3', [2, 3]],
    ['007:+8:-9', [7, 8, -9]],
  ])('%s are the numbers %j', async (value, expected) => {
    expect(await valueOf(integers('SVC01'), SVC(value), line)).toEqual(expected);
  });

  it.each(['', ':', '::'])('are absent where there are none: %j', async (value) => {
    expect(await jsonOf(texts('SVC01'), SVC(value), line)).toBeUndefined();
    expect(await jsonOf(integers('SVC01'), SVC(value), line)).toBeUndefined();
  });

  it.each(['X', 'X:Y', '1.5'])('are absent where none is a number: %j', async (value) => {
    expect(await jsonOf(integers('SVC01'), SVC(value), line)).toBeUndefined();
  });

  it('are absent without the segment', async () => {
    expect(await jsonOf(texts('DTM[472]02'), SVC('A'), line)).toBeUndefined();
  });
});
