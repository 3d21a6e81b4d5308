import { type CustomDecorator, SetMetadata } from '@nestjs/common';

/** Metadata of controllers and operations that hold their input whole in memory. */
export const HOLDS_INPUT = Symbol('holds its input');

/** Says that an operation holds its input whole in memory: fewer of those run at the same time (CLEARLOOP_MAX_PARSES). */
export function HoldsInput(): CustomDecorator<symbol> {
  return SetMetadata(HOLDS_INPUT, true);
}
