import {
  type Code,
  type CodeListsByQualifier,
  type Field,
  type FieldParts,
  firstQualifiedCode,
  pointedCodes,
  qualifiedCode,
  qualifiedCodes,
  qualifiedElements,
  type ValuesOf,
} from '../../src/plugin';

/*
 * Industry codes (data element 1271) by their qualifier (1270): components of C022 in the elements of HI, or two elements beside each other.
 */

const ALL = qualifiedElements['1271'].lists;

/** A qualifier of industry codes. */
export type IndustryQualifier = keyof typeof ALL;

/** The lists of some qualifiers of industry codes, in their order. */
export const industryLists = (...qualifiers: readonly IndustryQualifier[]): CodeListsByQualifier =>
  Object.fromEntries(qualifiers.map((qualifier) => [qualifier, ALL[qualifier]]));

/** A code by an element with its qualifier (01 of LQ) and its own (02). `usual` is the qualifier of a code without one. */
export const industryCodeOf = (qualifier: string, place: string, usual: IndustryQualifier): Field<Code> =>
  qualifiedCode({ code: place, qualifier, lists: { lists: ALL, usual, readsUnqualified: true, readsOthers: true } });

/**
 * The codes of some lists in the HI segments of the loop, each with what `more` reads of its composite:
 *
 *     valueInfos: healthCareCodes(industryLists('BE'), { amount: amount('-5') })
 */
export const healthCareCodes = <const F extends FieldParts>(lists: CodeListsByQualifier, more: F): Field<readonly (Code & ValuesOf<F>)[]> =>
  qualifiedCodes('HI', lists, more);

/** The first code of some lists in the HI segments of the loop. */
export const healthCareCode = (lists: CodeListsByQualifier): Field<Code> => firstQualifiedCode('HI', lists);

/** The codes of some lists in the HI segments of a loop around, to which the components of an element point, counted from 1. */
export const pointedHealthCareCodes = (pointers: string, loop: string, lists: CodeListsByQualifier): Field<readonly Code[]> =>
  pointedCodes(pointers, { loop, segment: 'HI', lists });
