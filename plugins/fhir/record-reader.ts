import type { ByteWriter, RecordBatch } from '../../src/plugin/io';
import type { Source } from './mapping/element';
import { isObject } from './mapping/path';

/** A number of more digits than a double has for sure; or text that looks like one, which does no harm. */
const MANY_DIGITS = /[:,[]-?\d[\d.]{15}/;

/** Strings and numbers of JSON. */
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MAX_DIGITS = 15;

/** Reads a record of a batch as an object. Numbers that a double cannot hold are text with their digits. */
export function readRecord(batch: RecordBatch, index: number, scratch: ByteWriter): Source {
  scratch.clear();
  batch.encodeJson(index, scratch);
  const json = scratch.bytes.toString('utf8', 0, scratch.length);
  const value: unknown = JSON.parse(MANY_DIGITS.test(json) ? json.replace(STRING_OR_NUMBER, quotedIfLong) : json);
  return isObject(value) ? value : {};
}

const quotedIfLong = (token: string): string => (token.startsWith('"') || token.length <= MAX_DIGITS ? token : `"${token}"`);
