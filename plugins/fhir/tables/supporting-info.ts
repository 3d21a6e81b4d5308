import type { Element } from '../mapping/element';
import { amountQuantity, date, each, fixed, numbered, object, text } from '../mapping/elements';
import { x12 } from '../mapping/codings';
import { concept, SYSTEM, x12System } from '../systems';
import { count } from './lines';

/*
 * `supportingInfo` of Claim and ExplanationOfBenefit: facts that have no element of their own. A code of X12 names the fact: the qualifier that it has there.
 */

const info = fixed(concept(SYSTEM.claimInfo, 'info'));

/** Supporting information of a category, with what it says. */
export const infoOf = (category: object, elements: Readonly<Record<string, Element>>): Element => numbered(object({ category: fixed(category), ...elements }));

/** A day that has a field of its own, by the qualifier (data element 374) that it has in X12. */
export const dayInfo = (path: string, qualifier: string): Element =>
  infoOf(concept(SYSTEM.claimInfo, 'info'), { code: fixed(concept(x12System('374'), qualifier)), timingDate: date(path) });

/** A code of X12 that has a field of its own, by its data element. */
export const codeInfo = (path: string, element: string): Element => infoOf(concept(SYSTEM.claimInfo, 'info'), { code: x12(path, element) });

/** Text that has a field of its own, by a code of X12 that names it. */
export const textInfo = (path: string, element: string, code: string): Element =>
  infoOf(concept(SYSTEM.claimInfo, 'info'), { code: fixed(concept(x12System(element), code)), valueString: text(path) });

/** An amount that has a field of its own, by the qualifier (data element 522) that it has in X12. */
export const amountInfo = (path: string, qualifier: string): Element =>
  infoOf(concept(SYSTEM.claimInfo, 'info'), { code: fixed(concept(x12System('522'), qualifier)), valueQuantity: amountQuantity(path) });

/** Every amount of a list (AMT). */
export const amountInfos = (path: string): Element =>
  each(path, numbered(object({ category: info, code: x12('qualifierCode', '522'), valueQuantity: amountQuantity('amount') }, ['valueQuantity'])));

/** Every quantity of a list (QTY). */
export const quantityInfos = (path: string): Element =>
  each(path, numbered(object({ category: info, code: x12('qualifierCode', '673'), valueQuantity: count('quantity') }, ['valueQuantity'])));
