import { amount, below, code, each, firstOf, group, integers, loops, named, periodFrom, periodTo, quantity, record, text, texts } from '../../src/plugin';
import { drug, procedure, traceNumbers, unitType } from '../vocabulary';
import { informationContact, serviceProvider } from './parties';
import { attachments, reviewErrors } from './qualified-values';
import { decisionOf, delivery, requestOf, wantedInformation } from './review';

/** C003-8, the last code of a range of procedures. */
const rangeEnd = (element: string) => text(`${element}-8`);

/** SV1, a professional service. */
const professionalService = record('ProfessionalService', {
  procedure: procedure('SV101', { describesItself: true }),
  drug: drug('SV101'),
  lastProcedureCode: rangeEnd('SV101'),
  chargeAmount: amount('SV102'),
  unitCode: text('SV103'),
  unit: named(unitType, 'SV103'),
  quantity: quantity('SV104'),
  diagPointers: integers('SV107'),
  epsdtIndicator: text('SV111'),
  levelOfCareCode: text('SV120'),
});

/** SV2, an institutional service. */
const institutionalService = record('InstitutionalService', {
  revenueCode: code('REVENUE_CODE', 'SV201'),
  procedure: procedure('SV202', { describesItself: true }),
  drug: drug('SV202'),
  lastProcedureCode: rangeEnd('SV202'),
  chargeAmount: amount('SV203'),
  unitCode: text('SV204'),
  unit: named(unitType, 'SV204'),
  quantity: quantity('SV205'),
  unitRate: amount('SV206'),
  residentialStatusCode: text('SV209'),
  levelOfCareCode: text('SV210'),
});

/** TOO, a tooth and its surfaces. */
const tooth = record('ReviewTooth', { toothCode: text('02'), surfaceCodes: texts('03') });

/** SV3, a dental service. */
const dentalService = record('DentalService', {
  procedure: procedure('SV301', { describesItself: true }),
  lastProcedureCode: rangeEnd('SV301'),
  chargeAmount: amount('SV302'),
  oralCavityCodes: texts('SV304'),
  prosthesisCode: text('SV305'),
  quantity: quantity('SV306'),
  description: text('SV307'),
});

/** 2000F, a service. */
export const service = record('AuthorizedService', {
  traceNumbers,
  errors: reviewErrors,
  ...requestOf,
  ...decisionOf,
  serviceDateFrom: periodFrom('DTP[472]03'),
  serviceDateTo: periodTo('DTP[472]03'),
  wantedInformation,
  professionalService: group(professionalService),
  institutionalService: group(institutionalService),
  dentalService: group(dentalService),
  teeth: each('TOO', tooth),
  delivery,
  attachments,
  message: text('MSG01'),
  providers: firstOf(loops('2010F', serviceProvider), loops('2010FA', serviceProvider)),
  informationContact: below('2010FB', group(informationContact)),
});
