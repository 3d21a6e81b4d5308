import { SaxesParser } from 'saxes';
import { decodeText } from './decode-text';
import { invalidFile } from './import-error';
import { MAX_XML_CHARACTERS, MAX_XML_DEPTH } from './import-limits';

/** Receives the parts of an XML document, in order. Names come without their namespace prefix. */
export interface XmlListener {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/**
 * Reads an XML document in constant memory and yields the results of a listener as they come. Throws EDI_CODES_FILE_INVALID when the document is not
 * well-formed.
 */
export async function* readXml<T>(
  bytes: AsyncIterable<Buffer>,
  file: string,
  listen: (emit: (value: T) => void, lineNumber: () => number) => XmlListener,
): AsyncGenerator<T, void, undefined> {
  const parser = new SaxesParser({ position: true });
  let values: T[] = [];
  const tooLarge = (what: string): Error => invalidFile(`${file}, line ${parser.line}`, what);
  const progress = attach(
    parser,
    tooLarge,
    listen(
      (value) => void values.push(value),
      () => parser.line,
    ),
  );
  parser.on('error', (cause) => {
    throw invalidFile(`${file}, line ${parser.line}`, `is no well-formed XML (${cause.message})`, undefined, { cause });
  });
  for await (const text of decodeText(bytes, file)) {
    progress.unseen += text.length;
    parser.write(text);
    // The parser holds parts that it has not reported yet.
    if (progress.unseen > MAX_XML_CHARACTERS) throw tooLarge(`has more than ${MAX_XML_CHARACTERS} characters in a text or a tag`);
    yield* values;
    values = [];
  }
  parser.close();
  yield* values;
}

/** Characters that were read since the last event of the parser. */
interface XmlProgress {
  unseen: number;
}

function attach(parser: SaxesParser, tooLarge: (what: string) => Error, listener: XmlListener): XmlProgress {
  const progress = { unseen: 0 };
  let depth = 0;
  parser.on('opentag', ({ name, attributes }) => {
    progress.unseen = 0;
    if (++depth > MAX_XML_DEPTH) throw tooLarge(`has more than ${MAX_XML_DEPTH} elements inside one another`);
    listener.open(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    progress.unseen = 0;
    depth--;
    listener.close?.(localName(name));
  });
  const onText = (text: string): void => {
    progress.unseen = 0;
    listener.text?.(text);
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  return progress;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
