import picomatch from 'picomatch';

/** Returns the test of a pattern, for paths below its folder. Loaded with the first pattern: the package is optional. */
export const matcherOf = (pattern: string): ((below: string) => boolean) => picomatch(pattern);
