import { join, sep } from 'node:path';
import { packageRoot } from './package-root';
import type { EdiError } from './edi-error';
import { HookMistake } from './hook-result';

/*
 * Where an error comes from, without its message: messages of foreign errors may contain values of the input.
 */

/** A frame of a stack, such as `at close (/plugins/orders/index.js:12:9)`. */
const FRAME = /^\s+at (?:.*\(([^()]+:\d+):\d+\)|(?:async )?([^()]+:\d+):\d+|.*\(<anonymous>\)|.*\(native\))$/;

const MAX_FRAMES = 20;

/** What may be shown of an error that is no EdiError, as plain values that threads can exchange. */
export interface ErrorOrigin {
  readonly name: string;
  readonly frames: readonly string[];
}

/** Returns name and frames of an error; undefined for a thrown value that is no error. */
export function originOf(error: unknown): ErrorOrigin | undefined {
  return error instanceof Error ? { name: nameOf(error), frames: framesOf(error) } : undefined;
}

/** Returns an error with the origin as `cause`, for an error that another thread has sent. */
export function withOrigin(origin: ErrorOrigin | undefined): ErrorOptions {
  if (origin === undefined) return {};
  const { name, frames } = origin;
  const cause = Object.assign(new Error(), { name });
  cause.stack = [name, ...frames.map((frame) => `    ${frame}`)].join('\n');
  return { cause };
}

/** Returns the name of the cause of an error and the file and line that threw it, such as `TypeError at /plugins/orders/index.js:12`; undefined if there is none. */
export function causeText({ cause }: EdiError): string | undefined {
  const origin = originOf(cause);
  if (origin === undefined) return undefined;
  const places = origin.frames.flatMap((frame) => placeIn(frame) ?? []);
  const outside = places.find(isOutside);
  // Clearloop finds such a mistake itself, and the message has it.
  if (origin.name === HookMistake.name && outside === undefined) return undefined;
  const place = outside ?? places[0];
  return place === undefined ? origin.name : `${origin.name} at ${place}`;
}

/** Returns the message of an error; for the failure of a plugin also the origin of its cause. */
export function messageWithCause(error: EdiError): string {
  const cause = error.code === 'EDI_PLUGIN_FAILED' ? causeText(error) : undefined;
  return cause === undefined ? error.message : `${error.message} Cause: ${cause}.`;
}

/** Returns the frames of a stack, which stand behind the message. A line of the message may look like a frame, so the message is cut off first. */
export function framesOf(error: Error): readonly string[] {
  // Plugins may give their errors anything for a stack.
  const { stack, message }: { readonly stack?: unknown; readonly message: unknown } = error;
  if (typeof stack !== 'string' || typeof message !== 'string') return [];
  const at = message === '' ? -1 : stack.indexOf(message);
  const lines = stack.slice(at < 0 ? 0 : at + message.length).split('\n');
  return lines
    .filter((line) => FRAME.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim());
}

/** Plugins may give their errors any name: one that is no identifier may contain a value. */
const nameOf = ({ name }: Error): string => (/^[A-Za-z]\w{0,60}$/.test(name) ? name : 'Error');

function placeIn(frame: string): string | undefined {
  const [, inCall, alone] = FRAME.exec(` ${frame}`) ?? [];
  return inCall ?? alone;
}

let own: readonly string[] | undefined;

/** True for a place that is neither in Clearloop nor in Node.js. */
function isOutside(place: string): boolean {
  own ??= ['src', 'dist', 'plugins'].map((folder) => join(packageRoot(), folder) + sep);
  return !place.startsWith('node:') && !own.some((folder) => place.startsWith(folder));
}
