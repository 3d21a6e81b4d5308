import { date, each, firstOf, from, named, onlyIn, record, text, within } from '../../src/plugin';
import { contacts, gender, identification, loopIdentity, loopName, loopPartyIdName, referenceType } from '../vocabulary';
import { INQUIRY } from './guides';
import { batchStatus } from './status-info';

/** REF01 codes of tax ids among the identifications of a provider (2200C). */
const TAX_ID_CODES = 'SY|TJ';

/** 2100C, the provider, with the identifications next to its status. */
export const provider = record('StatusProvider', {
  ...loopIdentity,
  taxId: within('2200C', text(`REF[${TAX_ID_CODES}]02`)),
  taxIdType: within('2200C', named(referenceType, `REF[${TAX_ID_CODES}]01`)),
  ...loopName,
  additionalIds: within('2200C', each(`REF[^${TAX_ID_CODES}]`, identification)),
});

/** 2100A, the payer who receives the inquiry, with its contacts. */
const payer = record('StatusPayer', { ...loopIdentity, lastNameOrOrgName: text('NM103'), contacts: contacts() });

/** The payer in questions and responses; acknowledgments have it as their sender. */
export const payerOf = { payer: onlyIn(INQUIRY, from('2100A', payer)) } as const;

/** A person of a level, with the level's demographic data. */
const personOf = (level: string) =>
  record('StatusPerson', {
    ...loopIdentity,
    ...loopName,
    birthDate: within(level, date('DMG02')),
    gender: within(level, named(gender, 'DMG03')),
  });

/** 2100D of questions and responses, the insured. */
export const subscriber = from('2100D', personOf('2000D'));

/** 2100E, the patient if that is a dependent of the insured; else the insured. */
export const patientOfInquiry = firstOf(from('2100E', personOf('2000E')), subscriber);

/** 2100D of acknowledgments, the patient. */
export const patient = from('2100D', loopPartyIdName);

/** Who gets the status, and what becomes of everything that it has sent. */
export const receiverOf = {
  receiver: from('2100B', loopPartyIdName),
  receiverBatchStatus: from('2200B', batchStatus),
} as const;

/** Who has billed, and what becomes of all its claims. */
export const providerOf = {
  provider: from('2100C', provider),
  providerBatchStatus: from('2200C', batchStatus),
} as const;
