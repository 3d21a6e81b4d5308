import {
  address,
  constant,
  contacts,
  each,
  entityRole,
  firstOf,
  freeText,
  group,
  identification,
  identificationType,
  type LoopNode,
  named,
  nm1Identity,
  nm1Name,
  record,
  type RecordOf,
  referenceType,
  text,
  variant,
  within,
} from '../../src/plugin';

/** Where the payer's identifier is taken from. */
type PayerIdentity = 'reference' | 'name' | 'trace';

/**
 * The payer is identified by the company of the trace number (TRN03), which an additional identification (REF 2U) or
 * N104 makes more precise. A transaction without TRN03 identifies no payer.
 */
function payerIdentity(payerLoop: LoopNode): PayerIdentity | undefined {
  const trace = payerLoop.parent?.segments.find(({ id }) => id === 'TRN');
  if (trace === undefined || trace.element(3) === '') return undefined;
  if (payerLoop.segments.some((segment) => segment.id === 'REF' && segment.element(1) === '2U')) return 'reference';
  return payerLoop.segments[0]?.element(4) ? 'name' : 'trace';
}

/**
 * Where the payer's identifier is written: N104 has identifiers of another kind; one that is among the additional identifications is
 * written with those; and any other one is that of the trace number, or an additional identification where that has another.
 */
function writtenIdentity({ identificationType, additionalIds }: Readonly<Record<string, unknown>>): PayerIdentity | undefined {
  if (typeof identificationType === 'string' && identificationType !== 'PAYOR_ID') return 'name';
  return Array.isArray(additionalIds) && additionalIds.some(isPayerNumber) ? undefined : 'trace';
}

function isPayerNumber(id: unknown): boolean {
  if (typeof id !== 'object' || id === null) return false;
  const names = Object.values(id);
  return names.includes('2U') || names.includes('PAYER_IDENTIFICATION_NUMBER');
}

/** 1000A, the payer. */
export const payer = record('Party', {
  entityRole: named(entityRole, 'N101'),
  entityType: constant('BUSINESS'),
  identificationType: variant<string, PayerIdentity>(
    payerIdentity,
    {
      reference: constant('PAYOR_ID'),
      name: named(identificationType, 'N103'),
      trace: constant('PAYOR_ID'),
    },
    writtenIdentity,
  ),
  identifier: variant<string, PayerIdentity>(
    payerIdentity,
    {
      reference: text('REF[2U]02'),
      name: text('N104'),
      trace: firstOf(within('0000', freeText('TRN03')), text('REF[2U]02')),
    },
    writtenIdentity,
  ),
  lastNameOrOrgName: text('N102'),
  address: group(address),
  contacts: contacts(),
  additionalIds: each('REF', identification),
});
export type Payer = RecordOf<typeof payer>;

/** 1000B, the payee. Its tax id (REF TJ) has fields of its own. */
export const payee = record('Party', {
  entityRole: named(entityRole, 'N101'),
  entityType: constant('BUSINESS'),
  identificationType: named(identificationType, 'N103'),
  identifier: text('N104'),
  taxId: text('REF[TJ]02'),
  taxIdType: named(referenceType, 'REF[TJ]01'),
  lastNameOrOrgName: text('N102'),
  address: group(address),
  additionalIds: each('REF[^TJ]', identification),
});
export type Payee = RecordOf<typeof payee>;

/** REF01 codes by which 2100 identifies the provider who rendered the service. */
const PROVIDER_ID_CODES = '0B|1A|1B|1C|1D|1G|1H|1J|D3|G2|LU';

/** 2100 NM1 82 (SJ in some files), the provider who rendered the service, with the claim's provider identifications. */
export const serviceProvider = record('Party', {
  ...nm1Identity,
  ...nm1Name,
  additionalIds: each(`REF[${PROVIDER_ID_CODES}]`, identification),
});

/** The REF of 2100 that are not the provider's. */
export const CLAIM_REFERENCES = `REF[^${PROVIDER_ID_CODES}]`;
