import { lastDayCodec } from '../../mapping/aggregate';
import type { Codec } from '../../mapping/codecs/codec';
import { dateCodec, dateTimeCodec, periodFromCodec, periodToCodec, timeCodec, timeOfDayCodec } from '../../mapping/codecs/date.codec';
import { integerCodec, numberCodec } from '../../mapping/codecs/number.codec';
import { freeTextCodec, textCodec } from '../../mapping/codecs/text.codec';
import type { Enumeration } from '../../mapping/enumeration';
import { CODEC } from './layout';
import type { NamedCode } from './write-tables';

const CODECS: ReadonlyMap<Codec<unknown>, CODEC> = new Map<Codec<unknown>, CODEC>([
  [textCodec, CODEC.TEXT],
  [freeTextCodec, CODEC.FREE_TEXT],
  [numberCodec, CODEC.NUMBER],
  [integerCodec, CODEC.INTEGER],
  [dateCodec, CODEC.DATE],
  [periodFromCodec, CODEC.PERIOD_FROM],
  [periodToCodec, CODEC.PERIOD_TO],
  [lastDayCodec, CODEC.LAST_DAY],
  [timeCodec, CODEC.TIME],
  [timeOfDayCodec, CODEC.TIME_OF_DAY],
  [dateTimeCodec, CODEC.DATE_TIME],
]);

/** The number of a codec in the kernel; undefined for one that it does not know. Some differ in how they read alone. */
export function codecNumber(codec: Codec<unknown>): CODEC | undefined {
  const known = CODECS.get(codec);
  if (known !== undefined) return known;
  if (codec.write === textCodec.write) return CODEC.TEXT;
  return codec.write === integerCodec.write ? CODEC.INTEGER : undefined;
}

export type NamedFormat = Extract<NonNullable<Codec<unknown>['format']>, { kind: 'named' }>;

/** The names of an enumeration; `other` is that of all codes without one. */
export function namedCodes({ nameOf, codeOf }: Enumeration, other: unknown, hasSeveralCodes: Codec<unknown>['hasSeveralCodes']): readonly NamedCode[] {
  const codesOf = new Map<string, string[]>();
  for (const [code, name] of nameOf) {
    const codes = codesOf.get(name);
    if (codes === undefined) codesOf.set(name, [code]);
    else codes.push(code);
  }
  const named = [...codesOf].filter(([name]) => name !== other);
  const rows = named.map(([name, codes]): NamedCode => ({ name, code: codeOf.get(name) ?? '', needsCode: hasSeveralCodes?.(name) === true, codes }));
  return typeof other === 'string' ? [...rows, { name: other, code: '', needsCode: true, codes: named.flatMap(([, codes]) => codes) }] : rows;
}
