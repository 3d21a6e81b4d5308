import { Readable } from 'node:stream';
import type { Conversion } from '../../pipeline/conversion.types';
import { pullFirst } from './pull-first';

/** Pulls the first chunk of a conversion and gives a stream of all. It pulls a chunk when its reader wants one; destroying it closes the conversion. */
export async function openConversionStream(conversion: Conversion): Promise<Readable> {
  return Readable.from(await pullFirst(conversion), { objectMode: false });
}
