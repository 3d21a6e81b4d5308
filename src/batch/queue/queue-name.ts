/** Names of queues that Redis and PostgreSQL take. */
export const QUEUE_NAME = /^[A-Za-z0-9_.-]{1,64}$/;

/** What a message says is allowed. */
export const QUEUE_NAME_RULE = 'up to 64 letters, digits and _ . -';
