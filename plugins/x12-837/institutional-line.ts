import { amount, code, each, joined, named, object, quantity, record, type RecordOf, unlessGiven, withoutPlace } from '../../src/plugin';
import { procedure, unitType } from '../vocabulary';
import { day, fixedFormatRecords, notes, reference } from './claim-parts';
import { adjudications, lineAdjustments, lineDates, lineDrug, lineProviders } from './line-parts';
import { repricing } from './repricing';
import { attachment, contractInfo } from './supporting-information';

/** 2400 of an institutional claim. */
export const institutionalLine = record('InstLine', {
  sourceLineId: reference('6R'),
  repricedReferenceNumber: reference('9B'),
  adjustedRepricedReferenceNumber: reference('9D'),
  chargeAmount: amount('SV203'),
  unitRate: amount('SV206'),
  nonCoveredAmount: amount('SV207'),
  serviceTaxAmount: amount('AMT[GT]02'),
  facilityTaxAmount: amount('AMT[N8]02'),
  ...lineDates,
  assessmentDate: day('866'),
  unitType: named(unitType, 'SV204'),
  unitCount: quantity('SV205'),
  ...lineDrug('SV202'),
  thirdPartyNote: unlessGiven('notes', joined('NTE[TPO]02')),
  notes,
  procedure: procedure('SV202', { describesItself: true }),
  revenueCode: code('REVENUE_CODE', 'SV201'),
  attachments: each('PWK', attachment),
  repricing: object('HCP', repricing),
  providers: lineProviders,
  adjudications,
  adjustments: lineAdjustments,
  contractInfo: withoutPlace('CN1 of an institutional claim stands in loop 2300.', object('CN1', contractInfo)),
  fixedFormatRecords: withoutPlace('K3 of an institutional claim stands in loop 2300.', fixedFormatRecords),
});
export type InstitutionalLine = RecordOf<typeof institutionalLine>;
