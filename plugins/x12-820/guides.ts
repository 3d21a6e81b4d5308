/** Payments of premiums by employers and other groups. */
const GROUP = ['005010X218', '004010X061A1'] as const;

/** Payments of health insurance exchanges. */
export const EXCHANGE = ['005010X306'] as const;

/** Every guide of a premium payment. */
export const GUIDES = [...GROUP, ...EXCHANGE] as const;
