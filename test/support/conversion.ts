import { EdiError } from '../../src/common/edi-error';
import type { Issue } from '../../src/common/issue';
import type { ConversionOptions, ConversionSummary } from '../../src/pipeline/conversion.types';
import type { EdiSource } from '../../src/io/edi-source';
import { createConverter } from '../../src/pipeline/create-converter';
import type { Engine } from '../../src/pipeline/engine';

/** A record, notice or other object of an output. */
export type Json = Readonly<Record<string, unknown>>;

/** Gives pieces of bytes or text as a source. */
export function sourceOf(name: string, ...pieces: readonly (string | Buffer)[]): EdiSource {
  return {
    name,
    open: async function* () {
      for (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
    },
  };
}

let shared: Engine | undefined;

/** The engine with the plugins of the product, made once: conversions share nothing but compiled guides. */
export function converter(): Engine {
  shared ??= createConverter();
  return shared;
}

/** What a conversion gave. */
export interface Converted {
  readonly text: string;
  readonly issues: readonly Issue[];
  readonly summary: ConversionSummary;
}

/** Converts sources to the text of an output; NDJSON where the options name none. Throws what the conversion throws. */
export async function convertText(sources: readonly EdiSource[], options: ConversionOptions = {}, engine: Engine = converter()): Promise<Converted> {
  const issues: Issue[] = [];
  const conversion = engine.convert(sources, { output: 'ndjson', onIssue: (issue) => issues.push(issue), ...options });
  const chunks: Buffer[] = [];
  for await (const chunk of conversion) chunks.push(chunk);
  return { text: Buffer.concat(chunks).toString('utf8'), issues, summary: conversion.summary };
}

/** Parses every line of NDJSON. Fails on a line that is no JSON object. */
export function linesOf(text: string): Json[] {
  if (text === '') return [];
  expect(text.endsWith('\n')).toBe(true);
  return text.slice(0, -1).split('\n').map(parseObject);
}

export const parseObject = (line: string): Json => asRecord(JSON.parse(line));

/** Gives an object as a record. Throws for any other value. */
export function asRecord(value: unknown): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError(`Not an object: ${JSON.stringify(value)?.slice(0, 100)}`);
  return value as Json;
}

/** Converts to NDJSON and gives its objects. */
export async function convertLines(sources: readonly EdiSource[], options: ConversionOptions = {}, engine: Engine = converter()): Promise<Json[]> {
  return linesOf((await convertText(sources, options, engine)).text);
}

/** The objects that `records` gives. */
export async function readRecords(sources: readonly EdiSource[], options: ConversionOptions = {}, engine: Engine = converter()): Promise<Json[]> {
  const records: Json[] = [];
  for await (const record of engine.records(sources, options)) records.push(record);
  return records;
}

/** Gives the EdiError that an action throws; fails when it throws none. */
export async function ediErrorOf(action: () => unknown): Promise<EdiError> {
  try {
    await action();
  } catch (error) {
    if (error instanceof EdiError) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
}
