/**
 * Synthetic persons, providers and claims, which the samples of several transaction sets share: with the same seed, files of different sets are about the same
 * claims. Names are those of plants and birds, telephone numbers end in 01XX, NPIs begin with 2, social security numbers with 9: none is assigned to anybody.
 */
export { adjudicate, type Adjudication } from './adjudication';
export { type ClaimForm, claimProviderOf, claimSource, CLAIMS_PER_TRANSACTION, type SyntheticClaim } from './claim';
export { dayOf } from './days';
export { cents, money } from './money';
export { PAYER, TRADING } from './payer';
export { personOf, placeOf, type SyntheticPerson, type SyntheticPlace } from './person';
export { billingProviderOf, npiOf, type SyntheticProvider } from './provider';
export { addressText, nameElements } from './segments';
