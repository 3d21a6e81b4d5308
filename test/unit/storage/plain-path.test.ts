import { isPlainPath } from '../../../src/storage/plain-path';

describe('isPlainPath', () => {
  it.each(['a.835', 'march/a b%2F.835', 'a..b/c'])('takes %s', (path) => expect(isPlainPath(path)).toBe(true));

  it.each(['../a.835', 'a/../../b.835', '/etc/a.835', 'a//b', '.hidden', 'a/.hidden/b', '..\\a', 'a\\..\\b', 'a\0b', ''])('does not take %j', (path) =>
    expect(isPlainPath(path)).toBe(false),
  );
});
