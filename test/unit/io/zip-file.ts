import { crc32, deflateRawSync } from 'node:zlib';

/** What a test may do to an entry that a zip program would not. */
export interface ZipEntry {
  readonly name: string;
  readonly content: string | Buffer;
  readonly checksum?: number;
  readonly isEncrypted?: boolean;
}

/** Makes a zip archive (PKWARE APPNOTE 4.3) with deflated entries. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { name, head, data } = deflateEntry(entry);
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), head, name, data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), head, tail, name]));
    locals.push(local);
    offset += local.length;
  }
  const directoryBytes = Buffer.concat(directory);
  const end = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directoryBytes.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directoryBytes, end]);
}

/** Nothing, deflated. Archives of thousands of empty files take a while otherwise. */
const NOTHING = deflateRawSync('');

/** The 26 bytes that the local header and the directory share, and what follows them. */
function deflateEntry(entry: ZipEntry): { readonly name: Buffer; readonly head: Buffer; readonly data: Buffer } {
  const content = Buffer.from(entry.content);
  const name = Buffer.from(entry.name);
  const data = content.length === 0 ? NOTHING : deflateRawSync(content);
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(entry.isEncrypted === true ? 1 : 0, 2);
  head.writeUInt16LE(8, 4);
  head.writeUInt32LE(entry.checksum ?? crc32(content), 10);
  head.writeUInt32LE(data.length, 14);
  head.writeUInt32LE(content.length, 18);
  head.writeUInt16LE(name.length, 22);
  return { name, head, data };
}
