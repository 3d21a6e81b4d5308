/** Injection token of the `Parser`. */
export const PARSER = Symbol('parser');
