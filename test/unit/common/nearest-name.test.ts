import { nearestName } from '../../../src/common/nearest-name';

describe('nearest name', () => {
  it.each([
    ['usgae', 'usage'],
    ['MAX', 'max'],
    ['elments', 'elements'],
  ])('finds for %s the name %s', (wrong, right) => {
    expect(nearestName(wrong, ['name', 'usage', 'max', 'elements'])).toBe(right);
  });

  it.each([
    ['LastName', 'MemberLastName'],
    ['lastName', 'MemberLastName'],
    ['FileNam', 'FileName'],
    ['FileNane', 'FileName'],
  ])('finds for %s the shortest name that it is a part of, unless it is a slip: %s', (wrong, right) => {
    expect(nearestName(wrong, ['FileName', 'IncorrectMemberLastName', 'MemberLastName', 'FileNameOfSomething'])).toBe(right);
  });

  it('gives nothing where more than half of the characters differ', () => {
    expect(nearestName('zzzzzz', ['name', 'usage'])).toBeUndefined();
  });
});
