import type { ByteWriter, OutputContext } from '../../src/plugin/io';
import type { CompiledSchema, OutputList } from './schema/compile-schema';

/** A table, and the file that it is written to. */
export interface ListFile {
  readonly list: OutputList;
  readonly out: ByteWriter;
}

/** The tables of an output with a file for each: all of the schema where the caller takes several files, else its row list; `out` is the first file. */
export function listsToWrite({ lists, rowList }: CompiledSchema, context: OutputContext, out: ByteWriter): readonly ListFile[] {
  const wanted = context.hasFiles ? lists : lists.filter((list) => list === rowList);
  const fileOf = (suffix: string): ByteWriter => (suffix === '' || !context.hasFiles ? out : context.file(suffix));
  return wanted.map((list) => ({ list, out: fileOf(wanted.length === 1 ? '' : list.fileSuffix) }));
}
