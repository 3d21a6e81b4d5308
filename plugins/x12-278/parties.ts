import { date, each, from, group, integer, named, periodFrom, record, text } from '../../src/plugin';
import { address, contacts, gender, loopIdentity, loopName, providerRole, relationship, taxonomy } from '../vocabulary';
import { reviewErrors, reviewIds } from './qualified-values';

/** Names of persons and of providers of services, who alone have a prefix. */
const identity = { ...loopIdentity, entityRoleCode: text('NM101'), identificationTypeCode: text('NM108'), ...loopName } as const;

const { namePrefix: _prefix, ...party } = identity;

const located = { address: group(address), contacts: contacts(), additionalIds: reviewIds } as const;

const provided = { providerRoleCode: text('PRV01'), providerRole: named(providerRole, 'PRV01'), providerTaxonomy: taxonomy } as const;

/** 2010A, the organization that reviews. */
const reviewer = record('Reviewer', { ...party, contacts: contacts(), errors: reviewErrors });

/** 2010B, who requests the review. */
const requester = record('Requester', { ...party, ...provided, ...located, errors: reviewErrors });

/** 2010C and 2010D, a person. */
const person = record('ReviewPerson', {
  ...identity,
  birthDate: date('DMG02'),
  gender: named(gender, 'DMG03'),
  relationshipCode: text('INS02'),
  relationshipType: named(relationship, 'INS02'),
  militaryStatusCode: text('INS08'),
  birthSequenceNumber: integer('INS17'),
  address: group(address),
  additionalIds: reviewIds,
  errors: reviewErrors,
});

/** The reviewer, and who requests. */
export const reviewerOf = { reviewer: from('2010A', reviewer) } as const;
export const requesterOf = { requester: from('2010B', requester) } as const;

/** The insured, and the patient if that is a dependent of the insured. */
export const subscriber = from('2010C', person);
export const dependent = from('2010D', person);

/** 2010EA, 2010F and 2010FA, a provider of the services. */
export const serviceProvider = record('ReviewProvider', { ...identity, ...provided, ...located, errors: reviewErrors });

/** A place that a patient is taken from or to. */
export const transportLocation = record('TransportLocation', {
  entityRole: identity.entityRole,
  entityRoleCode: identity.entityRoleCode,
  entityType: identity.entityType,
  lastNameOrOrgName: text('NM103'),
  address: group(address),
  errors: reviewErrors,
});

/** Another organization that has reviewed the services, and why it denied them. */
export const otherReviewer = record('OtherReviewer', {
  entityRole: identity.entityRole,
  entityRoleCode: identity.entityRoleCode,
  entityType: identity.entityType,
  lastNameOrOrgName: text('NM103'),
  denialReasons: each(
    'REF',
    record('DenialReason', {
      reasonCode: text('02'),
      qualifierCode2: text('04-1'),
      reasonCode2: text('04-2'),
      qualifierCode3: text('04-3'),
      reasonCode3: text('04-4'),
    }),
  ),
  denialDate: periodFrom('DTP[598]03'),
});

/** Who answers questions about additional information. */
export const informationContact = record('InformationContact', { ...party, address: group(address), contacts: contacts() });
