/** Gives everything that a source yields. */
export async function gather<T>(source: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const one of source) all.push(one);
  return all;
}
