import { nearestName } from '../../../src/common/nearest-name';

describe('nearest name', () => {
  it.each([
    ['usgae', 'usage'],
    ['MAX', 'max'],
    ['elments', 'elements'],
  ])('finds for %s the name %s', (wrong, right) => {
    expect(nearestName(wrong, ['name', 'usage', 'max', 'elements'])).toBe(right);
  });

  it('gives nothing where more than half of the characters differ', () => {
    expect(nearestName('zzzzzz', ['name', 'usage'])).toBeUndefined();
  });
});
