import { EdiError } from '../../../src/common/edi-error';
import { causeText, framesOf, messageWithCause, originOf, withOrigin } from '../../../src/common/error-origin';

const failed = (cause: unknown): EdiError => new EdiError('EDI_PLUGIN_FAILED', 'Plugin own failed.', { cause });

function withStack(error: Error, ...frames: readonly string[]): Error {
  error.stack = [`${error.name}: ${error.message}`, ...frames.map((frame) => `    at ${frame}`)].join('\n');
  return error;
}

describe('the origin of an error', () => {
  it('should be the name and the first place outside of Clearloop and Node.js', () => {
    const inside = `write (${process.cwd()}/src/common/byte-writer.ts:10:5)`;
    const error = withStack(new TypeError('JANE DOE'), inside, 'emit (node:events:5:1)', 'Object.end (/plugins/orders/index.js:12:9)', 'next (/other.js:1:1)');
    expect(messageWithCause(failed(error))).toBe('Plugin own failed. Cause: TypeError at /plugins/orders/index.js:12.');
  });

  it('should be a place in Clearloop where there is no other', () => {
    const error = withStack(new TypeError('JANE DOE'), `${process.cwd()}/src/common/byte-writer.ts:10:5`);
    expect(causeText(failed(error))).toBe(`TypeError at ${process.cwd()}/src/common/byte-writer.ts:10`);
  });

  it('should have no value, even if name or message looks like something else', () => {
    const error = Object.assign(new Error('x\n    at JANE (DOE:1:2)'), { name: 'JANE DOE' });
    expect(causeText(failed(withStack(error, 'end (/plugins/orders/index.js:12:9)')))).toBe('Error at /plugins/orders/index.js:12');
    expect(framesOf(error).join(' ')).not.toContain('JANE');
    expect(framesOf(Object.assign(new Error('a'), { stack: 5 }))).toEqual([]);
  });

  it('should not exist for a value that is no error, and for other failures', () => {
    expect(messageWithCause(failed('JANE DOE'))).toBe('Plugin own failed.');
    expect(messageWithCause(new EdiError('EDI_INTERNAL', 'Failed.', { cause: new Error('JANE DOE') }))).toBe('Failed.');
  });

  it('should be the same in another thread', () => {
    const error = withStack(new RangeError('JANE DOE'), 'end (/plugins/orders/index.js:12:9)');
    const { cause } = failed(withOrigin(structuredClone(originOf(error))).cause);
    expect(originOf(cause)).toEqual({ name: 'RangeError', frames: ['at end (/plugins/orders/index.js:12:9)'] });
    expect(String(cause)).not.toContain('JANE');
    expect(withOrigin(undefined)).toEqual({});
  });
});
