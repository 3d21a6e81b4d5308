import { amount, code, named, quantity, record, text } from '../../src/plugin';
import { procedureOf, unitType } from '../vocabulary';

/** HCP, the repricing of the claim or line. HCP06 is a DRG on institutional claims, else an ambulatory patient group. */
export const repricing = record('Repricing', {
  methodologyCode: text('01'),
  allowedAmount: amount('02'),
  savingAmount: amount('03'),
  repricingOrganizationIdentifier: text('04'),
  perDiemOrFlatRateAmount: amount('05'),
  approvedGroupCode: text('06'),
  approvedAmount: amount('07'),
  approvedRevenueCode: code('REVENUE_CODE', '08'),
  approvedProcedure: procedureOf('09', '10'),
  approvedUnitType: named(unitType, '11'),
  approvedUnitCount: quantity('12'),
  rejectReasonCode: text('13'),
  policyComplianceCode: text('14'),
  exceptionCode: text('15'),
});
