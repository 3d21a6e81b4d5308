/** Proper uses of listed words, with a reason. An unused exception is reported on standard error and is no failure. */
export const EXCEPTIONS = [
  { file: 'docs/service.md', phrase: 'keys are asked for', reason: 'table of settings, generated from ServiceSettings' },
  { file: 'docs/service.md', phrase: 'whoever has a key', reason: 'table of settings, generated from ServiceSettings' },
];

/** Generated pages, whose text is in their sources. */
export const PAGES_LEFT_OUT = /^docs\/(?:plugin-api|validation-rules|performance)\.md$|^docs\/data-dictionary\/(?!README)/;
