import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import type { ClassConstructor } from 'class-transformer';
import { EdiError } from '../../common/edi-error';
import { declaredNames, readTextValues } from '../validation/text-rules';

const LONGEST_SHOWN_VALUE = 40;

/** Reads the query of a request into the query class of the operation: `@Query(QueryPipe) query: EdiJsonQuery`. */
export class QueryPipe implements PipeTransform<unknown, unknown> {
  transform(query: unknown, { metatype }: ArgumentMetadata): unknown {
    return metatype === undefined ? query : readQuery<object>(metatype, query);
  }
}

/**
 * Reads query parameters. Of a repeated parameter the last one counts; parameters that the class does not declare are left out.
 * Throws EDI_BAD_PARAMETER that names each bad parameter and its allowed values.
 */
export function readQuery<T extends object>(type: ClassConstructor<T>, query: unknown): T {
  const given = asRecord(query);
  const texts: Record<string, string> = {};
  for (const name of declaredNames(type)) {
    const text = lastText(given[name]);
    if (text !== undefined) texts[name] = text;
  }
  const read = readTextValues(type, texts);
  if ('values' in read) return read.values;
  throw new EdiError('EDI_BAD_PARAMETER', read.rejections.map(({ name, allowed }) => `${name} is "${shown(texts[name])}". Allowed: ${allowed}.`).join(' '));
}

/** Gives the names of the parameters that the class does not declare, in the order of the request. */
export function ignoredParameters(type: ClassConstructor<object>, query: unknown): readonly string[] {
  const known = new Set(declaredNames(type));
  return Object.keys(asRecord(query)).filter((name) => !known.has(name));
}

function asRecord(query: unknown): Readonly<Record<string, unknown>> {
  return typeof query === 'object' && query !== null ? { ...query } : {};
}

function lastText(value: unknown): string | undefined {
  const last: unknown = Array.isArray(value) ? value.at(-1) : value;
  return typeof last === 'string' ? last : undefined;
}

function shown(text: string | undefined): string {
  const value = text ?? '';
  return value.length > LONGEST_SHOWN_VALUE ? `${value.slice(0, LONGEST_SHOWN_VALUE)}...` : value;
}
