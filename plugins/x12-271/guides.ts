/** Questions after the benefits of a person (270). */
export const INQUIRY = ['005010X279A1-270', '004010X092A1-270'] as const;

/** Answers to them (271). */
export const RESPONSE = ['005010X279A1-271', '004010X092A1-271'] as const;

/** Levels of subscribers and dependents. */
export const PERSONS = ['2000C', '2000D'];

/** Levels of payers and providers. */
export const PARTIES = ['2000A', '2000B'];

/** Both, which have the same levels. */
export const ELIGIBILITY = [...RESPONSE, ...INQUIRY] as const;
