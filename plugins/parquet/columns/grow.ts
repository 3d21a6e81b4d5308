/** Returns an array with room for one more number, with the numbers of a full one. */
export function withRoom(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (length < array.length) return array;
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}
