import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SAMPLES = join(__dirname, '../../../samples');

/** An input in which a rule finds something, made of a sample in which it finds nothing: the text that is replaced, and by what. */
export interface RuleSample {
  readonly sample:
    | '835.edi'
    | '835-institutional.edi'
    | '837p.edi'
    | '837i.edi'
    | '837d.edi'
    | '834.edi'
    | '277ca.edi'
    | '270.edi'
    | '271.edi'
    | '276.edi'
    | '277.edi'
    | '820.edi'
    | '278-request.edi'
    | '278-response.edi'
    | '275';
  readonly replace: readonly (readonly [from: string | RegExp, to: string])[];
  /** Element at which the issue stands. */
  readonly element?: string;
  /** Id of the segment at which it stands. */
  readonly segment?: string;
}

const remittance = (...replace: RuleSample['replace']): Pick<RuleSample, 'sample' | 'replace'> => ({ sample: '835.edi', replace });
const claims = (...replace: RuleSample['replace']): Pick<RuleSample, 'sample' | 'replace'> => ({ sample: '837p.edi', replace });
const acknowledgment = (...replace: RuleSample['replace']): Pick<RuleSample, 'sample' | 'replace'> => ({ sample: '277ca.edi', replace });
const asked = (...replace: RuleSample['replace']): Pick<RuleSample, 'sample' | 'replace'> => ({ sample: '270.edi', replace });
const benefits = (...replace: RuleSample['replace']): Pick<RuleSample, 'sample' | 'replace'> => ({ sample: '271.edi', replace });
const inquiry = (...replace: RuleSample['replace']): Pick<RuleSample, 'sample' | 'replace'> => ({ sample: '276.edi', replace });
const answer = (...replace: RuleSample['replace']): Pick<RuleSample, 'sample' | 'replace'> => ({ sample: '277.edi', replace });
const stay = (...replace: RuleSample['replace']): Pick<RuleSample, 'sample' | 'replace'> => ({ sample: '837i.edi', replace });

const premiums = (...replace: RuleSample['replace']): Pick<RuleSample, 'sample' | 'replace'> => ({ sample: '820.edi', replace });
const review = (...replace: RuleSample['replace']): Pick<RuleSample, 'sample' | 'replace'> => ({ sample: '278-request.edi', replace });
const decision = (...replace: RuleSample['replace']): Pick<RuleSample, 'sample' | 'replace'> => ({ sample: '278-response.edi', replace });
const enrollment = (...replace: RuleSample['replace']): Pick<RuleSample, 'sample' | 'replace'> => ({ sample: '834.edi', replace });

/** One failing input for each rule; the sample itself is the passing one. */
export const RULE_SAMPLES: Readonly<Record<string, RuleSample>> = {
  'input-ended': remittance([/PLB\*19000[\s\S]*/, 'PLB*19000']),
  'input-line-break': { ...remittance(['JUNIPER STREET CLINIC', 'JUNIPER\nSTREET CLINIC']), segment: 'N1' },
  'input-lower-case': { ...remittance(['N3*400', 'n3*400']), segment: 'N3' },
  'input-skipped': remittance(['ISA*00', 'Here is the file:\nISA*00']),
  'input-terminator': { ...remittance([/IEA\*1\*000000101~\s*$/, 'IEA*1*000000101']), segment: 'IEA' },
  'envelope-pairs': remittance(['GE*1*101~\n', '']),
  'envelope-strays': remittance(['GE*1*101~', 'GE*1*101~\nN3*ASTRAY~']),
  'control-count': { ...remittance(['SE*43*', 'SE*42*']), segment: 'SE', element: 'SE01' },
  'control-number': { ...remittance(['GE*1*101', 'GE*1*102']), segment: 'GE', element: 'GE02' },
  'set-version': { ...claims(['ST*837*0001*005010X222A1', 'ST*837*0001*005010X291'], ['X*005010X222A1', 'X*005010X291']), element: 'ST03' },
  'transaction-empty': claims([/HL\*1[\s\S]*SE\*61/, 'SE*6']),
  'segment-unknown': { ...remittance(['DTM*050*20260227~', 'ZZZ*1~']), segment: 'ZZZ' },
  'segment-not-allowed': { ...remittance(['CLP*JSC-1002', 'RDM*BM~\nCLP*JSC-1002']), segment: 'RDM' },
  'segment-late': { ...remittance(['DTM*050*20260228~', 'CUR*PR*USD~\nDTM*050*20260228~']), segment: 'CUR' },
  'level-parent': { ...claims(['HL*4*3*23', 'HL*4*9*23']), segment: 'HL' },
  'control-duplicate': {
    ...remittance(['GE*1*101', 'ST*835*0001~\nSE*2*0001~\nGE*2*101']),
    element: 'ST02',
  },
  'group-function': { ...remittance(['GS*HP', 'GS*HC']), element: 'ST01' },
  'group-version': { ...claims(['ST*837*0001*005010X222A1', 'ST*837*0001*005010X222A2']), element: 'ST03' },
  'segment-required': { ...remittance(['TRN*1*EFT2026030917*1900000001~\n', '']), segment: 'ST' },
  'loop-required': { ...claims([/NM1\*40\*2\*HARBOR[^~]*~\n/, '']), segment: 'ST' },
  'segment-maximum': { ...remittance(['DTM*405*20260306~', 'DTM*405*20260306~\nDTM*405*20260306~']), segment: 'DTM' },
  'loop-maximum': {
    ...claims(['NM1*82*1*BIRCH', 'NM1*82*1*ELM*ASH****XX*1900000021~\nNM1*82*1*BIRCH']),
    segment: 'NM1',
  },
  'segment-order': { ...remittance(['DTM*405*20260306~\n', ''], ['REF*EV*HERON', 'DTM*405*20260306~\nREF*EV*HERON']), segment: 'REF' },
  'level-sequence': { ...claims(['HL*2*1*22*0', 'HL*7*1*22*0']), element: 'HL01' },
  'level-children': { ...claims(['HL*3*1*22*1', 'HL*3*1*22*0']), element: 'HL04' },
  'element-required': { ...remittance(['BPR*I*261.4*C', 'BPR*I**C']), element: 'BPR02' },
  'element-unused': { ...claims(['N4*BANGOR*ME*04401~\nREF*EI', 'N4*BANGOR*ME*04401**X~\nREF*EI']), element: 'N405' },
  'element-unknown': { ...remittance(['TRN*1*EFT2026030917*1900000001', 'TRN*1*EFT2026030917*1900000001**5']), element: 'TRN05' },
  'element-too-long': { ...remittance(['N4*PORTLAND*ME', 'N4*PORTLAND*MAINE']), element: 'N402' },
  'element-too-short': { ...remittance(['N4*PORTLAND*ME', 'N4*P*ME']), element: 'N401' },
  'element-date': { ...remittance(['DTM*405*20260306', 'DTM*405*20261306']), element: 'DTM02' },
  'element-number': { ...remittance(['SVC*HC:99214*180*', 'SVC*HC:99214*18O*']), element: 'SVC02' },
  'element-control-characters': { ...remittance(['400 TIDEWATER', '400\u0007TIDEWATER']), element: 'N301' },
  'element-character-set': { ...remittance(['400 TIDEWATER', '400 TIDÉWATER']), element: 'N301' },
  'element-separator': { ...remittance(['400 TIDEWATER', '400:TIDEWATER']), element: 'N301' },
  'element-code': { ...claims(['11:B:1*Y*A*Y*Y', '11:B:1*V*A*Y*Y']), element: 'CLM06' },
  'element-pattern': { ...stay(['044730000', '04473']), element: 'N403' },
  'element-repeats': { ...remittance(['400 TIDEWATER', '400^TIDEWATER']), element: 'N301' },
  'elements-paired': {
    ...remittance(['N1*PE*JUNIPER STREET CLINIC*XX*1900000013', 'N1*PR*HARBOR*XX'], ['N1*PR*HARBOR LANTERN HEALTH PLAN', 'N1*PR*HARBOR*XX']),
    segment: 'N1',
  },
  'elements-one-of': { ...claims(['REF*6R*1001-1~\n', 'REF*6R*1001-1~\nLQ*AS*484.3~\nFRM*1A~\n']), segment: 'FRM' },
  'elements-conditional': { ...remittance(['N4*PORTLAND*ME*04101', 'N4*PORTLAND*ME*04101***X']), element: 'N405' },
  'elements-exclusive': { ...remittance(['N4*PORTLAND*ME*04101', 'N4*PORTLAND*ME*04101*US***QC']), segment: 'N4' },
  'binary-length': {
    sample: '275',
    replace: [['BIN*5*', 'BIN*7*']],
    element: 'BIN01',
  },
  'code-invalid': { ...claims(['HC:99213:25', 'HC:JXXXX:25']), element: 'SV101-2' },
  'period-order': { ...claims(['20260210-20260211', '20260211-20260210']), element: 'DTP03' },
  'npi-check-digit': { ...remittance(['XX*1900000013', 'XX*1900000014']), element: 'N104' },
  'routing-check-digit': { ...remittance(['01*999999992*DA*42108000', '01*999999993*DA*42108000']), element: 'BPR13' },
  '835-claim-charge': { ...remittance(['CLP*JSC-1002*1*95*80', 'CLP*JSC-1002*1*96*80']), segment: 'CLP' },
  '835-claim-paid': { ...remittance(['CLP*JSC-1002*1*95*80', 'CLP*JSC-1002*1*95*81']), segment: 'CLP' },
  '835-line-balance': { ...remittance(['CAS*CO*45*15~', 'CAS*CO*45*14~']), segment: 'SVC' },
  '835-claim-balance': { ...remittance([/SVC\*HC:99213\*95[\s\S]*LQ\*HE\*N130~\n/, '']), segment: 'CLP' },
  '835-payment-balance': { ...remittance(['BPR*I*261.4', 'BPR*I*261.5']), segment: 'BPR' },
  '835-patient-responsibility': { ...remittance(['*250*186.4*25*', '*250*186.4*26*']), element: 'CLP05' },
  '835-reversal-sign': { ...remittance(['CLP*JSC-1002*1*', 'CLP*JSC-1002*22*']), element: 'CLP03' },
  '835-payment-method': { ...remittance(['C*ACH*CCP', 'C*NON*CCP']), element: 'BPR04' },
  '835-payer-identity': { ...remittance(['TRN*1*EFT2026030917*1900000001', 'TRN*1*EFT2026030917*1900000002']), element: 'TRN03' },
  '835-payer-supplement': {
    ...remittance(['1900000001**01*', '1900000001*000000001*01*'], ['TRN*1*EFT2026030917*1900000001', 'TRN*1*EFT2026030917*1900000001*000000002']),
    element: 'TRN04',
  },
  '835-claim-dates': { ...remittance(['DTM*050*20260227~', 'DTM*232*20260227~\nDTM*233*20260226~']), element: 'DTM02' },
  '835-line-dates': { ...remittance(['DTM*472*20260224~', 'DTM*150*20260224~\nDTM*151*20260223~']), element: 'DTM02' },
  '277-receiver-amounts': { ...acknowledgment(['AMT*YU*430.5', 'AMT*YU*430']), element: 'STC04' },
  '277-provider-amounts': { ...acknowledgment(['AMT*YU*250.5', 'AMT*YU*250']), element: 'STC04' },
  '277-provider-status-day': { ...acknowledgment(['STC*A3:24:85**U*80', 'STC*A3:24:85*20260217*U*80']), element: 'STC02' },
  '277-claim-action': { ...acknowledgment(['*U*120~', '*WQ*120~']), element: 'STC03' },
  '277ca-service-day': { ...acknowledgment(['DTP*472*D8*20260209~', 'DTP*472*D8*20270209~']), element: 'DTP03' },
  '277ca-line-twice': {
    ...acknowledgment(['REF*FJ*1~\nDTP*472*RD8*20260209-20260210~', 'REF*FJ*1~\nSVC*HC:99213*1~\nSTC*A8:453*20260217*U~\nREF*FJ*1~']),
    element: 'REF02',
  },
  '277ca-line-units': { ...acknowledgment(['SVC*HC:99213:25*120*****1~', 'SVC*HC:99213:25*120*****0~']), element: 'SVC07' },
  '277ca-receipt-day': { ...acknowledgment(['DTP*050*D8*20260216', 'DTP*050*D8*20260218'], ['DTP*009*D8*20260217', 'DTP*009*D8*20260218']), element: 'DTP03' },
  '277ca-receipt-order': { ...acknowledgment(['DTP*009*D8*20260217', 'DTP*009*D8*20260215']), element: 'DTP03' },
  '277ca-status-day': { ...acknowledgment(['STC*A3:21*20260217', 'STC*A3:21*20260218']), element: 'STC02' },
  '277ca-claim-lines': { ...acknowledgment(['SVC*HC:99213:25*120*', 'SVC*HC:99213:25*120.01*']), element: 'STC04' },
  '277ca-line-rejected': { ...acknowledgment(['STC*A3:21*20260217*U*120', 'STC*A2:20*20260217*WQ*120']), element: 'STC03' },
  '270-birth-day': { ...asked(['D8*19850412', 'D8*20850412']), element: 'DMG02' },
  '270-trace-twice': { ...asked(['TRN*1*CLINIC-56*9888000001~', 'TRN*1*CLINIC-56*9888000001~\nTRN*1*CLINIC-56*9888000001~']), element: 'TRN02' },
  '270-diagnosis-twice': { ...asked(['ABF:I10', 'ABF:E119']), element: 'HI02' },
  '270-subscriber-identity': { ...asked(['Q**JR*MI*W000123', 'Q**JR'], ['DMG*D8*19850412*F~\n', '']), segment: 'NM1' },
  '270-spend-down-type': { ...asked(['*RT~', '~']), element: 'AMT01' },
  '270-spend-down-amount': { ...asked(['AMT*R*37.5~\n', '']), element: 'AMT01' },
  '270-cancellation': { ...asked(['BHT*0022*13*REQ-9001*20260301*0900*RT', 'BHT*0022*01*REQ-9001*20260301*0900']), element: 'BHT02' },
  '270-no-question': { ...asked(['EQ*35~\n', '']), segment: 'HL' },
  '270-service-twice': { ...asked(['EQ*30^98', 'EQ*30^30']), element: 'EQ01' },
  '270-diagnosis-pointers': { ...asked(['**1:2~', '**1:3~']), element: 'EQ05' },
  '271-birth-day': { ...benefits(['D8*19850412', 'D8*20850412']), element: 'DMG02' },
  '271-trace-twice': { ...benefits(['TRN*2*CLINIC-55*9888000001', 'TRN*1*ACME-7001*1999000001']), element: 'TRN02' },
  '271-diagnosis-twice': { ...benefits(['ABF:I10', 'ABF:E119']), element: 'HI02' },
  '271-subscriber-identity': { ...benefits(['Q***MI*W000123', 'Q'], ['DMG*D8*19850412*F~\n', '']), segment: 'NM1' },
  '271-benefit-amount': { ...benefits(['*23*6000', '']), element: 'EB07' },
  '271-coinsurance-percent': { ...benefits(['*23**.2***Y*N', '']), element: 'EB08' },
  '271-percent-fraction': { ...benefits(['*23**.2*', '*23**20*']), element: 'EB08' },
  '271-negative-amount': { ...benefits(['*23*6000', '*23*-6000']), element: 'EB07' },
  '271-period-without-value': { ...benefits(['EB*6**35', 'EB*6**35***23']), element: 'EB06' },
  '271-entity-missing': { ...benefits([/EB\*U\*\*88~\nLS[^]*?LE\*2120~\n/, 'EB*U**88~\n']), element: 'EB01' },
  '271-diagnosis-pointers': { ...benefits(['**1:2~', '**1:3~']), element: 'EB14' },
  '271-active-and-inactive': { ...benefits(['EB*6**35', 'EB*6*IND*30^98*HM*GOLD 2026']), element: 'EB01' },
  '271-rejected-with-benefits': { ...benefits(['N4*SPRINGFIELD*IL*62704~', 'N4*SPRINGFIELD*IL*62704~\nAAA*N**72*C~']), element: 'AAA01' },
  '271-periods': { ...benefits(['DTP*347*D8*20261231', 'DTP*347*D8*20251231']), element: 'DTP03' },
  '276-birth-day': { ...inquiry(['D8*19850412', 'D8*20850412']), element: 'DMG02' },
  '276-service-day': { ...inquiry(['DTP*472*D8*20260110', 'DTP*472*D8*20270110']), element: 'DTP03' },
  '276-line-twice': { ...inquiry(['REF*FJ*1001-2', 'REF*FJ*1001-1']), element: 'REF02' },
  '276-line-units': { ...inquiry(['180.5*****1', '180.5*****0']), element: 'SVC07' },
  '276-claim-lines': { ...inquiry(['AMT*T3*250.5', 'AMT*T3*250']), element: 'AMT02' },
  '276-claim-day': { ...inquiry(['DTP*472*D8*20260120~\n', '']), segment: 'TRN' },
  '276-claim-key': { ...inquiry(['REF*1K*ACME-881~\n', '']), segment: 'TRN' },
  '276-claim-charge': { ...inquiry(['AMT*T3*250.5', 'AMT*T3*-250.5']), element: 'AMT02' },
  '276-bill-type': { ...inquiry(['REF*BLT*131', 'REF*BLT*13']), element: 'REF02' },
  '276-no-claim': { ...inquiry([/TRN\*1\*ASK-1-2[^]*DTP\*472\*D8\*20260120~\n/, '']), segment: 'HL' },
  '277-service-day': { ...answer(['DTP*472*D8*20260110', 'DTP*472*D8*20270110']), element: 'DTP03' },
  '277-line-twice': { ...answer(['REF*FJ*1001-2', 'REF*FJ*1001-1']), element: 'REF02' },
  '277-line-units': { ...answer(['180.5*150****1', '180.5*150****-1']), element: 'SVC07' },
  '277-denied-paid': { ...answer(['STC*F1:65*20260215**250.5', 'STC*F2:65*20260215**250.5']), element: 'STC05' },
  '277-pending-paid': { ...answer(['STC*F1:65*20260215**250.5', 'STC*P1:65*20260215**250.5']), element: 'STC09' },
  '277-paid-above-charge': { ...answer(['**250.5*200*', '**250.5*300*']), element: 'STC05' },
  '277-status-day': { ...answer(['STC*F1:65*20260215**250.5', 'STC*F1:65*20260315**250.5']), element: 'STC02' },
  '277-decision-day': { ...answer(['*20260214**', '*20260314**']), element: 'STC06' },
  '277-check-without-day': { ...answer(['**20260216*CHECK-77', '***CHECK-77']), element: 'STC09' },
  '277-claim-lines': { ...answer(['**250.5*200*', '**250*200*']), element: 'STC04' },
  '277-line-paid': { ...answer(['180.5*150*', '180.5*190*']), element: 'SVC03' },
  '820-payment-balance': { ...premiums(['BPR*C*1492.5', 'BPR*C*1492']), element: 'BPR02' },
  '820-remittance-balance': { ...premiums(['*500*505', '*500*506']), element: 'RMR04' },
  '820-negative-payment': { ...premiums(['BPR*C*1492.5', 'BPR*C*-1492.5']), element: 'BPR02' },
  '820-receiver-account': { ...premiums(['*7788002*', '**']), element: 'BPR15' },
  '820-payment-format': { ...premiums(['ACH*CTX', 'ACH*']), element: 'BPR05' },
  '820-trace-company': { ...premiums(['EFT-8201*1900000019', 'EFT-8201*1900000018']), element: 'TRN03' },
  '820-trace-supplement': { ...premiums(['1900000019*900000001~', '1900000019*900000002~']), element: 'TRN04' },
  '820-coverage-period': { ...premiums(['LOC-1~\nDTM*582****RD8*20260301-20260331', 'LOC-1~\nDTM*582****RD8*20260301-20260228']), element: 'DTM06' },
  '820-payment-period': { ...premiums(['20260305~\nDTM*582****RD8*20260301-20260331', '20260305~\nDTM*582****RD8*20260301-20260228']), element: 'DTM06' },
  '820-zero-adjustment': { ...premiums(['ADX*10*RU', 'ADX*0*RU']), element: 'ADX01' },
  '820-member-count': { ...premiums(['**O*12*IE', '**O*0*IE']), element: 'SLN04' },
  '278-birth-day': { ...review(['D8*19880920', 'D8*20880920']), element: 'DMG02' },
  '278-accident-day': { ...review(['DTP*439*D8*20260201', 'DTP*439*D8*20260401']), element: 'DTP03' },
  '278-onset-day': { ...review(['DTP*431*D8*20260202', 'DTP*431*D8*20260402']), element: 'DTP03' },
  '278-event-period': { ...review(['DTP*AAH*RD8*20260310-20260312', 'DTP*AAH*RD8*20260310-20260309']), element: 'DTP03' },
  '278-service-period': { ...review(['DTP*472*RD8*20260310-20260311', 'DTP*472*RD8*20260310-20260309']), element: 'DTP03' },
  '278-discharge-day': { ...review(['DTP*096*D8*20260313', 'DTP*096*D8*20260309']), element: 'DTP03' },
  '278-certification-period': {
    ...decision(['N~\nDTP*102*D8*20260307~\nDTP*036*D8*20260630', 'N~\nDTP*102*D8*20260307~\nDTP*036*D8*20260306']),
    element: 'DTP03',
  },
  '278-certification-day': { ...decision(['N~\nDTP*102*D8*20260307', 'N~\nDTP*102*D8*20260308']), element: 'DTP03' },
  '278-certification-number': { ...decision(['HCR*A6*AUTH-1*', 'HCR*A6**']), element: 'HCR02' },
  '278-decision-reason': { ...decision(['HCR*A3**25', 'HCR*A3']), element: 'HCR03' },
  '278-accident-missing': { ...review(['DTP*439*D8*20260201~\n', '']), element: 'UM05' },
  '278-earlier-certification': { ...review(['UM*AR*I*', 'UM*AR*R*'], ['REF*BB*PREV-1~\nREF*NT*ADMIN-1~\n', '']), element: 'UM02' },
  '278-tooth-without-dental-service': { ...review(['SV3*AD:D2150*80**10:20*I*1*FILLING~\n', '']), element: 'TOO02' },
  '837-line-sequence': { ...claims(['LX*2~', 'LX*3~']), element: 'LX01' },
  '837-claim-charge': { ...claims(['CLM*JSC-1001*250', 'CLM*JSC-1001*251']), segment: 'CLM' },
  '837-line-adjudication': { ...claims(['SVD*STPLAN*80', 'SVD*STPLAN*81']), element: 'SVD02' },
  '837-other-payer-balance': { ...claims(['AMT*D*65', 'AMT*D*66']), element: 'AMT02' },
  '837-original-reference': { ...claims(['CLM*JSC-1001*250***11:B:1', 'CLM*JSC-1001*250***11:B:7']), segment: 'CLM' },
  '837-subscriber-is-patient': { ...claims(['DMG*D8*19790412*F~\n', '']), segment: 'NM1' },
  '837-admission-of-bill': { ...stay(['DTP*435*DT*202602031415~\n', '']), segment: 'CLM' },
  '837-admission-of-visit': { ...claims(['CLM*JSC-1001*250***11', 'CLM*JSC-1001*250***21']), segment: 'CLM' },
  '837-accident': { ...claims(['11:B:1*Y*A*Y*Y~\nDTP*431', '11:B:1*Y*A*Y*Y**OA~\nDTP*431']), segment: 'CLM' },
  '837-diagnosis-pointer': { ...claims(['*UN*2***1~', '*UN*2***3~']), element: 'SV107-1' },
  '837-service-day': { ...claims(['DTP*472*D8*20260209', 'DTP*472*D8*20260309']), element: 'DTP03' },
  '837-discharge-day': {
    ...stay(['DTP*096*TM*1130~', 'DTP*096*D8*20260201~']),
    element: 'DTP03',
  },
  '834-control-totals': { ...enrollment(['QTY*DT*1', 'QTY*DT*2']), element: 'QTY02' },
  '834-subscriber-is-self': { ...enrollment(['INS*N*01', 'INS*N*18']), element: 'INS02' },
  '834-birth-day': { ...enrollment(['DMG*D8*19860214', 'DMG*D8*20860214']), element: 'DMG02' },
  '834-death-day': { ...enrollment(['INS*Y*18*021*20*A***FT', 'INS*Y*18*021*20*A***FT***D8*19880919']), element: 'INS12' },
  '834-member-periods': { ...enrollment(['DTP*336*D8*20260302~', 'DTP*336*D8*20260302~\nDTP*337*D8*20260301~']), element: 'DTP03' },
  '834-disability-period': {
    ...enrollment(['DMG*D8*19880920*F*M~', 'DMG*D8*19880920*F*M~\nDSB*1~\nDTP*360*D8*20260302~\nDTP*361*D8*20260301~']),
    element: 'DTP03',
  },
  '834-coordination-period': {
    ...enrollment(['COB*P*RM-2210*1~', 'COB*P*RM-2210*1~\nDTP*344*D8*20260302~\nDTP*345*D8*20260301~']),
    element: 'DTP03',
  },
  '834-coverage-period': { ...enrollment(['DTP*348*D8*20260401~', 'DTP*348*D8*20260401~\nDTP*349*D8*20260331~']), element: 'DTP03' },
  '834-death-reported': { ...enrollment(['INS*Y*18*021*20*A***FT', 'INS*Y*18*021*20*A***FT***D8*20290101']), element: 'INS12' },
  '834-coordination-order': {
    ...enrollment(['NM1*IN*2*RIVER MUTUAL~', 'NM1*IN*2*RIVER MUTUAL~\nCOB*P*RM-2211*1~\nNM1*IN*2*LAKE MUTUAL~']),
    element: 'COB01',
  },
  '837-birth-day': { ...claims(['DMG*D8*19790412*F', 'DMG*D8*20790412*F']), element: 'DMG02' },
};

/** A transaction set that no guide of the product describes. */
const BINARY = [
  'ISA*00*          *00*          *ZZ*A              *ZZ*B              *260101*1200*^*00501*000000001*0*T*:~',
  'GS*PI*AA*BB*20260101*1200*1*X*005010~',
  'ST*275*0001~',
  'BIN*5*HELLO~',
  'SE*3*0001~',
  'GE*1*1~',
  'IEA*1*000000001~',
  '',
].join('\n');

/** The text of a sample as it is. */
export function passingText({ sample }: RuleSample): string {
  return sample === '275' ? BINARY : readFileSync(join(SAMPLES, sample), 'utf8');
}

/** The text with the change. Throws when there is nothing to change. */
export function failingText(sample: RuleSample): string {
  return sample.replace.reduce((text, [from, to]) => {
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`${String(from)} is not in ${sample.sample}.`);
    return changed;
  }, passingText(sample));
}
