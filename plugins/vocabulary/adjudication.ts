import { alsoUnused, amount, code, elements, integer, quantity, record } from '../../src/plugin';

/** MOA: how an outpatient claim was adjudicated. */
export const outpatientAdjudication = record('OutpatientAdjudication', {
  reimbursementRate: quantity('MOA01'),
  hcpcsPayableAmount: amount('MOA02'),
  esrdPaymentAmount: alsoUnused(amount('MOA08')),
  nonPayableProfessionalComponentAmount: amount('MOA09'),
  remarks: elements('MOA', [3, 4, 5, 6, 7], code('RARC', '+0')),
});

/** MIA: how an inpatient claim was adjudicated. */
export const inpatientAdjudication = record('InpatientAdjudication', {
  coveredDaysOrVisitsCount: integer('MIA01'),
  ppsOperatingOutlierAmount: alsoUnused(amount('MIA02')),
  lifetimePsychiatricDaysCount: integer('MIA03'),
  drgAmount: amount('MIA04'),
  disproportionateShareAmount: amount('MIA06'),
  mspPassThroughAmount: amount('MIA07'),
  ppsCapitalAmount: amount('MIA08'),
  ppsCapitalFspDrgAmount: amount('MIA09'),
  ppsCapitalHspDrgAmount: amount('MIA10'),
  ppsCapitalDshDrgAmount: amount('MIA11'),
  oldCapitalAmount: amount('MIA12'),
  ppsCapitalImeAmount: amount('MIA13'),
  ppsOperatingHospitalSpecificDrgAmount: amount('MIA14'),
  costReportDayCount: integer('MIA15'),
  ppsOperatingFederalSpecificDrgAmount: amount('MIA16'),
  ppsCapitalOutlierAmount: amount('MIA17'),
  indirectTeachingAmount: amount('MIA18'),
  nonPayableProfessionalComponentAmount: amount('MIA19'),
  ppsCapitalExceptionAmount: amount('MIA24'),
  remarks: elements('MIA', [5, 20, 21, 22, 23], code('RARC', '+0')),
});
