import { below, constant, date, firstOf, group, named, object, record, text } from '../../src/plugin';
import { address, contacts, entityRole, identificationType, loopIdentity, loopName } from '../vocabulary';

/** N1 of the transaction: who they are, without address. */
const n1Name = {
  entityRole: named(entityRole, 'N101'),
  entityType: constant('BUSINESS'),
  identificationType: named(identificationType, 'N103'),
  identifier: text('N104'),
  lastNameOrOrgName: text('N102'),
} as const;

/** 1000A and 1000B, the sponsor of the plan and the insurer. */
export const organisation = record('PartyIdName', n1Name);

/** 1000C, an administrator or broker with the accounts of 1100C. */
export const tpa = record('Tpa', {
  ...n1Name,
  accountNumber: below('1100C', text('ACT01')),
  accountNumber2: below('1100C', text('ACT06')),
});

/** A person or organisation with NM1 in its loop: 2100D to 2100H. */
export const memberParty = record('Party', {
  ...loopIdentity,
  ...loopName,
  address: group(address),
  contacts: contacts(),
});

/** PLA, why a provider was changed. */
const changeReason = record('ChangeReason', {
  actionCode: text('01'),
  effectiveDate: date('03'),
  reasonCode: text('05'),
});

/** 2310, a provider that the member has chosen. */
export const coverageProvider = record('ProviderWithChangeReason', {
  ...loopIdentity,
  ...loopName,
  address: group(address),
  contacts: contacts(),
  changeReason: object('PLA', changeReason),
});

/** 2330, another insurer; in 4010 the one N1 of 2320, which has fewer fields. */
export const otherInsurer = record('Party', {
  entityRole: firstOf(loopIdentity.entityRole, n1Name.entityRole),
  entityType: firstOf<string>(loopIdentity.entityType, n1Name.entityType),
  identificationType: firstOf(loopIdentity.identificationType, n1Name.identificationType),
  identifier: firstOf(loopIdentity.identifier, n1Name.identifier),
  lastNameOrOrgName: firstOf(loopName.lastNameOrOrgName, n1Name.lastNameOrOrgName),
  firstName: loopName.firstName,
  address: group(address),
  contacts: contacts(),
});
