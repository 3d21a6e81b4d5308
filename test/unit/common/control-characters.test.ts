import { escapeControls, escapeControlsOfLines } from '../../../src/common/control-characters';

describe('escapeControls', () => {
  it('writes control characters as escapes, and leaves everything else', () => {
    expect(escapeControls('a\nb\r\t\u001b[31m\u0000\u007f\u009b\u2028 é 文.835')).toBe('a\\nb\\r\\t\\x1b[31m\\x00\\x7f\\x9b\\u2028 é 文.835');
  });

  it('leaves the lines of a text with several lines', () => {
    expect(escapeControlsOfLines('one\r\ntwo\u001b')).toBe('one\\r\ntwo\\x1b');
  });
});
