import { SaxesParser } from 'saxes';
import { decodeText } from './decode-text';
import { invalidFile } from './import-error';

/** Told what an XML document has, in order. Names come without their namespace prefix. */
export interface XmlListener {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/**
 * Reads an XML document in flat memory and gives what a listener makes of it, while it comes in.
 * Throws EDI_CODES_FILE_INVALID when the document is not well-formed.
 */
export async function* readXml<T>(
  bytes: AsyncIterable<Buffer>,
  file: string,
  listen: (give: (value: T) => void, lineNumber: () => number) => XmlListener,
): AsyncGenerator<T, void, undefined> {
  const parser = new SaxesParser({ position: true });
  let values: T[] = [];
  attach(
    parser,
    listen(
      (value) => void values.push(value),
      () => parser.line,
    ),
  );
  parser.on('error', (cause) => {
    throw invalidFile(`${file}, line ${parser.line}`, `is no well-formed XML (${cause.message})`, undefined, { cause });
  });
  for await (const text of decodeText(bytes, file)) {
    parser.write(text);
    yield* values;
    values = [];
  }
  parser.close();
  yield* values;
}

function attach(parser: SaxesParser, listener: XmlListener): void {
  parser.on('opentag', ({ name, attributes }) => listener.open(localName(name), attributes));
  parser.on('closetag', ({ name }) => listener.close?.(localName(name)));
  parser.on('text', (text) => listener.text?.(text));
  parser.on('cdata', (text) => listener.text?.(text));
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
