/** Injection token of the open `CodeStore`. */
export const CODE_STORE = Symbol('code store');
