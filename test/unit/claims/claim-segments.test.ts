import { at, claimFile, GUIDE, linesOfClaim, readClaim, readClaims, readLine, underSubscriber } from '../../support/claims';
import type { Json } from '../../support/conversion';

const CLM = 'CLM*A*100***11:B:1*Y*A*Y*Y';
const LINE = 'SV1*HC:99213*100*UN*1***1';

const professional = (...more: readonly string[]): Promise<Json> => readClaim([CLM, ...more]);
const institutional = (...more: readonly string[]): Promise<Json> => readClaim([CLM, ...more], { guide: GUIDE.institutional });
const dental = (...more: readonly string[]): Promise<Json> => readClaim([CLM, ...more], { guide: GUIDE.dental });
const line = (...more: readonly string[]): Promise<Json> => readLine([LINE, ...more]);

describe('CLM', () => {
  it.each([
    ['11:B:1', 'PLACE_OF_SERVICE', '11', 'OFFICE', '1'],
    ['21:B:7', 'PLACE_OF_SERVICE', '21', 'INPATIENT', '7'],
    ['77:B:1', 'PLACE_OF_SERVICE', '77', 'OTHER', '1'],
    ['11:A:1', 'FACILITY_TYPE', '11', 'INPATIENT', '1'],
    ['13:A:2', 'FACILITY_TYPE', '13', 'OUTPATIENT', '2'],
    ['11::1', 'PLACE_OF_SERVICE', '11', 'OFFICE', '1'],
  ])('has with %s a code of %s', async (place, subType, code, type, frequency) => {
    expect(await readClaim([`CLM*A*1***${place}`])).toMatchObject({
      facilityCode: { subType, code },
      placeOfServiceType: type,
      frequencyCode: { subType: 'FREQUENCY_CODE', code: frequency },
    });
  });

  it('has each claim its own list of facilities', async () => {
    const { claims } = await readClaims(claimFile([underSubscriber('CLM*A*1***11:A:1', 'CLM*B*1***11:B:1', 'CLM*C*1***11:A:1')]));
    expect(claims.map((claim) => at(claim, 'placeOfServiceType'))).toEqual(['INPATIENT', 'OFFICE', 'INPATIENT']);
  });

  it('has amounts that are no numbers left out, and the claim all the same', async () => {
    const claim = await readClaim(['CLM*A*12,50***11:B:1', 'AMT*F5*x']);
    expect(claim).toMatchObject({ patientControlNumber: 'A' });
    expect(claim).not.toHaveProperty('chargeAmount');
    expect(claim).not.toHaveProperty('patientPaidAmount');
  });

  it('is a claim without anything else', async () => {
    expect(Object.keys(await readClaim(['CLM']))).toEqual(expect.arrayContaining(['id', 'objectType', 'subscriber', 'billingProvider', 'transaction']));
  });

  it.each([
    ['1', 'PROOF_OF_ELIGIBILITY_UNKNOWN'],
    ['2', 'LITIGATION'],
    ['9', 'CLAIM_REJECTED_OR_DENIED'],
    ['11', 'OTHER'],
    ['15', 'NATURAL_DISASTER'],
    ['99', undefined],
  ])('keeps the delay reason %s and names it %s', async (code, type) => {
    const claim = await readClaim([`CLM*A*1***11:B:1*Y*A*Y*Y***********${code}`]);
    expect([claim['delayReasonCode'], claim['delayReasonType']]).toEqual([code, type]);
  });

  it.each([
    ['AA', { relatedCauseCode: 'AA', relatedCauseType: 'AUTO_ACCIDENT' }],
    ['AA:EM', { relatedCauseCode: 'AA', relatedCauseType: 'AUTO_ACCIDENT', relatedCauseCode2: 'EM', relatedCauseType2: 'EMPLOYMENT' }],
    ['QQ::::MX', { relatedCauseCode: 'QQ', countryCode: 'MX' }],
    [':OA::NY', { relatedCauseCode2: 'OA', relatedCauseType2: 'OTHER_ACCIDENT', stateCode: 'NY' }],
  ])('has the causes of %s', async (causes, expected) => {
    expect((await readClaim([`CLM*A*1***11:B:1*Y*A*Y*Y**${causes}`]))['relatedCause']).toEqual(expected);
  });
});

describe('segments that repeat', () => {
  it('give the first number alone and all of them, of lines', async () => {
    expect(await line('REF*G1*ONE', 'REF*9F*THREE', 'REF*G1*TWO', 'REF*9F*FOUR')).toMatchObject({
      priorAuthorization: 'ONE',
      priorAuthorizationNumbers: ['ONE', 'TWO'],
      referralNumber: 'THREE',
      referralNumbers: ['THREE', 'FOUR'],
    });
    expect(await line('REF*G1*ONE')).toMatchObject({ priorAuthorization: 'ONE', priorAuthorizationNumbers: ['ONE'] });
    expect(await readLine(['SV3*AD:D0120*1', 'REF*G1*ONE', 'REF*G1*TWO'], { guide: GUIDE.dental })).toMatchObject({
      priorAuthorization: 'ONE',
      priorAuthorizationNumbers: ['ONE', 'TWO'],
    });
  });

  it('give as the first number the first that all of them have', async () => {
    const found = await line('REF*G1', 'REF*G1*TWO');
    expect([found['priorAuthorization'], found['priorAuthorizationNumbers']]).toEqual(['TWO', ['TWO']]);
  });

  it('give the first of those that have no plural, of claims', async () => {
    expect(await professional('REF*D9*ONE', 'REF*D9*TWO', 'AMT*F5*1', 'AMT*F5*2')).toMatchObject({ clearinghouseTraceNumber: 'ONE', patientPaidAmount: 1 });
  });

  it('stand in the claim behind its providers and its other payers too', async () => {
    const claim = await professional('NM1*82*1*REND', 'REF*EA*MRN', 'SBR*S*18', 'NM1*PR*2*OTHER', 'REF*D9*TRACE', 'REF*F8*ICN');
    expect(claim).toMatchObject({ medicalRecordNumber: 'MRN', clearinghouseTraceNumber: 'TRACE', otherSubscribers: [{ payerClaimControlNumber: 'ICN' }] });
  });

  it('give all attachments, K3 and contracts of their own level', async () => {
    const claim = await professional('PWK*OZ*BM***AC*C1', 'PWK*RR*QQ', 'K3*ONE', 'K3*TWO', 'CN1*01', 'LX*1', LINE, 'PWK*CT*AB', 'K3*LINE', 'CN1*02*5');
    expect(claim).toMatchObject({
      attachments: [
        { reportTypeCode: 'OZ', type: 'SUPPORT_DATA_FOR_CLAIM', transmissionType: 'BY_MAIL', controlNumber: 'C1' },
        { reportTypeCode: 'RR', type: 'RADIOLOGY_REPORTS', reportTransmissionCode: 'QQ' },
      ],
      fixedFormatRecords: ['ONE', 'TWO'],
      contractInfo: { contractTypeCode: '01' },
    });
    expect(linesOfClaim(claim)).toMatchObject([
      { attachments: [{ reportTypeCode: 'CT', transmissionType: 'PREVIOUSLY_SUBMITTED_TO_PAYER' }], fixedFormatRecords: ['LINE'], contractInfo: { amount: 5 } },
    ]);
  });
});

describe('NTE', () => {
  it('is a note each, and the text of all of them in the note of a professional claim', async () => {
    expect(await professional('NTE*ADD*ONE', 'NTE*CER*"TWO"\\', 'NTE*TPO', 'NTE*QQ*FOUR')).toMatchObject({
      claimNote: 'ONE\n"TWO"\\\nFOUR',
      notes: [
        { qualifierCode: 'ADD', type: 'ADDITIONAL_INFORMATION', text: 'ONE' },
        { qualifierCode: 'CER', type: 'CERTIFICATION_NARRATIVE', text: '"TWO"\\' },
        { qualifierCode: 'TPO', type: 'THIRD_PARTY_ORGANIZATION_NOTES' },
        { qualifierCode: 'QQ', text: 'FOUR' },
      ],
    });
  });

  it('is a billing note for ADD and a claim note for all others on institutional claims', async () => {
    expect(await institutional('NTE*ADD*BILL1', 'NTE*ALG*CLAIM1', 'NTE*ADD*BILL2', 'NTE*UPI*CLAIM2')).toMatchObject({
      claimNote: 'CLAIM1\nCLAIM2',
      billingNote: 'BILL1\nBILL2',
    });
    expect(await institutional('NTE*ALG*CLAIM1')).not.toHaveProperty('billingNote');
    expect(await institutional('NTE*ADD*BILL1')).not.toHaveProperty('claimNote');
  });

  it('is a line note or a third party note', async () => {
    expect(await line('NTE*TPO*THIRD', 'NTE*ADD*ONE', 'NTE*DCP*TWO')).toMatchObject({ lineNote: 'ONE\nTWO', thirdPartyNote: 'THIRD' });
    expect(await readLine(['SV2*0300**1*UN*1', 'NTE*TPO*THIRD'], { guide: GUIDE.institutional })).toMatchObject({ thirdPartyNote: 'THIRD' });
  });

  it('is absent without text', async () => {
    const claim = await professional('NTE*ADD', 'NTE');
    expect(claim).not.toHaveProperty('claimNote');
    expect(claim).toMatchObject({ notes: [{ qualifierCode: 'ADD' }] });
  });
});

describe('other payers of a claim', () => {
  const segments = [
    'SBR*S*01*G*NAME*12****BL',
    'CAS*CO*45*10*1*96*5',
    'CAS*PR*1*2.5',
    'AMT*D*50',
    'AMT*A8*1',
    'AMT*EAF*2',
    'OI***Y***Y',
    'MOA*.5*10*MA01',
    'NM1*IL*1*OTHER*ANN****MI*O1',
    'NM1*PR*2*OTHER PLAN*****PI*OP',
    'DTP*573*D8*20250105',
    'REF*F8*ICN',
    'NM1*DN*1',
    'REF*G2*X1',
    'NM1*82*1',
    'REF*G2*X2',
    'NM1*77*2',
    'REF*G2*X3',
    'NM1*DQ*1',
    'REF*G2*X4',
    'NM1*85*2',
    'REF*G2*X5',
  ];

  it('have all their parties, in the order of the input', async () => {
    const [other] = [(await professional(...segments))['otherSubscribers']].flat();
    expect(other).toMatchObject({
      relationshipType: 'SPOUSE',
      adjustments: [
        { group: 'CONTRACTUAL', reasonCode: '45', amount: 10, quantity: 1 },
        { group: 'CONTRACTUAL', reasonCode: '96', amount: 5 },
        { group: 'PATIENT_RESPONSIBILITY', reasonCode: '1', amount: 2.5 },
      ],
      payerPaidAmount: 50,
      nonCoveredAmount: 1,
      remainingPatientLiabilityAmount: 2,
      outpatientAdjudication: { reimbursementRate: 0.5, hcpcsPayableAmount: 10, remarks: [{ subType: 'RARC', code: 'MA01' }] },
      payerClaimControlNumber: 'ICN',
      adjudicationOrPaymentDate: '2025-01-05',
      person: { lastNameOrOrgName: 'OTHER' },
      payer: { lastNameOrOrgName: 'OTHER PLAN' },
    });
    expect([at(other, 'providers')].flat().map((provider) => [at(provider, 'entityRole'), at(provider, 'additionalIds', 0, 'identification')])).toEqual([
      ['REFERRING', 'X1'],
      ['RENDERING', 'X2'],
      ['SERVICE_FACILITY', 'X3'],
      ['SUPERVISING', 'X4'],
      ['BILLING_PROVIDER', 'X5'],
    ]);
  });

  it('keep what is theirs apart: ten of them, of two claims', async () => {
    const others = (name: string) =>
      Array.from({ length: 5 }, (_, i) => ['SBR*S*18', `AMT*D*${i}`, `NM1*IL*1*${name}${i}`, `NM1*PR*2*PLAN ${name}${i}`]).flat();
    const { claims } = await readClaims(claimFile([underSubscriber(CLM, ...others('A'), 'LX*1', LINE, 'CLM*B*1', ...others('B'), 'LX*1', LINE)]));
    expect(
      claims.map((claim) =>
        [claim['otherSubscribers']]
          .flat()
          .map((other) => [at(other, 'person', 'lastNameOrOrgName'), at(other, 'payer', 'lastNameOrOrgName'), at(other, 'payerPaidAmount')]),
      ),
    ).toEqual(['A', 'B'].map((name) => Array.from({ length: 5 }, (_, i) => [`${name}${i}`, `PLAN ${name}${i}`, i])));
  });

  it('do not change the subscriber and the payer of the claim', async () => {
    expect(await professional(...segments)).toMatchObject({
      subscriber: { person: { lastNameOrOrgName: 'SUBSCRIBER A' }, payer: { lastNameOrOrgName: 'PAYER A' } },
    });
  });

  it('have the adjudication of hospital stays on institutional claims', async () => {
    expect(await institutional('SBR*P*18', 'MIA*5***100.5*MA01**6*7', 'MOA**3')).toMatchObject({
      otherSubscribers: [
        {
          inpatientAdjudication: { coveredDaysOrVisitsCount: 5, drgAmount: 100.5, mspPassThroughAmount: 6, ppsCapitalAmount: 7, remarks: [{ code: 'MA01' }] },
          outpatientAdjudication: { hcpcsPayableAmount: 3 },
        },
      ],
    });
  });

  it('have the birth date and the gender that 4010 gives beside them (DMG of 2320)', async () => {
    const claim = await readClaim([CLM, 'SBR*S*18', 'DMG*D8*19540404*M', 'OI***Y***Y', 'NM1*IL*1*OTHER*ANN'], { guide: GUIDE.professional4010 });
    expect(claim).toMatchObject({ otherSubscribers: [{ person: { birthDate: '1954-04-04', gender: 'MALE' } }] });
  });

  it('have the amount that 4010 institutional claims say was paid (AMT C4)', async () => {
    const claim = await readClaim([CLM, 'SBR*S*18', 'AMT*C4*700', 'OI***Y***Y', 'NM1*IL*1*OTHER*ANN'], { guide: GUIDE.institutional4010 });
    expect(claim).toMatchObject({ otherSubscribers: [{ payerPaidAmount: 700 }] });
  });
});

describe('what other payers made of a line', () => {
  it('is one adjudication for each SVD with its own adjustments', async () => {
    const { adjudications } = await line(
      'SVD*P1*10*HC:99213:25**2*3',
      'CAS*CO*45*1*1*97*2**96*3',
      'CAS*PR*1*4',
      'DTP*573*D8*20250105',
      'AMT*EAF*5',
      'SVD*P2*0*HC:99212',
      'CAS*OA*23*6',
      'DTP*573*D8*20250199',
      'SVD*P3*x',
    );
    expect(adjudications).toMatchObject([
      {
        payerIdentifier: 'P1',
        paidAmount: 10,
        unitCount: 2,
        bundledOrUnbundledLineNumber: 3,
        procedure: { subType: 'CPT', code: '99213', modifiers: [{ code: '25' }] },
        adjustments: [
          { reasonCode: '45', amount: 1, quantity: 1 },
          { reasonCode: '97', amount: 2 },
          { reasonCode: '96', amount: 3 },
          { group: 'PATIENT_RESPONSIBILITY', reasonCode: '1', amount: 4 },
        ],
        adjudicationOrPaymentDate: '2025-01-05',
        remainingPatientLiabilityAmount: 5,
      },
      { payerIdentifier: 'P2', paidAmount: 0, adjustments: [{ group: 'OTHER', amount: 6 }] },
      { payerIdentifier: 'P3' },
    ]);
    expect(at(adjudications, 1)).not.toHaveProperty('adjudicationOrPaymentDate');
    expect(at(adjudications, 2)).toEqual({ payerIdentifier: 'P3' });
  });

  it('is that of the line, not of the line before', async () => {
    const claim = await professional('LX*1', LINE, 'SVD*P1*10', 'LX*2', LINE, 'LX*3', LINE, 'SVD*P3*30');
    expect(linesOfClaim(claim).map((one) => at(one, 'adjudications', 0, 'payerIdentifier'))).toEqual(['P1', undefined, 'P3']);
  });
});

describe('the drug of a line', () => {
  it.each([
    ['N4', 'NDC'],
    ['EN', 'EAN_UCC_13'],
    ['EO', 'EAN_UCC_8'],
    ['HI', 'HIBC'],
  ])('is for LIN02 %s one of the list %s', async (qualifier, list) => {
    expect(at(await line(`LIN**${qualifier}*12345678`, 'CTP****2*UN'), 'drug')).toEqual({ subType: list, code: '12345678' });
  });

  it('has quantity, unit and prescription, and the procedure stays', async () => {
    expect(await line('LIN**N4*00002771501', 'CTP****1.5*ML', 'REF*VY*LINK')).toMatchObject({
      procedure: { code: '99213' },
      drug: { subType: 'NDC', code: '00002771501' },
      drugQuantity: 1.5,
      drugUnitType: 'MILLILITER',
      prescriptionNumber: 'LINK',
      prescriptionNumberType: 'LINK_SEQUENCE_NUMBER',
    });
  });

  it('is that of the product where LIN is missing', async () => {
    const found = await readLine(['SV1*N4:00002771501*1*UN*1']);
    expect(found['drug']).toEqual({ subType: 'NDC', code: '00002771501' });
    expect(found).not.toHaveProperty('procedure');
  });

  it('is that of its own line', async () => {
    const claim = await professional('LX*1', LINE, 'LIN**N4*1', 'LX*2', LINE, 'CTP****9*UN');
    expect(linesOfClaim(claim).map((one) => at(one, 'drug', 'code'))).toEqual(['1', undefined]);
  });
});

describe('other segments', () => {
  it.each([
    ['07', 'AMBULANCE_CERTIFICATION'],
    ['E1', 'VISION_SPECTACLE_LENSES'],
    ['E2', 'VISION_CONTACT_LENSES'],
    ['E3', 'VISION_SPECTACLE_FRAMES'],
    ['75', 'FUNCTIONAL_LIMITATIONS'],
    ['ZZ', 'EPSDT_MUTUALLY_DEFINED'],
  ])('CRC %s is a condition of %s', async (code, category) => {
    expect((await professional(`CRC*${code}*N*A1**A3**A5`))['conditionsIndicators']).toEqual([
      { categoryCode: code, category, yesOrNoCondition: 'N', conditionCodes: ['A1', 'A3', 'A5'] },
    ]);
  });

  it.each([
    ['A', 'NEAREST_FACILITY'],
    ['B', 'PHYSICIAN'],
    ['C', 'FAMILY_MEMBER'],
    ['D', 'SPECIALIST'],
    ['E', 'REHAB'],
    ['F', 'RESIDENTIAL_FACILITY'],
    ['Q', undefined],
  ])('CR1 is an ambulance for the reason %s, %s, of claim and line', async (code, reason) => {
    const expected = {
      patientWeight: 140,
      reasonCode: code,
      ...(reason === undefined ? {} : { reason }),
      transportDistance: 3.5,
      stretcherPurposeDescription: 'S',
    };
    expect((await professional(`CR1*LB*140**${code}*DH*3.5****S`))['ambulanceTransportInfo']).toEqual(expected);
    expect((await line(`CR1*LB*140**${code}*DH*3.5****S`))['ambulanceTransportInfo']).toEqual(expected);
  });

  it('HCP is the repricing of its own level', async () => {
    const claim = await professional('HCP*01*10.5', 'LX*1', LINE, 'HCP*02*20***5*APG*6**HC*99212:25*UN*2*T1*1*2', 'LX*2', LINE);
    expect(claim['repricing']).toEqual({ methodologyCode: '01', allowedAmount: 10.5 });
    expect(linesOfClaim(claim).map(({ repricing }) => repricing)).toEqual([
      {
        methodologyCode: '02',
        allowedAmount: 20,
        perDiemOrFlatRateAmount: 5,
        approvedGroupCode: 'APG',
        approvedAmount: 6,
        approvedProcedure: { subType: 'HCPCS', code: '99212:25' },
        approvedUnitType: 'UNIT',
        approvedUnitCount: 2,
        rejectReasonCode: 'T1',
        policyComplianceCode: '1',
        exceptionCode: '2',
      },
      undefined,
    ]);
  });

  it('SV5, CR3, MEA, PS1 and QTY are those of a line of equipment and tests', async () => {
    expect(
      await line('SV5*HC:E0601:RR*DA*30*45.5*900*6', 'CR3*I*MO*99', 'MEA*TR*R2*31.5', 'MEA*OG*HT*x', 'PS1*P9*12.5', 'QTY*PT*2.5', 'QTY*FL*1.5'),
    ).toMatchObject({
      dmeService: {
        procedure: { subType: 'HCPCS', code: 'E0601', modifiers: [{ code: 'RR' }] },
        durationUnitType: 'DAYS',
        lengthOfMedicalNecessity: 30,
        rentalPrice: 45.5,
        purchasePrice: 900,
        billingFrequencyCode: '6',
        billingFrequency: 'DAILY',
      },
      dmeCertification: { certificationTypeCode: 'I', durationUnitType: 'MONTH', duration: 99 },
      measurements: [
        { categoryCode: 'TR', qualifierCode: 'R2', type: 'HEMATOCRIT', value: 31.5 },
        { categoryCode: 'OG', qualifierCode: 'HT', type: 'HEIGHT' },
      ],
      purchasedServiceProviderIdentifier: 'P9',
      purchasedServiceChargeAmount: 12.5,
      obstetricAdditionalUnitCount: 1.5,
    });
    expect(await line('QTY*PT*2.5')).not.toHaveProperty('ambulancePatientCount');
    expect(await line('QTY*PT*2')).toMatchObject({ ambulancePatientCount: 2 });
  });

  it('LQ with its FRM are forms, in the order of the input', async () => {
    const { forms } = await line('LQ*UT*01.02', 'FRM*1*Y', 'FRM*2**TEXT "A"', 'FRM*3***20250230', 'FRM*4****1.50', 'LQ*AS*X', 'LQ*UT*02', 'FRM*9*W');
    expect(forms).toEqual([
      {
        formTypeCode: 'UT',
        formIdentifier: '01.02',
        responses: [
          { questionIdentifier: '1', yesOrNoResponse: 'Y' },
          { questionIdentifier: '2', textResponse: 'TEXT "A"' },
          { questionIdentifier: '3' },
          { questionIdentifier: '4', numberResponse: 1.5 },
        ],
      },
      { formTypeCode: 'AS', formIdentifier: 'X' },
      { formTypeCode: 'UT', formIdentifier: '02', responses: [{ questionIdentifier: '9', yesOrNoResponse: 'W' }] },
    ]);
  });

  it('DN1, DN2 and TOO are teeth', async () => {
    const claim = await dental(
      'DN1*24*18**TX',
      'DN2*3*E',
      'DN2*14*M',
      'LX*1',
      'SV3*AD:D2391*50**10:20::UL*I*2',
      'TOO*JP*3*M:O',
      'TOO*JP*14',
      'LX*2',
      'SV3*AD:D0120*1',
    );
    expect(claim).toMatchObject({
      orthodonticInfo: { treatmentMonthsCount: 24, treatmentMonthsRemainingCount: 18, treatmentIndicator: 'TX' },
      toothStatuses: [
        { toothNumber: '3', statusCode: 'E' },
        { toothNumber: '14', statusCode: 'M' },
      ],
    });
    expect(linesOfClaim(claim)).toMatchObject([
      {
        oralCavityDesignationCodes: ['10', '20', 'UL'],
        prosthesisCrownOrInlayCode: 'I',
        unitCount: 2,
        toothInfos: [{ code: '3', surfaceCodes: ['M', 'O'] }, { code: '14' }],
      },
      { procedure: { code: 'D0120' } },
    ]);
    expect(linesOfClaim(claim)[1]).not.toHaveProperty('toothInfos');
  });

  it('a line that begins with SV1 because its LX is missing is a line', async () => {
    const { claims, issues } = await readClaims(claimFile([underSubscriber(CLM, LINE, 'DTP*472*D8*20250102', 'LX*2', LINE)]));
    expect(claims.map((claim) => linesOfClaim(claim).length)).toEqual([2]);
    expect(issues.length).toBeGreaterThan(0);
  });
});
