import { type Code, date, each, type Field, group, named, onlyIn, qualifiedCode, record, type RecordOf, text, within } from '../../src/plugin';
import { entityRole } from './enumerations/entity-role';
import { entityType } from './enumerations/entity-type';
import { identificationType } from './enumerations/identification-type';
import { gender } from './enumerations/gender';
import { referenceType } from './enumerations/reference-type';
import { contacts } from './contact';
import { type Identification, identification } from './qualified-values';

/** An address: N3 and N4 of the loop. */
export const address = record('Address', {
  line: text('N301'),
  line2: text('N302'),
  city: text('N401'),
  stateCode: text('N402'),
  zipCode: text('N403'),
  countryCode: text('N404'),
  locationQualifier: text('N405'),
  locationIdentifier: text('N406'),
  countrySubdivisionCode: text('N407'),
});
/** What `address` reads. */
export type Address = RecordOf<typeof address>;

/** NM1 as the current segment, or as the segment of a loop that it opens. */
type NamePlace = '' | 'NM1';

const identityAt = (nm1: NamePlace) =>
  ({
    entityRole: named(entityRole, `${nm1}01`),
    entityType: named(entityType, `${nm1}02`),
    identificationType: named(identificationType, `${nm1}08`),
    identifier: text(`${nm1}09`),
  }) as const;

const nameAt = (nm1: NamePlace) =>
  ({
    lastNameOrOrgName: text(`${nm1}03`),
    firstName: text(`${nm1}04`),
    namePrefix: text(`${nm1}06`),
    middleName: text(`${nm1}05`),
    nameSuffix: text(`${nm1}07`),
  }) as const;

/** The identity in NM1, up to the tax id that other segments may add. */
export const nm1Identity = identityAt('');

/** The name in NM1. */
export const nm1Name = nameAt('');

/** A party that is one NM1 segment. */
export const partyIdName = record('PartyIdName', { ...nm1Identity, ...nm1Name });
/** What `partyIdName` reads. */
export type PartyIdName = RecordOf<typeof partyIdName>;

/** Identity of a party whose loop NM1 opens, up to the tax id that other segments may add. */
export const loopIdentity = identityAt('NM1');

/** Name of a party whose loop NM1 opens. */
export const loopName = nameAt('NM1');

/** A party that is the NM1 of a loop of its own. */
export const loopPartyIdName = record('PartyIdName', { ...loopIdentity, ...loopName });

/** REF01 codes of tax ids: of an employer, of a person, and of either. */
const TAX_ID_CODES = ['EI', 'SY', 'TJ'];

/** Identity and name of a party whose loop NM1 opens, with the tax id of its REF. */
const partyIdentity = {
  ...loopIdentity,
  taxId: text(`REF[${TAX_ID_CODES.join('|')}]02`),
  taxIdType: named(referenceType, `REF[${TAX_ID_CODES.join('|')}]01`),
  ...loopName,
} as const;

/** All REF of a loop but the tax id and those that have fields of their own. */
const otherIds = (ownFields: readonly string[]): Field<readonly Identification[]> =>
  each(ownFields.length === 0 ? 'REF' : `REF[^${ownFields.join('|')}]`, identification, { butFirst: `REF[${TAX_ID_CODES.join('|')}]` });

/** A party whose loop NM1 opens. `ownFields` are the REF01 codes that have fields elsewhere. */
export const party = (...ownFields: readonly string[]) =>
  record('Party', { ...partyIdentity, address: group(address), contacts: contacts(), additionalIds: otherIds(ownFields) });
/** What `party` reads. */
export type Party = RecordOf<ReturnType<typeof party>>;

/** Places of the parts of a person. */
export interface PersonPlaces {
  /** REF01 codes that have fields elsewhere. */
  readonly ownFields?: readonly string[];
  /** The loop around the person's, if it has a DMG. */
  readonly demographicLoop?: string;
  /** Ids of the guides whose records have an identifier of the person; absent: all that have a place for it. */
  readonly identifiedIn?: readonly string[];
}

/** The identifier of a person, in some guides only. */
const identifiedIn = (guides: readonly string[]) =>
  ({
    identificationType: onlyIn(guides, partyIdentity.identificationType),
    identifier: onlyIn(guides, partyIdentity.identifier),
  }) as const;

/** A person whose loop NM1 opens, with the demographic data of DMG. */
export const person = ({ ownFields = [], demographicLoop, identifiedIn: guides }: PersonPlaces = {}) =>
  record('PersonWithDemographic', {
    ...partyIdentity,
    ...(guides === undefined ? {} : identifiedIn(guides)),
    birthDate: inLoopOr(demographicLoop, date('DMG02')),
    gender: inLoopOr(demographicLoop, named(gender, 'DMG03')),
    address: group(address),
    contacts: contacts(),
    additionalIds: otherIds(ownFields),
  });
/** What `person` reads. */
export type Person = RecordOf<ReturnType<typeof person>>;

const TAXONOMY = 'PROVIDER_TAXONOMY';

/** PRV03, a taxonomy. It shows its qualifier (PRV02) unless that is `usual`. */
const taxonomyBy = (usual: 'PXC' | 'ZZ'): Field<Code> =>
  qualifiedCode({
    code: 'PRV03',
    qualifier: '02',
    lists: { lists: { [usual]: TAXONOMY, [usual === 'ZZ' ? 'PXC' : 'ZZ']: TAXONOMY }, usual, readsUnqualified: true, readsOthers: true },
  });

const [taxonomy5010, taxonomy4010] = [taxonomyBy('PXC'), taxonomyBy('ZZ')];

/** The taxonomy of a provider (PRV03). In 004010 its qualifier is ZZ. */
export const taxonomy: Field<Code> = {
  ...taxonomy5010,
  bind: (scope, key) => (scope.guide.id.startsWith('004010') ? taxonomy4010 : taxonomy5010).bind(scope, key),
};

/** A provider whose loop NM1 opens, with its taxonomy (PRV03), which may be in the loop around it. */
export const provider = (taxonomyLoop?: string) =>
  record('Provider', {
    ...partyIdentity,
    address: group(address),
    providerTaxonomy: inLoopOr(taxonomyLoop, taxonomy),
    contacts: contacts(),
    additionalIds: otherIds([]),
  });

const inLoopOr = <T>(loop: string | undefined, field: Field<T>): Field<T> => (loop === undefined ? field : within(loop, field));
/** What `provider` reads. */
export type Provider = RecordOf<ReturnType<typeof provider>>;
