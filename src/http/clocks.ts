/** Injection token of a function that returns the present time. */
export const CLOCK = Symbol('clock');

/** Injection token of a `MonotonicClock`. */
export const MONOTONIC_CLOCK = Symbol('monotonic clock');

/** Returns milliseconds of a clock that never goes back. */
export type MonotonicClock = () => number;
