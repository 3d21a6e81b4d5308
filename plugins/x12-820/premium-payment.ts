import {
  constant,
  constantOfLoop,
  fileName,
  firstOf,
  from,
  integer,
  loops,
  named,
  record,
  recordId,
  type RecordOf,
  text,
  transactionReference,
  unlessTopLevel,
  validationIssues,
} from '../../src/plugin';
import { identificationType } from '../vocabulary';
import { remittedEntity } from './enumerations/remitted-entity';
import { coveredIndividual, premiumPayer, premiumReceiver } from './parties';
import { premiumAdjustment, remittance } from './remittance';
import { transaction } from './transaction';

/** 2000A of an organization, 2000B of individuals, and 2000 of an exchange, whose ENT has a number only: what is paid for them. */
export const premiumPayment = record('PremiumPayment', {
  id: recordId(),
  objectType: constant('PREMIUM_PAYMENT'),
  transactionId: transactionReference(),
  fileName: fileName(),
  remittanceType: constantOfLoop({ ORGANIZATION: ['2000A'], INDIVIDUAL: ['2000B', '2000'] }),
  assignedNumber: integer('ENT01'),
  entityCode: text('ENT02'),
  entity: named(remittedEntity, 'ENT02'),
  identificationTypeCode: text('ENT03'),
  identificationType: named(identificationType, 'ENT03'),
  identifier: text('ENT04'),
  payer: from('1000B', premiumPayer),
  payee: from('1000A', premiumReceiver),
  individuals: firstOf(loops('2100B', coveredIndividual), loops('2100', coveredIndividual)),
  previousAdjustments: firstOf(loops('2200A', premiumAdjustment), loops('2200B', premiumAdjustment)),
  remittances: firstOf(loops('2300A', remittance), loops('2300B', remittance), loops('2300', remittance)),
  validationIssues: validationIssues(),
  transaction: unlessTopLevel(from('0000', transaction)),
});
export type PremiumPayment = RecordOf<typeof premiumPayment>;
