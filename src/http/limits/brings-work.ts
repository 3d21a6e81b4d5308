/** Methods whose requests send something to work on. */
const WORKING_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** True for a request that sends input, whatever its path, so that no operation can be forgotten: it takes a slot and stands in the audit log. */
export function bringsWork({ method }: { readonly method: string }): boolean {
  return WORKING_METHODS.has(method);
}
