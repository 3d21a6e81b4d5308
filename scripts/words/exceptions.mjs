/** Proper uses of listed words: the file, the phrase as it stands there, and the reason. An exception that no file needs any more is reported, and is no failure. */
export const EXCEPTIONS = [
  { file: 'docs/service.md', phrase: 'keys are asked for', reason: 'table of settings, which is to be generated from their source' },
  { file: 'docs/service.md', phrase: 'whoever has a key', reason: 'table of settings, which is to be generated from their source' },
];

/** Pages that other files write: their text is changed there. */
export const GENERATED_PAGES = /^docs\/(?:plugin-api|validation-rules|performance)\.md$|^docs\/data-dictionary\//;
