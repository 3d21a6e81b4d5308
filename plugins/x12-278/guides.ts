/** Requests for review of services (278). */
export const REQUEST = ['005010X217-278-request'] as const;

/** Responses to them. */
export const RESPONSE = ['005010X217-278-response'] as const;

export const GUIDES = [...REQUEST, ...RESPONSE] as const;
