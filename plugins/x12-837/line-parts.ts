import { amount, below, code, firstOf, integer, loops, named, periodFrom, periodTo, quantity, record, text, withoutPlace } from '../../src/plugin';
import { adjustments, drug, drugOf, procedure, provider, referenceType, unitType } from '../vocabulary';

/** DTP 472, the date of the service. */
export const lineDates = {
  serviceDateFrom: periodFrom('DTP[472]03'),
  serviceDateTo: periodTo('DTP[472]03'),
} as const;

/** 2410, the drug of a line, which older files have as the procedure. */
export const lineDrug = (product: string) =>
  ({
    drug: firstOf(below('2410', drugOf('02', 'LIN03')), drug(product)),
    drugUnitPrice: below('2410', amount('CTP03')),
    drugQuantity: below('2410', quantity('CTP04')),
    drugUnitType: below('2410', named(unitType, 'CTP05-1')),
    prescriptionNumber: below('2410', text('REF[VY|XZ]02')),
    prescriptionNumberType: below('2410', named(referenceType, 'REF[VY|XZ]01')),
  }) as const;

/** 2430, what another payer made of the line. */
const adjudication = record('Adjudication', {
  payerIdentifier: text('SVD01'),
  paidAmount: amount('SVD02'),
  unitCount: quantity('SVD05'),
  bundledOrUnbundledLineNumber: integer('SVD06'),
  procedure: procedure('SVD03', { describesItself: true }),
  revenueCode: code('REVENUE_CODE', 'SVD04'),
  adjustments: adjustments(),
  adjudicationOrPaymentDate: periodFrom('DTP[573]03'),
  remainingPatientLiabilityAmount: amount('AMT[EAF]02'),
});

export const adjudications = loops('2430', adjudication);

/** Fields that the interface documents for every line, and loop 2400 has no segment for. */
export const lineAdjustments = withoutPlace('CAS of a line stands in loop 2430, in `adjudications`.', adjustments());

/** Fields that the interface documents for lines of claims without a drug (loop 2410). */
export const noPrescriptionNumberType = withoutPlace('a dental claim has no loop 2410 for drugs.');

/** 2420, the providers of a line if they differ from those of the claim. */
export const lineProviders = loops('NM1[^PR]', provider());
