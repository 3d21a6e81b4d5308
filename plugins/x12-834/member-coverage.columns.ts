import { blank, column, columns, list, part, table, type TableEntry } from '../../src/plugin';
import { addressColumns, addressParts, identificationColumns, partyNameColumns, organisationNameColumn, personNameColumns } from '../vocabulary';
import { memberCoverage } from './member-coverage';

const dates: readonly TableEntry[] = columns('qualifierCode', 'date');
const amounts: readonly TableEntry[] = columns('qualifierCode', 'amount');
const references: readonly TableEntry[] = columns('qualifierCode', 'identification');

/** Numbers by which a party is reached; tables leave out who answers there. */
const contactNumbers = list('contacts', 'Contacts', [list('contactNumbers', 'ContactNumbers', columns('type', 'number'))]);

const reached: readonly TableEntry[] = [addressColumns, contactNumbers];

const demographics: readonly TableEntry[] = columns('birthDate', 'gender');

const headColumns: readonly TableEntry[] = [
  column('id'),
  column('fileName'),
  part('transaction', 'Transaction', [column('controlNumber'), column('purposeCode', 'SetPurposeCode')]),
  part('transaction', '', [column('originatorApplicationTransactionId')]),
  part('transaction', 'Transaction', [column('creationDateTime'), column('actionCode')]),
  list('fileEffectiveDates', 'FileEffectiveDates', dates),
  column('masterPolicyNumber'),
  part('sponsor', 'Sponsor', [column('identifier'), organisationNameColumn]),
  part('insurer', 'Insurer', [column('identifier'), organisationNameColumn]),
  list('tpas', 'Tpas', [column('identifier'), organisationNameColumn, ...columns('accountNumber', 'accountNumber2')]),
];

const enrollmentColumns: readonly TableEntry[] = [
  ...columns(
    'memberIndicator',
    'relationshipCode',
    'maintenanceTypeCode',
    'maintenanceReasonCode',
    'benefitStatusCode',
    'medicarePlanCode',
    'medicareEligibilityReasonCode',
    'cobraEventCode',
    'employmentStatusCode',
    'studentStatusCode',
    'handicapIndicator',
    'deathDate',
    'confidentialityCode',
    'birthSequenceNumber',
    'identifier',
    'groupOrPolicyNumber',
  ),
  list('supplementalIdentifiers', 'SupplementalIdentifiers', references),
  list('statusInfoEffectiveDates', 'StatusInfoEffectiveDates', dates),
];

const memberColumns = part('member', 'Member', [
  ...columns('entityRole', 'identificationType', 'identifier'),
  blank('TaxId'),
  ...personNameColumns,
  ...demographics,
  ...reached,
  column('maritalStatusCode'),
  list('ethnicityCodes', 'EthnicityCodes'),
  column('citizenshipCode'),
  list('employmentClassCodes', 'EmploymentClassCodes'),
  ...columns('wageFrequencyCode', 'wageAmount', 'workHoursCount', 'employerLocationIdentificationCode', 'salaryGradeCode'),
  ...columns('healthRelatedCode', 'height', 'weight'),
  part('languageInfo', 'LanguageInfo', columns('codeQualifier', 'code', 'languageDescription', 'languageUseIndicator')),
]);

const incorrectMemberColumns = part('incorrectMember', 'IncorrectMember', [
  column('identifier'),
  ...personNameColumns,
  ...demographics,
  ...columns('maritalStatusCode', 'ethnicityCode', 'citizenshipCode'),
]);

const partyColumns: readonly TableEntry[] = [
  part('mailingAddress', 'MailingAddress', addressParts),
  list('employers', 'Employers', [column('identifier'), ...partyNameColumns, ...reached]),
  list('schools', 'Schools', [column('identifier'), organisationNameColumn, ...reached]),
  part('custodialParent', 'CustodialParent', [column('identifier'), ...personNameColumns, ...reached]),
  list('responsiblePersons', 'ResponsiblePersons', [...columns('entityRole', 'identifier'), ...personNameColumns, ...reached]),
  part('dropOffLocation', 'DropOffLocation', [...partyNameColumns, addressColumns]),
];

const cobColumns = list('cobs', 'Cobs', [
  ...columns('payerResponsibilitySequenceCode', 'payerResponsibilitySequence', 'groupOrPolicyNumber', 'coordinationOfBenefitsCode'),
  list('serviceTypeCodes', 'ServiceTypeCodes'),
  list('additionalIdentifiers', 'AdditionalIdentifiers', identificationColumns),
  ...columns('dateFrom', 'dateTo'),
  list('insurers', 'Insurers', [...columns('entityRole', 'identifier'), organisationNameColumn, ...reached]),
]);

const coverageColumns = list('healthCoverages', 'HealthCoverages', [
  ...columns('maintenanceTypeCode', 'insuranceLineCode', 'planDescription', 'coverageLevelCode', 'lateEnrollmentIndicator'),
  list('coverageDates', 'CoverageDates', dates),
  list('contractAmounts', 'ContractAmounts', amounts),
  list('groupOrPolicyNumbers', 'GroupOrPolicyNumbers', references),
  column('priorCoverageMonthCount'),
  list('idCards', 'IdCards', columns('planDesc', 'typeCode', 'count', 'actionCode')),
  list('providers', 'Providers', [
    ...columns('entityRole', 'entityType', 'identifier'),
    ...partyNameColumns,
    ...reached,
    part('changeReason', 'ChangeReason', columns('actionCode', 'effectiveDate', 'reasonCode')),
  ]),
  cobColumns,
]);

/** The rows of members and their coverages. */
export const memberCoverageTable = table('834', 'Main', memberCoverage, [
  ...headColumns,
  ...enrollmentColumns,
  memberColumns,
  incorrectMemberColumns,
  list('contractAmounts', 'ContractAmounts', amounts),
  ...partyColumns,
  list('disabilities', 'Disabilities', columns('typeCode', 'diagnosisCode', 'dateFrom', 'dateTo')),
  list('reportingCategories', 'ReportingCategories', columns('name', 'identifierQualifierCode', 'identifierType', 'identifier', 'date', 'dateTo')),
  coverageColumns,
]);
