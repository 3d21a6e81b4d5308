/** Injection tokens of the engine's operations in the Nest modules. */
export const CONVERTER = Symbol('Converter');
export const EDI_GENERATOR = Symbol('EdiGenerator');
export const ACKNOWLEDGER = Symbol('Acknowledger');
export const PARSER = Symbol('Parser');
export const SCRUBBER = Symbol('Scrubber');

/** Injection token of the `CodeDirectory` that describes codes; optional. */
export const CODE_DIRECTORY = Symbol('CodeDirectory');
