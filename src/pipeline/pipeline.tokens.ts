/** Injection tokens of the engine in the Nest modules, by what it does. */
export const CONVERTER = Symbol('Converter');
export const EDI_GENERATOR = Symbol('EdiGenerator');
export const ACKNOWLEDGER = Symbol('Acknowledger');
export const PARSER = Symbol('Parser');

/** Injection token of the `CodeDirectory` that describes codes; optional. */
export const CODE_DIRECTORY = Symbol('CodeDirectory');
