/** Injection token of the `Acknowledger`. */
export const ACKNOWLEDGER = Symbol('acknowledger');
