/** The acknowledgment of claims (277CA). */
export const ACKNOWLEDGMENT = ['005010X214'] as const;

/** Answers to questions after claims (277). */
export const RESPONSE = ['005010X212-277', '004010X093A1-277'] as const;

/** Questions after claims (276). */
export const REQUEST = ['005010X212-276', '004010X093A1-276'] as const;

/** Questions and answers, which have the same levels. */
export const INQUIRY = [...RESPONSE, ...REQUEST] as const;
