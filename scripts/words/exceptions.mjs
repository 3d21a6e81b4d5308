/** Proper uses of listed words, with a reason. An unused exception is reported on standard error and is no failure. */
export const EXCEPTIONS = [];

/** Generated pages, whose text is in their sources. */
export const PAGES_LEFT_OUT = /^docs\/(?:plugin-api|validation-rules|performance)\.md$|^docs\/data-dictionary\/(?!README)/;

/** Folders whose comments still have listed words. */
export const COMMENTS_LEFT_OUT = /^src\/(?:guide|kernel|mapping|x12|pipeline\/(?:unread\/|file-reading|transaction-reading))/;
