/** Controls of ASCII and of Latin-1, and the two line ends that Unicode adds. */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Returns text as one line for a terminal or a log: control characters are written as escapes. Names of files come from outside, and may contain line breaks and
 * sequences that a terminal obeys.
 *
 *     a<line feed>b.835  ->  a\nb.835
 */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, escaped);
}

/** Returns text that may have several lines, with all other control characters as escapes. */
export function escapeControlsOfLines(text: string): string {
  return text.split('\n').map(escapeControls).join('\n');
}

function escaped(character: string): string {
  const code = character.charCodeAt(0);
  const digits = code.toString(16);
  return SHORT[character] ?? (code > 0xff ? `\\u${digits}` : `\\x${digits.padStart(2, '0')}`);
}
