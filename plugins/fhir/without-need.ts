/** A field that FHIR needs no place for, because another one says the same. */
interface Repeated {
  /** Kind of the record; absent for all kinds. */
  readonly kind?: string;
  readonly pattern: RegExp;
  readonly reason: string;
}

/** Fields that repeat or derive from others. The page of fields lists them apart from those that have no place. */
export const WITHOUT_NEED: readonly Repeated[] = [
  { kind: 'ELIGIBILITY', pattern: /^plans\[\]/, reason: 'a view of `benefits`' },
  { kind: 'PROVIDER_ADJUSTMENT', pattern: /^(payer|payee)\./, reason: 'the same as in the transaction' },
  { pattern: /^(provider|receiver)BatchStatus\./, reason: 'the same as `batchStatus`' },
  { pattern: /(^|\.)objectType$/, reason: 'the type of the resource' },
  { pattern: /^(id|transactionId|functionalGroupId)$/, reason: 'becomes an id, or the reference to one' },
  { pattern: /(^|\.)fileInfo\.|^fileName$/, reason: 'about the input file, not about its content' },
  { pattern: /^validationIssues/, reason: 'OperationOutcome, when issues are requested' },
  { pattern: /placeOfServiceType$/, reason: 'follows from the place of service code' },
  { pattern: /\[\]\.type$/, reason: 'name of its qualifier code' },
  {
    pattern: /(^|\.)(claimStatus|insurancePlanType|specialProgramType|delayReasonType|transmissionType|billingFrequency|categoryType)$/,
    reason: 'name of its code',
  },
  { pattern: /\.(actionType|paymentMethodType)$/, reason: 'name of its code' },
  { pattern: /(relatedCauseType)$/, reason: 'name of its code' },
  { pattern: /adjustments\[\]\.reasonCode$/, reason: 'the code of `reason`' },
  { pattern: /remarkCodes\[\]$/, reason: 'the codes of `remarks`' },
  { pattern: /^serviceLines\[\]\.diags\[\]/, reason: 'the diagnoses of the claim that `diagPointers` point to' },
  { pattern: /(claimNote|billingNote|lineNote|thirdPartyNote)$/, reason: 'the text of `notes`' },
  { pattern: /(priorAuthorization|referralNumber|healthcarePolicyId)$/, reason: 'the first of its list' },
  { pattern: /^member\.languageInfo\./, reason: 'the first of `languages`' },
  { pattern: /\.ethnicityCode$/, reason: 'the first of `ethnicityCodes`' },
  { pattern: /(^|\.)entityType$/, reason: 'decides between Practitioner and Organization' },
  { pattern: /\.(formattedCode|instructionDesc)$/, reason: 'another form of the code, or of its description' },
  {
    pattern: /^transactionSetIdentifierCode$|^transactionType$|^implementationConventionReference$|^hierarchicalStructureCode$/,
    reason: 'the kind of the transaction',
  },
  { pattern: /^creation(Date)?Time$/, reason: 'X12 has no time zone, without which FHIR has no time' },
];
