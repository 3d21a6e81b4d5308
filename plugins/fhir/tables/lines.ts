import { unitType } from '../../vocabulary';
import type { Element } from '../mapping/element';
import { date, decimal, each, first, fixed, list, lookup, object, period, whenGiven } from '../mapping/elements';
import { coding } from '../mapping/codings';
import { concept, SYSTEM, x12System } from '../systems';

/** Product or service of a line: a procedure, else a drug, else the revenue code says it all. */
export const productOrService: Element = first(
  coding('procedure', 'procedure.descFromClaim'),
  coding('drug'),
  fixed(concept(SYSTEM.absent, 'not-applicable'), 'else'),
);

/** Modifiers of the procedure. */
export const modifier: Element = list(each('procedure.modifiers', coding('')));

/** Elements of the days of a service: one day, or a period. */
export const serviced = {
  servicedDate: whenGiven('serviceDateTo', date('serviceDateFrom'), true),
  servicedPeriod: whenGiven('serviceDateTo', period(date('serviceDateFrom'), date('serviceDateTo'))),
} as const;

/** Units that UCUM has a code for; all others have the code of X12. */
const UCUM: Readonly<Record<string, string>> = {
  DAYS: 'd',
  GRAM: 'g',
  INTERNATIONAL_UNIT: '[iU]',
  MILES: '[mi_us]',
  MILLIGRAM: 'mg',
  MILLILITER: 'mL',
  MINUTES: 'min',
  MONTH: 'mo',
  POUND: '[lb_av]',
};

const UNITS = [...unitType.codeOf].map(([name, code]) => ({ name, system: name in UCUM ? SYSTEM.ucum : x12System('355'), code: UCUM[name] ?? code }));

/** A quantity with the unit that a field names. */
export const quantityOf = (count: string, unit: string): Element =>
  object(
    {
      value: decimal(count),
      system: lookup(unit, Object.fromEntries(UNITS.map(({ name, system }) => [name, system]))),
      code: lookup(unit, Object.fromEntries(UNITS.map(({ name, code }) => [name, code]))),
    },
    ['value'],
  );

/** A quantity without a unit. */
export const count = (path: string): Element => object({ value: decimal(path) });
