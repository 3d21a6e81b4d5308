/** Characters of an answer; a context of an assistant is small. */
export const MAX_ANSWER_CHARACTERS = 60_000;

const CUT = '\n... cut: ask for less with limit, offset or a smaller part.';

/** The text of an answer, bounded. */
export function answerText(answer: unknown): string {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer, undefined, 1);
  return text.length <= MAX_ANSWER_CHARACTERS ? text : text.slice(0, MAX_ANSWER_CHARACTERS - CUT.length) + CUT;
}

/** Reads pieces as text, up to the size of an answer and a little more, so that it is seen to be cut. */
export async function boundedText(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const held: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    held.push(Buffer.from(piece));
    length += piece.length;
    if (length > MAX_ANSWER_CHARACTERS) break;
  }
  return Buffer.concat(held).toString('utf8');
}
