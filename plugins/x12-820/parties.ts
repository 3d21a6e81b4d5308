import { constant, each, group, named, object, record, text } from '../../src/plugin';
import { address, contacts, entityRole, identificationType, loopIdentity, loopName, remittanceTransmissionType } from '../vocabulary';
import { premiumReference } from './reference';

/** N1 to N4 and PER of a party of the transaction. */
const n1Party = {
  entityRole: named(entityRole, 'N101'),
  entityRoleCode: text('N101'),
  entityType: constant('BUSINESS'),
  identificationType: named(identificationType, 'N103'),
  identificationTypeCode: text('N103'),
  identifier: text('N104'),
  lastNameOrOrgName: text('N102'),
  additionalName: text('N201'),
  address: group(address),
  contacts: contacts(),
} as const;

/** RDM: how the remittance reaches the receiver of premiums. */
const deliveryMethod = record('RemittanceDeliveryMethod', {
  reportTransmissionCode: text('01'),
  transmissionType: named(remittanceTransmissionType, '01'),
  name: text('02'),
  communicationNumber: text('03'),
});

/** The receiver has no contacts. */
const { contacts: _contacts, ...receivingParty } = n1Party;

/** 1000A, who receives the premiums. */
export const premiumReceiver = record('PremiumReceiver', {
  ...receivingParty,
  additionalIds: each('REF', premiumReference),
  remittanceDeliveryMethod: object('RDM', deliveryMethod),
});

/** 1000B, who pays the premiums. */
export const premiumPayer = record('PremiumPayer', n1Party);

/** 1000C, a bank between the two. */
export const intermediaryBank = record('IntermediaryBank', n1Party);

/** 2100B, or 2100 of an exchange: a person that premiums are paid for. */
export const coveredIndividual = record('CoveredIndividual', {
  ...loopIdentity,
  ...loopName,
  identificationTypeCode: text('NM108'),
  additionalIds: each('REF', premiumReference),
});
