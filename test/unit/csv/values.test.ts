import { claimFile, GUIDE, readClaim, underSubscriber } from '../../support/claims';
import { sourceOf } from '../../support/conversion';
import { cellsOf, convertCsv, convertCsvFiles, valuesOf } from '../../support/csv';
import { remittance, REMITTANCE_HEAD } from '../../support/remittance';

/** The rows of payments, as objects of the columns that have a value. */
const paymentsOf = async (...claims: readonly (readonly string[])[]) => valuesOf(await convertCsv([sourceOf('a.edi', remittance({ claims }))]));

/** The first row of a payment. */
const paymentOf = async (...segments: readonly string[]): Promise<Readonly<Record<string, string>>> => (await paymentsOf(segments))[0] ?? {};

const CLP = 'CLP*A*1*100*80*20*12*PAYER1*11*1';

/** The first row of an 837. */
async function claimOf(segments: readonly string[], guide: string = GUIDE.professional): Promise<Readonly<Record<string, string>>> {
  return valuesOf(await convertCsv([sourceOf('c.edi', claimFile([underSubscriber(...segments)], { guide }))]))[0] ?? {};
}

const CLM = 'CLM*A*100***11:B:1*Y*A*Y*Y';

describe('an amount', () => {
  it.each([
    ['384.00', '384'],
    ['0.50', '0.5'],
    ['.5', '0.5'],
    ['-3', '-3'],
    ['-3.10', '-3.1'],
    ['100', '100'],
    ['1000.000', '1000'],
    ['0', '0'],
    ['0.00', '0'],
    ['007', '7'],
    ['+5', '5'],
    ['12.', '12'],
    ['123456789012345.67', '123456789012345.67'],
    ['12345678901234567890.10', '12345678901234567890.1'],
  ])('has no zeros at its end: %s is %s', async (written, shown) => {
    expect((await paymentOf(`CLP*A*1*${written}*1`))['ChargeAmount']).toBe(shown);
  });

  it.each(['ABC', '1,5', '--1', '1.2.3'])('that is no number has no cell: %s', async (written) => {
    expect((await paymentOf(`CLP*A*1*${written}*1`))['ChargeAmount']).toBeUndefined();
  });
});

describe('text', () => {
  it('keeps zeros in front, blanks and points', async () => {
    const row = await paymentOf('CLP*00012.50*1*100*80*20*12*000700*11*1', 'NM1*QC*1*DOE JR.*****MI*00034.00', 'SVC*NU:0450*100*80');
    expect(row).toMatchObject({
      PatientControlNumber: '00012.50',
      PayerControlNumber: '000700',
      PatientLastName: 'DOE JR.',
      PatientIdentifier: '00034.00',
      LineRevenueCode: '0450',
    });
  });

  it('keeps quotation marks, commas, backslashes and characters of any language', async () => {
    const row = await paymentOf('CLP*A"1","2"*1*100*80*20*12*a\\b\\n*11*1', 'NM1*QC*1*MÜLLER, 日本*ZOË "😀"');
    expect(row).toMatchObject({
      PatientControlNumber: 'A"1","2"',
      PayerControlNumber: 'a\\b\\n',
      PatientLastName: 'MÜLLER, 日本',
      PatientFirstName: 'ZOË "😀"',
    });
  });

  it('is written with a quotation mark doubled, as the interface document says', async () => {
    const { text } = await convertCsv([sourceOf('a.edi', remittance({ claims: [[CLP, 'NM1*QC*1*O"NEIL']] }))]);
    expect(text).toContain(',"O""NEIL",');
  });
});

describe('a date', () => {
  it('is written as ISO 8601', async () => {
    const row = await paymentOf(CLP, 'DTM*232*20250102', 'DTM*233*20250203', 'DTM*050*20250304', 'SVC*HC:99213*1*1', 'DTM*150*20250105', 'DTM*151*20250106');
    expect(row).toMatchObject({
      StatementDateFrom: '2025-01-02',
      StatementDateTo: '2025-02-03',
      ClaimReceivedDate: '2025-03-04',
      LineServiceDateFrom: '2025-01-05',
      LineServiceDateTo: '2025-01-06',
    });
  });

  it('of the service of a claim is that of its lines, from the first to the last', async () => {
    const lines = ['20250110', '20250105', '20250120'].flatMap((day) => ['SVC*HC:99213*1*1', `DTM*472*${day}`]);
    expect(await paymentOf(CLP, ...lines)).toMatchObject({ ServiceDateFrom: '2025-01-05', ServiceDateTo: '2025-01-20' });
  });

  it('of a single day is both', async () => {
    expect(await paymentOf(CLP, 'SVC*HC:99213*1*1', 'DTM*472*20250105')).toMatchObject({ LineServiceDateFrom: '2025-01-05', LineServiceDateTo: '2025-01-05' });
    expect(await paymentOf(CLP, 'SVC*HC:99213*1*1', 'DTM*150*20250105')).toMatchObject({ LineServiceDateFrom: '2025-01-05', LineServiceDateTo: '2025-01-05' });
    expect(await claimOf([CLM, 'LX*1', 'SV1*HC:99213*100*UN*1***1', 'DTP*472*D8*20250102'])).toMatchObject({
      LineServiceDateFrom: '2025-01-02',
      LineServiceDateTo: '2025-01-02',
    });
    expect(await claimOf([CLM, 'LX*1', 'SV1*HC:99213*100*UN*1***1', 'DTP*472*RD8*20250102-20250104'])).toMatchObject({
      LineServiceDateFrom: '2025-01-02',
      LineServiceDateTo: '2025-01-04',
    });
  });

  it('that is absent has no cell', async () => {
    const row = await paymentOf(CLP, 'SVC*HC:99213*1*1');
    expect(row['LineServiceDateFrom'] ?? row['LineServiceDateTo'] ?? row['ServiceDateFrom']).toBeUndefined();
  });
});

describe('the number of a line', () => {
  it('is its identifier, or else its place among the lines of the claim', async () => {
    const line = (...more: readonly string[]) => ['SVC*HC:99213*1*1', ...more];
    const rows = await paymentsOf([CLP, ...line(), ...line('REF*6R*00X7'), ...line('REF*LU*1')], [CLP, ...line()]);
    expect(rows.map((row) => row['LineControlNumber'])).toEqual(['1', '00X7', '3', '1']);
  });

  it('is the same for claims', async () => {
    const body = ['LX*1', 'SV1*HC:99213*100*UN*1***1', 'LX*7', 'SV1*HC:99213*100*UN*1***1', 'REF*6R*LINE2', 'LX*9', 'SV1*HC:99214*100*UN*1***1'];
    const converted = await convertCsv([sourceOf('c.edi', claimFile([underSubscriber(CLM, ...body, 'CLM*B*1***11:B:1*Y*A*Y*Y', ...body)]))]);
    expect(cellsOf(converted, 'LineControlNumber').flat()).toEqual(['1', 'LINE2', '3', '1', 'LINE2', '3']);
  });
});

describe('the units of a line', () => {
  it('are one where the payment says nothing', async () => {
    expect(await paymentOf(CLP, 'SVC*HC:99213*1*1')).toMatchObject({ LineUnitCount: '1' });
    expect(await paymentOf(CLP, 'SVC*HC:99213*1*1**2.50')).toMatchObject({ LineUnitCount: '2.5' });
    expect(await paymentOf(CLP, 'SVC*HC:99213*1*1**0')).toMatchObject({ LineUnitCount: '0' });
  });

  it('are absent where there is no line', async () => {
    expect((await paymentOf(CLP))['LineUnitCount']).toBeUndefined();
  });
});

describe('sums of adjustments', () => {
  it('are exact', async () => {
    const row = await paymentOf(CLP, 'CAS*CO*45*0.1**97*0.2', 'SVC*HC:99213*1*1', 'CAS*PR*1*0.1**2*0.2**3*-0.05', 'CAS*OA*23*1.005');
    expect(row).toMatchObject({ TotalAdjAmount: '1.555', LineTotalAdjAmount: '1.255' });
  });

  it('are of the claim and all its lines, of every triplet of a segment', async () => {
    const cas = 'CAS*CO*1*1**2*10**3*100**4*1000**5*10000**6*100000';
    const rows = await paymentsOf([CLP, cas, 'SVC*HC:99213*1*1', cas, 'SVC*HC:99214*1*1', cas, cas]);
    expect(rows.map(({ TotalAdjAmount, LineTotalAdjAmount }) => [TotalAdjAmount, LineTotalAdjAmount])).toEqual([
      ['444444', '111111'],
      [undefined, '222222'],
    ]);
  });

  it('are zero without adjustments', async () => {
    expect(await paymentOf(CLP, 'SVC*HC:99213*1*1')).toMatchObject({ TotalAdjAmount: '0', LineTotalAdjAmount: '0' });
  });

  it('are zero where amounts cancel out', async () => {
    expect(await paymentOf(CLP, 'CAS*CO*45*0.30', 'CAS*CO*45*-0.1**46*-0.2')).toMatchObject({ TotalAdjAmount: '0' });
  });

  it('pass over what is no amount, as JSON does', async () => {
    expect(await paymentOf(CLP, 'CAS*CO*45*X**46*2')).toMatchObject({ TotalAdjAmount: '2' });
  });

  it('are exact over thousands of segments', async () => {
    const lines = Array.from({ length: 500 }, () => ['SVC*HC:99213*1*1', ...Array<string>(10).fill('CAS*CO*45*0.01**97*0.07')]).flat();
    const [row] = await paymentsOf([CLP, ...lines]);
    expect(row).toMatchObject({ TotalAdjAmount: '400', LineTotalAdjAmount: '0.8' });
  });

  it('are exact for amounts that no double can hold', async () => {
    expect(await paymentOf(CLP, 'CAS*CO*45*9007199254740993**46*0.01')).toMatchObject({ TotalAdjAmount: '9007199254740993.01' });
  });
});

describe('the subscriber of a payment', () => {
  it('is the patient where the claim names no other', async () => {
    expect(await paymentOf(CLP, 'NM1*QC*1*DOE*JANE*M***MI*M1')).toMatchObject({
      PatientLastName: 'DOE',
      SubscriberIdentificationType: 'MEMBER_ID',
      SubscriberIdentifier: 'M1',
      SubscriberLastName: 'DOE',
      SubscriberFirstName: 'JANE',
      SubscriberMiddleName: 'M',
    });
  });

  it('is another where the claim names one, of whom no part is the patient', async () => {
    const row = await paymentOf(CLP, 'NM1*QC*1*DOE*JANE*M***MI*M1', 'NM1*IL*1*ROE*RON');
    expect(row).toMatchObject({ PatientLastName: 'DOE', SubscriberLastName: 'ROE', SubscriberFirstName: 'RON' });
    expect(row).not.toHaveProperty('SubscriberMiddleName');
    expect(row).not.toHaveProperty('SubscriberIdentifier');
  });
});

describe('the first row of a payment', () => {
  it('has the whole claim, later ones its keys only', async () => {
    const [, second, third] = await paymentsOf([CLP, 'NM1*QC*1*DOE', ...['1', '2', '3'].flatMap((amount) => [`SVC*HC:99213*${amount}*1`])]);
    for (const row of [second, third]) {
      const ofClaim = Object.keys(row ?? {}).filter((name) => !name.startsWith('Line'));
      expect(ofClaim).toEqual(['Id', 'PatientControlNumber', 'PayerControlNumber']);
    }
    expect(third).toMatchObject({ PatientControlNumber: 'A', PayerControlNumber: 'PAYER1', LineChargeAmount: '3' });
  });

  it('has empty cells of lines where there is no line', async () => {
    const row = await paymentOf(CLP);
    expect(Object.keys(row).filter((name) => name.startsWith('Line'))).toEqual([]);
    expect(row['PatientControlNumber']).toBe('A');
  });

  it('has statuses by name', async () => {
    expect((await paymentOf(CLP.replace('*1*100', '*22*100')))['ClaimStatus']).toBe('REVERSAL');
    expect((await paymentOf(CLP.replace('*1*100', '*4*100')))['ClaimStatus']).toBe('DENIED');
  });

  it('has codes without their descriptions', async () => {
    const row = await paymentOf('CLP*A*1*1*1*1*12*X*11*1**470*1.5*0.6', 'SVC*HC:99213:25:59*1*1*0450', 'SVC*N4:00002771501*1*1');
    expect(row).toMatchObject({ DrgCode: '470', DrgWeight: '1.5', DischargeFraction: '0.6', LineProcedureCode: '99213', LineProcedureModifier1Code: '25' });
    expect(Object.keys(row).filter((name) => /desc/i.test(name))).toEqual([]);
  });
});

describe('what payments share', () => {
  it('is in the rows of each of them, however many there are', async () => {
    const claims = Array.from({ length: 12 }, (_, i) => [`CLP*C${i}*1*1*1*1*12*X*11*1`]);
    const rows = await paymentsOf(...claims);
    expect(new Set(rows.map(({ PayerName, PayerAddressCity, PayeeIdentifier }) => [PayerName, PayerAddressCity, PayeeIdentifier].join()))).toEqual(
      new Set(['PAYER ONE,PAYERVILLE,1234567893']),
    );
  });

  it('is not that of another transaction', async () => {
    const other = remittance({
      head: REMITTANCE_HEAD.map((segment) => segment.replace('PAYER ONE', 'PAYER TWO').replace('*NY*', '**')),
      claims: [[CLP], [CLP], [CLP], [CLP]],
    });
    const converted = await convertCsv([sourceOf('a.edi', remittance({ claims: [[CLP], [CLP], [CLP], [CLP]] })), sourceOf('b.edi', other)]);
    const expected = [...Array<string[]>(4).fill(['a.edi', 'PAYER ONE', 'NY']), ...Array<string[]>(4).fill(['b.edi', 'PAYER TWO', ''])];
    expect(cellsOf(converted, 'FileName', 'PayerName', 'PayerAddressStateCode')).toEqual(expected);
  });
});

describe('provider adjustments', () => {
  it('are a row for each pair, with payer and payee', async () => {
    const files = await convertCsvFiles([sourceOf('a.edi', remittance({ after: ['PLB*123*20251231*L6:REF1*-5.50*WO*12'] }))]);
    const rows = valuesOf(files['-ProviderAdjustments'] ?? { text: '', header: [], rows: [] });
    expect(rows).toMatchObject([
      {
        ProviderIdentifier: '123',
        FiscalPeriodDate: '2025-12-31',
        ProviderAdjustmentReason: 'L6',
        ProviderAdjustmentReferenceIdentification: 'REF1',
        ProviderAdjustmentAmount: '-5.5',
      },
      { ProviderIdentifier: '123', ProviderAdjustmentReason: 'WO', ProviderAdjustmentAmount: '12' },
    ]);
    for (const row of rows) expect(row).toMatchObject({ PayerName: 'PAYER ONE', PayeeLastNameOrOrgName: 'PAYEE ONE', FileName: 'a.edi' });
  });
});

describe('a claim', () => {
  const BODY = [
    CLM,
    'REF*F8*ORIGINAL',
    'NTE*ADD*A "NOTE", OF MINE',
    'HI*ABK:J0190*ABF:R509',
    'NM1*82*1*CARE*CARL****XX*1987654321',
    'PRV*PE*PXC*207Q00000X',
    'LX*1',
    'SV1*HC:99213:25:59:::SPECIAL*100.50*UN*1.0***1:2',
    'NTE*ADD*LINE NOTE',
  ];

  it('has columns under their own names', async () => {
    expect(await claimOf(BODY)).toMatchObject({
      TransactionType: '837P',
      TransactionCreationDateTime: '2025-01-15T09:30:00',
      PayerClaimControlNumber: 'ORIGINAL',
      Note: 'A "NOTE", OF MINE',
      Diag1Code: 'J0190',
      Diag2Code: 'R509',
      RenderingProviderIdentifier: '1987654321',
      RenderingProviderLastNameOrOrgName: 'CARE',
      RenderingProviderProviderTaxonomyCode: '207Q00000X',
      PlaceOfService: 'OFFICE',
      LineProcedureCode: '99213',
      LineControlNumber: '1',
      LineProcedureDescFromClaim: 'SPECIAL',
      LineProcedureModifier1Code: '25',
      LineProcedureModifier2Code: '59',
      LineChargeAmount: '100.5',
      LineUnitCount: '1',
      LineDiagPointer1: '1',
      LineDiagPointer2: '2',
      LineNote: 'LINE NOTE',
    });
  });

  it('says of what kind it is', async () => {
    expect((await claimOf([CLM, 'LX*1', 'SV2*0300*HC:99213*100*UN*1'], GUIDE.institutional))['TransactionType']).toBe('837I');
    expect((await claimOf([CLM, 'LX*1', 'SV3*AD:D0120*100'], GUIDE.dental))['TransactionType']).toBe('837D');
  });

  it('has the same id as in JSON', async () => {
    const json = await readClaim(BODY);
    expect((await claimOf(BODY))['Id']).toMatch(/^[0-9a-f]{24}$/);
    expect((await convertCsv([sourceOf('claims.edi', claimFile([underSubscriber(...BODY)]))])).rows[0]?.[0]).toBe(json['id']);
  });

  it('has diagnoses by what they are, where it is institutional', async () => {
    const body = [
      CLM,
      'HI*ABK:J0190',
      'HI*ABJ:R51',
      'HI*APR:R11*APR:R12',
      'HI*ABF:R509:::::::Y*ABF:Z00129',
      'HI*BBR:0DTJ4ZZ:D8:20250103',
      'LX*1',
      'SV2*0300*HC:99213*100*UN*1',
    ];
    expect(await claimOf(body, GUIDE.institutional)).toMatchObject({
      PrincipalDiagCode: 'J0190',
      AdmittingDiagCode: 'R51',
      ReasonForVisitDiag1Code: 'R11',
      ReasonForVisitDiag2Code: 'R12',
      OtherDiag1Code: 'R509',
      OtherDiag1PresentOnAdmissionIndicator: 'Y',
      OtherDiag2Code: 'Z00129',
      PrincipalProcedureCode: '0DTJ4ZZ',
      PrincipalProcedureOccurrenceDate: '2025-01-03',
      LineRevenueCodeCode: '0300',
    });
  });
});
