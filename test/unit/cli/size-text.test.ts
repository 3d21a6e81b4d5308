import { countText, sizeText } from '../../../src/cli/size-text';

describe('sizeText', () => {
  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1000, '1.0 kB'],
    [999_949, '999.9 kB'],
    [999_951, '1.0 MB'],
    [12_345_678, '12.3 MB'],
    [2_000_000_000_000, '2.0 TB'],
    [2_000_000_000_000_000, '2000.0 TB'],
  ])('writes %d as %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));
});

describe('countText', () => {
  it.each([
    [1, '1 file'],
    [0, '0 files'],
    [41_000, '41,000 files'],
  ])('writes %d as %s', (count, text) => expect(countText(count, 'file')).toBe(text));
});
