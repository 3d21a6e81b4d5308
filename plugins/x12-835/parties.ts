import {
  code,
  constant,
  date,
  each,
  type Field,
  firstOf,
  freeText,
  group,
  type LoopNode,
  named,
  others,
  record,
  type RecordOf,
  text,
  unlessGiven,
  variant,
  within,
  withoutPlace,
  writtenWhere,
} from '../../src/plugin';
import { address, contacts, entityRole, gender, identification, identificationType, nm1Identity, nm1Name, partyIdName, referenceType } from '../vocabulary';

/** Fields that the interface documents for every party, and N1 has no elements for. */
const nameOfPerson = {
  firstName: withoutPlace('N1 has one name, which is that of an organization.'),
  middleName: withoutPlace('N1 has one name, which is that of an organization.'),
  nameSuffix: withoutPlace('N1 has one name, which is that of an organization.'),
} as const;

/** Fields that the interface documents for every party, and loop 2100 has no segments for except NM1. */
const partsOfLoops = {
  taxId: withoutPlace('loop 2100 of an 835 has no REF of a party, and NM109 is its identifier.'),
  taxIdType: withoutPlace('loop 2100 of an 835 has no REF of a party, and NM109 is its identifier.'),
  address: withoutPlace('loop 2100 of an 835 has no N3 and N4.', group(address)),
  contacts: withoutPlace('PER in loop 2100 of an 835 is a contact of the claim, in `claimContacts`.', contacts()),
} as const;

/** Fields that the interface documents for persons, and loop 2100 has no segment for. */
const demographics = {
  birthDate: withoutPlace('loop 2100 of an 835 has no DMG.', date('02')),
  gender: withoutPlace('loop 2100 of an 835 has no DMG.', named(gender, '03')),
} as const;

/** Fields that the interface documents for providers, and loop 2100 has no segment for. */
const taxonomy = { providerTaxonomy: withoutPlace('an 835 has no PRV.', code('PROVIDER_TAXONOMY', '03')) } as const;

/** A party of loop 2100 that is one NM1: a person, or a payer. */
export const claimParty = record('PartyIdName', {
  ...partyIdName.fields,
  ...partsOfLoops,
  additionalIds: withoutPlace('REF in loop 2100 of an 835 identifies the claim, in `otherClaimRelatedIds`.', each('REF', identification)),
  ...demographics,
});

/** Where the payer's identifier is taken from. */
type PayerIdentity = 'reference' | 'name' | 'trace';

/**
 * The payer is identified by the company of the trace number (TRN03), which an additional identification (REF 2U) or
 * N104 makes more precise. A transaction without TRN03 identifies no payer.
 */
const payerIdentity = (payerLoop: LoopNode): PayerIdentity | undefined => payerLoop.once(PAYER_IDENTITY);

const PAYER_IDENTITY = { make: findPayerIdentity } as const;

function findPayerIdentity(payerLoop: LoopNode): PayerIdentity | undefined {
  const trace = payerLoop.parent?.segments.find(({ id }) => id === 'TRN');
  if (trace === undefined || trace.element(3) === '') return undefined;
  if (payerLoop.segments.some((segment) => segment.id === 'REF' && segment.element(1) === '2U')) return 'reference';
  return payerLoop.segments[0]?.element(4) ? 'name' : 'trace';
}

/**
 * Place of the payer's identifier when it is written: N104 for identifiers of another kind; an additional identification for one that is among those; and for
 * any other one the trace number, or an additional identification if the trace number has another.
 */
function writtenIdentity({ identificationType, additionalIds }: Readonly<Record<string, unknown>>): PayerIdentity | undefined {
  if (typeof identificationType === 'string' && identificationType !== 'PAYOR_ID') return 'name';
  return hasPayerNumber({ additionalIds }) ? undefined : 'trace';
}

const hasPayerNumber = ({ additionalIds }: Readonly<Record<string, unknown>>): boolean => Array.isArray(additionalIds) && additionalIds.some(isPayerNumber);

/** N103 and N104 would be read as the identifier, unless an additional identification is that. */
const unlessPayerNumber = <T>(field: Field<T>): Field<T> => firstOf(writtenWhere(hasPayerNumber, field), unlessGiven('identifier', field));

/** 'own' for a payer whose N104 is not its `identifier`, so that it has fields of its own. */
const nameIdentity = (payerLoop: LoopNode): 'own' | undefined => (payerIdentity(payerLoop) === 'name' ? undefined : 'own');

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
  nameIdentificationType: variant<string, 'own'>(nameIdentity, { own: unlessPayerNumber(named(identificationType, 'N103')) }),
  nameIdentifier: variant<string, 'own'>(nameIdentity, { own: unlessPayerNumber(text('N104')) }),
  taxId: withoutPlace('loop 1000A has no REF of a tax id; the payer is identified by TRN03.'),
  taxIdType: withoutPlace('loop 1000A has no REF of a tax id; the payer is identified by TRN03.'),
  lastNameOrOrgName: text('N102'),
  ...nameOfPerson,
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
  ...nameOfPerson,
  address: group(address),
  contacts: withoutPlace('loop 1000B has no PER.', contacts()),
  additionalIds: others('REF', identification),
  ...taxonomy,
});
export type Payee = RecordOf<typeof payee>;

/** REF01 codes by which 2100 identifies the provider who rendered the service. */
const PROVIDER_ID_CODES = '0B|1A|1B|1C|1D|1G|1H|1J|D3|G2|LU';

/** 2100 NM1 82 (SJ in some files), the provider who rendered the service, with the claim's provider identifications. */
export const serviceProvider = record('Party', {
  ...nm1Identity,
  ...nm1Name,
  ...partsOfLoops,
  additionalIds: each(`REF[${PROVIDER_ID_CODES}]`, identification),
  ...taxonomy,
});
