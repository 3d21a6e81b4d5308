import { amount, date, each, elements, firstRepetition, group, named, object, quantity, record, repetitions, text, unlessGiven } from '../../src/plugin';
import { address, contacts, gender, loopIdentity, loopName } from '../vocabulary';

/** LUI, a language of the member. */
const language = record('LanguageInfo', {
  codeQualifier: text('01'),
  code: text('02'),
  languageDescription: text('03'),
  languageUseIndicator: text('04'),
});

/** DMG05 is C056 in 5010: the race or ethnicity in component 1, a more precise one in component 3; a simple code in 4010. */
const RACES = [1, 3];

/** NM1 and DMG, shared by a member and an earlier, wrong version of one. */
const identified = { ...loopIdentity, ...loopName, birthDate: date('DMG02'), gender: named(gender, 'DMG03') } as const;

const demographics = {
  maritalStatusCode: text('DMG04'),
  ethnicityCode: unlessGiven('ethnicityCodes', firstRepetition('DMG05', RACES)),
  ethnicityCodes: repetitions('DMG05', RACES),
  citizenshipCode: text('DMG06'),
} as const;

/** 2100A, the member. */
export const member = record('Member', {
  ...identified,
  address: group(address),
  contacts: contacts(),
  ...demographics,
  employmentClassCodes: elements('EC', [1, 2, 3], text('+0')),
  wageFrequencyCode: text('ICM01'),
  wageAmount: amount('ICM02'),
  workHoursCount: quantity('ICM03'),
  employerLocationIdentificationCode: text('ICM04'),
  salaryGradeCode: text('ICM05'),
  healthRelatedCode: text('HLH01'),
  height: quantity('HLH02'),
  weight: quantity('HLH03'),
  languageInfo: unlessGiven('languages', object('LUI', language)),
  languages: each('LUI', language),
});

/** 2100B, the earlier, wrong identity of the member. */
export const incorrectMember = record('Member', { ...identified, ...demographics });
