/** Injection token of the `Converter` in the Nest modules. */
export const CONVERTER = Symbol('Converter');
