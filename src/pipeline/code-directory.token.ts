/** Injection token of the `CodeDirectory` that describes codes of converted output. */
export const CODE_DIRECTORY = Symbol('code directory');
