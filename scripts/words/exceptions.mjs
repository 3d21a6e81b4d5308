/** Proper uses of listed words: the file, the phrase as it stands there, and the reason. An exception that no file needs any more is reported. */
export const EXCEPTIONS = [];

/** Pages that other files write: their text is changed there. */
export const GENERATED_PAGES = /^docs\/(?:plugin-api|validation-rules|performance)\.md$|^docs\/data-dictionary\//;
