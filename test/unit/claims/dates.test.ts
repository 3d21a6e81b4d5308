import { at, claimFile, GUIDE, linesOfClaim, readClaim, readClaims, readLine, underSubscriber } from '../../support/claims';
import type { Json } from '../../support/conversion';

const CLM = 'CLM*A*100***11:B:1*Y*A*Y*Y';
const LINE = 'SV1*HC:99213*100*UN*1***1';

const serviceDates = ({ serviceDateFrom, serviceDateTo }: Json) => ({ from: serviceDateFrom, to: serviceDateTo });
const lines = (...dates: readonly string[]): string[] => dates.flatMap((date, i) => [`LX*${i + 1}`, LINE, ...(date === '' ? [] : [`DTP*472*${date}`])]);
const ofLines = async (...dates: readonly string[]) => serviceDates(await readClaim([CLM, ...lines(...dates)]));

describe('the service date of a line', () => {
  it.each([
    ['D8*20250102', '2025-01-02', undefined],
    ['RD8*20250102-20250105', '2025-01-02', '2025-01-05'],
    ['RD8*20250102-20250102', '2025-01-02', '2025-01-02'],
    ['DT*202501021430', '2025-01-02', undefined],
    ['D8*20250102-20250105', '2025-01-02', '2025-01-05'],
    ['RD8*20250102', '2025-01-02', undefined],
    ['RD8*20250102-20250231', '2025-01-02', undefined],
    ['RD8*20250231-20250105', undefined, '2025-01-05'],
    ['D8*20250231', undefined, undefined],
    ['D8*20230229', undefined, undefined],
    ['D8*20240229', '2024-02-29', undefined],
    ['D8*00000000', undefined, undefined],
    ['D8*250102', undefined, undefined],
    ['D8*2025-01-02', undefined, undefined],
    ['D8*JAN 2ND 2025', undefined, undefined],
    ['D8*202501029999', undefined, undefined],
    ['D8', undefined, undefined],
    ['*20250102', '2025-01-02', undefined],
  ])('is for %s the days %s and %s', async (date, from, to) => {
    expect(serviceDates(await readLine([LINE, `DTP*472*${date}`]))).toEqual({ from, to });
  });

  it('is the same on institutional and dental lines', async () => {
    expect(serviceDates(await readLine(['SV2*0300*HC:80053*100*UN*1', 'DTP*472*RD8*20250102-20250105'], { guide: GUIDE.institutional }))).toEqual({
      from: '2025-01-02',
      to: '2025-01-05',
    });
    expect(serviceDates(await readLine(['SV3*AD:D0120*100', 'DTP*472*D8*20250102'], { guide: GUIDE.dental }))).toEqual({ from: '2025-01-02', to: undefined });
  });
});

describe('the service dates of a claim', () => {
  it('are the earliest and the latest of its lines, whatever their order', async () => {
    expect(await ofLines('D8*20250105', 'D8*20241231', 'D8*20250103')).toEqual({ from: '2024-12-31', to: '2025-01-05' });
  });

  it('are the same for one day', async () => {
    expect(await ofLines('D8*20250105')).toEqual({ from: '2025-01-05', to: '2025-01-05' });
  });

  it('reach to the ends of periods', async () => {
    expect(await ofLines('RD8*20250105-20250220', 'D8*20250210', 'RD8*20250101-20250102')).toEqual({ from: '2025-01-01', to: '2025-02-20' });
  });

  it('count the good end of a period whose other end is bad', async () => {
    expect(await ofLines('RD8*20250231-20250105', 'D8*20250110')).toEqual({ from: '2025-01-05', to: '2025-01-10' });
    expect(await ofLines('RD8*20250120-20250231', 'D8*20250110')).toEqual({ from: '2025-01-10', to: '2025-01-20' });
  });

  it('do not count dates that are none, nor other dates of lines, nor dates of the claim', async () => {
    const { claims } = await readClaims(
      claimFile([underSubscriber(CLM, 'DTP*431*D8*20200101', ...lines('D8*20250231', 'D8*20250105'), 'DTP*471*D8*20190101', 'DTP*304*D8*20300101')]),
    );
    expect(claims.map(serviceDates)).toEqual([{ from: '2025-01-05', to: '2025-01-05' }]);
  });

  it('are absent without dates', async () => {
    expect(await ofLines('', '')).toEqual({ from: undefined, to: undefined });
    expect(await ofLines()).toEqual({ from: undefined, to: undefined });
  });

  it('are those of the claim itself, not of the claim before', async () => {
    const body = underSubscriber(CLM, ...lines('D8*20250105'), 'CLM*B*1', ...lines(''), 'CLM*C*1', ...lines('D8*20250301'));
    expect((await readClaims(claimFile([body]))).claims.map(serviceDates)).toEqual([
      { from: '2025-01-05', to: '2025-01-05' },
      { from: undefined, to: undefined },
      { from: '2025-03-01', to: '2025-03-01' },
    ]);
  });

  it('are those of the lines of institutional claims, beside the statement dates', async () => {
    const segments = [
      CLM,
      'DTP*434*RD8*20250101-20250131',
      'LX*1',
      'SV2*0300**1*UN*1',
      'DTP*472*D8*20250115',
      'LX*2',
      'SV2*0300**1*UN*1',
      'DTP*472*D8*20250110',
    ];
    expect(await readClaim(segments, { guide: GUIDE.institutional })).toMatchObject({
      statementDateFrom: '2025-01-01',
      statementDateTo: '2025-01-31',
      serviceDateFrom: '2025-01-10',
      serviceDateTo: '2025-01-15',
    });
  });

  it('are those of DTP 472 of a dental claim whose lines have none', async () => {
    for (const guide of [GUIDE.dental, GUIDE.dental4010]) {
      expect(serviceDates(await readClaim([CLM, 'DTP*472*RD8*20250102-20250104', 'LX*1', 'SV3*AD:D0120*1'], { guide }))).toEqual({
        from: '2025-01-02',
        to: '2025-01-04',
      });
      expect(serviceDates(await readClaim([CLM, 'DTP*472*D8*20250102', 'LX*1', 'SV3*AD:D0120*1'], { guide }))).toMatchObject({ from: '2025-01-02' });
    }
  });

  it('are those of the lines of a dental claim without DTP 472', async () => {
    const segments = [CLM, 'LX*1', 'SV3*AD:D0120*1', 'DTP*472*D8*20250103', 'LX*2', 'SV3*AD:D0120*1', 'DTP*472*D8*20250101'];
    expect(serviceDates(await readClaim(segments, { guide: GUIDE.dental }))).toEqual({ from: '2025-01-01', to: '2025-01-03' });
  });

  it('never end before they begin, where a dental claim and its lines both have dates', async () => {
    const segments = [CLM, 'DTP*472*D8*20250105', 'LX*1', 'SV3*AD:D0120*1', 'DTP*472*D8*20250103'];
    const { from, to } = serviceDates(await readClaim(segments, { guide: GUIDE.dental }));
    expect([from, to ?? from].map(String)).toEqual([from, to ?? from].map(String).toSorted());
  });

  it('never begin behind a day of a line: a period with its ends changed over', async () => {
    expect(await ofLines('RD8*20250110-20250103')).toEqual({ from: '2025-01-03', to: '2025-01-10' });
  });
});

describe('the dates of a claim', () => {
  const dated = (date: string, guide: string = GUIDE.professional) => readClaim([CLM, `DTP*${date}`], { guide });

  it.each([
    ['431', 'onsetOfCurrentIllnessOrInjuryDate'],
    ['454', 'initialTreatmentDate'],
    ['304', 'lastSeenDate'],
    ['453', 'acuteManifestationDate'],
    ['439', 'accidentDate'],
    ['484', 'lastMenstrualPeriodDate'],
    ['455', 'lastXRayDate'],
    ['471', 'prescriptionDate'],
    ['360', 'disabilityDateFrom'],
    ['361', 'disabilityDateTo'],
    ['297', 'lastWorkedDate'],
    ['296', 'authorizedReturnToWorkDate'],
    ['435', 'admissionDate'],
    ['096', 'dischargeDate'],
    ['090', 'assumedCareDate'],
    ['091', 'relinquishedCareDate'],
    ['444', 'propertyCasualtyFirstContactDate'],
    ['050', 'repricerReceivedDate'],
  ])('have for %s the key %s, and no value for a day that is none', async (qualifier, key) => {
    const plain = await readClaim([CLM]);
    expect(await dated(`${qualifier}*D8*20250104`)).toEqual({ ...plain, [key]: '2025-01-04', id: expect.any(String) });
    expect(await dated(`${qualifier}*D8*20250431`)).not.toHaveProperty(key);
  });

  it('have the accident with its hour as a day', async () => {
    expect(await dated('439*DT*202501041530')).toMatchObject({ accidentDate: '2025-01-04' });
  });

  it('have both ends of a disability from one period or from two days', async () => {
    expect(await dated('314*RD8*20250104-20250109')).toMatchObject({ disabilityDateFrom: '2025-01-04', disabilityDateTo: '2025-01-09' });
    expect(await readClaim([CLM, 'DTP*360*D8*20250104', 'DTP*361*D8*20250109'])).toMatchObject({
      disabilityDateFrom: '2025-01-04',
      disabilityDateTo: '2025-01-09',
    });
    expect(await dated('314*RD8*20250104-20250199')).not.toHaveProperty('disabilityDateTo');
  });

  it('have admission with its hour, discharge as a time, on institutional claims', async () => {
    expect(await dated('435*DT*202501041402', GUIDE.institutional)).toMatchObject({ admissionDateAndHour: '2025-01-04T14:02:00' });
    expect(await dated('435*D8*20250104', GUIDE.institutional)).toMatchObject({ admissionDateAndHour: '2025-01-04' });
    expect(await dated('435*DT*202501042502', GUIDE.institutional)).not.toHaveProperty('admissionDateAndHour');
    expect(await dated('096*TM*1300', GUIDE.institutional)).toMatchObject({ dischargeTime: '13:00:00' });
    expect(await dated('096*DT*202501041300', GUIDE.institutional)).toMatchObject({ dischargeDate: '2025-01-04', dischargeTime: '13:00:00' });
    expect(await dated('096*TM*1300', GUIDE.institutional)).not.toHaveProperty('dischargeDate');
    expect(await dated('096*TM*2500', GUIDE.institutional)).not.toHaveProperty('dischargeTime');
  });

  it('have a statement of one day without an end', async () => {
    const claim = await dated('434*D8*20250104', GUIDE.institutional);
    expect(claim).toMatchObject({ statementDateFrom: '2025-01-04' });
    expect(claim).not.toHaveProperty('statementDateTo');
  });

  it('are the first where one comes twice', async () => {
    const { claims, issues } = await readClaims(claimFile([underSubscriber(CLM, 'DTP*431*D8*20250104', 'DTP*431*D8*20250109')]));
    expect(at(claims[0], 'onsetOfCurrentIllnessOrInjuryDate')).toBe('2025-01-04');
    expect(issues).toEqual([expect.objectContaining({ ruleId: 'segment-unread', ediCode: '431' })]);
  });

  it('stand in the claim also behind its providers, and in no provider', async () => {
    const claim = await readClaim([CLM, 'NM1*82*1*RENDERER', 'DTP*431*D8*20250104', 'LX*1', LINE]);
    expect(claim).toMatchObject({ onsetOfCurrentIllnessOrInjuryDate: '2025-01-04' });
    expect(linesOfClaim(claim)).toHaveLength(1);
  });
});

describe('the dates of a line', () => {
  it.each([
    ['471', 'prescriptionDate'],
    ['607', 'certificationRevisionDate'],
    ['463', 'beginTherapyDate'],
    ['461', 'lastCertificationDate'],
    ['304', 'lastSeenDate'],
    ['738', 'testPerformedDate'],
    ['739', 'testPerformedDate'],
    ['011', 'shippedDate'],
    ['455', 'lastXRayDate'],
    ['454', 'initialTreatmentDate'],
  ])('have on professional lines for %s the key %s', async (qualifier, key) => {
    expect(await readLine([LINE, `DTP*${qualifier}*D8*20250104`])).toMatchObject({ [key]: '2025-01-04' });
  });

  it.each([
    ['119', 'oxygenTestDate'],
    ['480', 'oxygenTestDate'],
    ['481', 'oxygenTestDate'],
    ['431', 'onsetOfCurrentIllnessOrInjuryDate'],
    ['453', 'acuteManifestationDate'],
    ['438', 'similarIllnessDate'],
  ])('have on 4010 professional lines for %s the key %s', async (qualifier, key) => {
    expect(await readLine([LINE, `DTP*${qualifier}*D8*20050104`], { guide: GUIDE.professional4010 })).toMatchObject({ [key]: '2005-01-04' });
  });

  it.each([
    ['139', 'priorPlacementDate'],
    ['441', 'priorPlacementDate'],
    ['452', 'orthodonticBandingDate'],
    ['446', 'replacementDate'],
    ['196', 'treatmentStartDate'],
    ['198', 'treatmentCompletionDate'],
  ])('have on dental lines for %s the key %s', async (qualifier, key) => {
    expect(await readLine(['SV3*AD:D0120*1', `DTP*${qualifier}*D8*20250104`], { guide: GUIDE.dental })).toMatchObject({ [key]: '2025-01-04' });
  });
});
