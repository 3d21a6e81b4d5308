import { addressColumns, blank, column, columns, identificationColumns, list, part, table, type TableEntry } from '../../src/plugin';
import { memberCoverage } from './member-coverage';

const dates: readonly TableEntry[] = columns('qualifierCode', 'date');
const amounts: readonly TableEntry[] = columns('qualifierCode', 'amount');
const references: readonly TableEntry[] = columns('qualifierCode', 'identification');

/** Numbers by which a party is reached; tables leave out who answers there. */
const contactNumbers = list('contacts', 'Contacts', [list('contactNumbers', 'ContactNumbers', columns('type', 'number'))]);

const reached: readonly TableEntry[] = [addressColumns, contactNumbers];

const personNames: readonly TableEntry[] = [column('lastNameOrOrgName', 'LastName'), column('firstName'), column('middleName')];
const anyNames: readonly TableEntry[] = columns('lastNameOrOrgName', 'firstName', 'middleName');
const organisationName = column('lastNameOrOrgName', 'Name');

const demographics: readonly TableEntry[] = columns('birthDate', 'gender');

const headColumns: readonly TableEntry[] = [
  column('id'),
  column('fileName'),
  part('transaction', 'Transaction', [column('controlNumber'), column('purposeCode', 'SetPurposeCode')]),
  part('transaction', '', [column('originatorApplicationTransactionId')]),
  part('transaction', 'Transaction', [column('creationDateTime'), column('actionCode')]),
  list('fileEffectiveDates', 'FileEffectiveDates', dates),
  column('masterPolicyNumber'),
  part('sponsor', 'Sponsor', [column('identifier'), organisationName]),
  part('insurer', 'Insurer', [column('identifier'), organisationName]),
  list('tpas', 'Tpas', [column('identifier'), organisationName, ...columns('accountNumber', 'accountNumber2')]),
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
  ...personNames,
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
  ...personNames,
  ...demographics,
  ...columns('maritalStatusCode', 'ethnicityCode', 'citizenshipCode'),
]);

const partyColumns: readonly TableEntry[] = [
  part('mailingAddress', 'MailingAddress', columns('line', 'line2', 'city', 'stateCode', 'zipCode', 'countryCode')),
  list('employers', 'Employers', [column('identifier'), ...anyNames, ...reached]),
  list('schools', 'Schools', [column('identifier'), organisationName, ...reached]),
  part('custodialParent', 'CustodialParent', [column('identifier'), ...personNames, ...reached]),
  list('responsiblePersons', 'ResponsiblePersons', [...columns('entityRole', 'identifier'), ...personNames, ...reached]),
  part('dropOffLocation', 'DropOffLocation', [...anyNames, addressColumns]),
];

const cobColumns = list('cobs', 'Cobs', [
  ...columns('payerResponsibilitySequenceCode', 'payerResponsibilitySequence', 'groupOrPolicyNumber', 'coordinationOfBenefitsCode'),
  list('serviceTypeCodes', 'ServiceTypeCodes'),
  list('additionalIdentifiers', 'AdditionalIdentifiers', identificationColumns),
  ...columns('dateFrom', 'dateTo'),
  list('insurers', 'Insurers', [...columns('entityRole', 'identifier'), organisationName, ...reached]),
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
    ...anyNames,
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
