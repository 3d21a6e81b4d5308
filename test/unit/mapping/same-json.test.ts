import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { isSameJson } from '../../../src/mapping/writing/same-json';
import { budget } from '../../support/fuzz';

describe('two values of JSON', () => {
  it.each([
    [{ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: undefined }, { b: undefined }, false],
    [{ toString: 1 }, {}, false],
    [[1, 2], [1], false],
    [[], {}, false],
    [null, {}, false],
    ['1', 1, false],
  ])('%j and %j are the same: %s', (one, other, isSame) => {
    expect(isSameJson(one, other)).toBe(isSame);
    expect(isSameJson(other, one)).toBe(isSame);
  });

  it('are the same where Node says so', () => {
    const value = fc.jsonValue({ maxDepth: 3 }).map((one): unknown => JSON.parse(JSON.stringify(one)));
    fc.assert(
      fc.property(value, value, (one, other) => {
        expect(isSameJson(one, JSON.parse(JSON.stringify(one)))).toBe(true);
        expect(isSameJson(one, other)).toBe(isDeepStrictEqual(one, other));
      }),
      budget(100),
    );
  });
});
