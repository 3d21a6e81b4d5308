import { joined } from '../../../src/plugin';
import { jsonOf, valueOf } from '../../support/mapped';

describe('joined texts', () => {
  it('are those of all segments, in the order of the input, with line feeds between', async () => {
    expect(await valueOf(joined('REF[EA]02'), ['CLP*A*1', 'REF*EA*ONE', 'REF*BB*X', 'REF*EA*TWO'])).toBe('ONE\nTWO');
  });

  it('are one text without line feed', async () => {
    expect(await valueOf(joined('REF[EA]02'), ['CLP*A*1', 'REF*EA*ONE'])).toBe('ONE');
  });

  it('leave out segments without the element', async () => {
    expect(await valueOf(joined('REF[EA]02'), ['CLP*A*1', 'REF*EA', 'REF*EA*ONE', 'REF*EA*'])).toBe('ONE');
  });

  it('may be those of all codes but some', async () => {
    expect(await valueOf(joined('REF[^EA]02'), ['CLP*A*1', 'REF*EA*ONE', 'REF*BB*X', 'REF*9C*Y'])).toBe('X\nY');
  });

  it('are absent without any', async () => {
    expect(await jsonOf(joined('REF[EA]02'), ['CLP*A*1', 'REF*BB*X'])).toBeUndefined();
    expect(await jsonOf(joined('REF[EA]02'), ['CLP*A*1', 'REF*EA'])).toBeUndefined();
    expect(await jsonOf(joined('REF[EA]02'), ['CLP*A*1'])).toBeUndefined();
  });

  it('are escaped as JSON must', async () => {
    expect(await jsonOf(joined('REF[EA]02'), ['CLP*A*1', 'REF*EA*A"B\\', 'REF*EA*É'])).toBe('"A\\"B\\\\\\nÉ"');
  });
});
