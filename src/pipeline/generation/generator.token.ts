/** Injection token of the `EdiGenerator` in the Nest modules. */
export const EDI_GENERATOR = Symbol('EdiGenerator');
