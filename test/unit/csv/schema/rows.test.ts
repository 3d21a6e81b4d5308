import { claimFile, GUIDE, underSubscriber } from '../../../support/claims';
import { sourceOf } from '../../../support/conversion';
import { convertCsv, convertCsvFiles, type CsvOptions } from '../../../support/csv';
import { ownSchema, PAYMENTS_ONLY } from '../../../support/csv-schema';
import { remittance } from '../../../support/remittance';

/** A payment with two lines, one of which has three adjustments; one with a line; one without lines. */
const PAYMENTS = [
  ['CLP*A*1*100*80*20*12*PAYERA*11*1', 'CAS*OA*23*7', 'SVC*HC:99213:25:59*60*50', 'CAS*CO*45*5**97*3', 'CAS*PR*1*2', 'SVC*HC:99214*40*30'],
  ['CLP*B*1*10*8*2*12*PAYERB*11*1', 'SVC*HC:99215*10*8', 'CAS*PR*2*2'],
  ['CLP*C*4*5*0*5*12*PAYERC*11*1', 'CAS*CO*29*5'],
];

const payments = () => sourceOf('a.edi', remittance({ claims: PAYMENTS }));

/** Lines of the CSV for a schema `own` of 835. */
async function linesOf(columns: readonly string[], lists: readonly string[], options: CsvOptions = {}): Promise<string[]> {
  const schemas = ownSchema(`includedFields: ${JSON.stringify(columns)}`, `listSchemas: [${[PAYMENTS_ONLY, ...lists].join(', ')}]`);
  return (await convertCsv([payments()], { schemas, schemaName: 'own', ...options })).text.split('\n');
}

const ROWS = (...names: readonly string[]) => `{ names: [${names.join(', ')}], strategy: ROWS }`;

describe('a list whose items are rows', () => {
  const COLUMNS = ['PatientControlNumber', 'PaymentAmount', 'LineProcedureCode', 'LinePaidAmount'];

  it('repeats nothing of what is around it unless the schema says so', async () => {
    expect(await linesOf(COLUMNS, [ROWS('Lines')])).toEqual(['LineProcedureCode,LinePaidAmount', '99213,50', '99214,30', '99215,8', ',']);
  });

  it('has the repeated columns in the first row of the record, and a row for a record without items', async () => {
    expect(await linesOf(COLUMNS, ["{ names: [Main], repeatFields: ['*'] }", ROWS('Lines')])).toEqual([
      'PatientControlNumber,PaymentAmount,LineProcedureCode,LinePaidAmount',
      'A,80,99213,50',
      ',,99214,30',
      'B,8,99215,8',
      'C,0,,',
    ]);
  });

  it('has in every row those that the schema says', async () => {
    expect(await linesOf(COLUMNS, ["{ names: [Main], repeatFields: ['*'], repeatEachRow: [PatientControlNumber] }", ROWS('Lines')])).toEqual([
      'PatientControlNumber,PaymentAmount,LineProcedureCode,LinePaidAmount',
      'A,80,99213,50',
      'A,,99214,30',
      'B,8,99215,8',
      'C,0,,',
    ]);
    expect((await linesOf(COLUMNS, ["{ names: [Main], repeatFields: ['*'], repeatEachRow: ['*'] }", ROWS('Lines')]))[2]).toBe('A,80,99214,30');
  });

  it('has the repeated columns in the order of the layout', async () => {
    const [header] = await linesOf(COLUMNS, ['{ names: [Main], repeatFields: [PaymentAmount, PatientControlNumber] }', ROWS('Lines')]);
    expect(header).toBe('PatientControlNumber,PaymentAmount,LineProcedureCode,LinePaidAmount');
  });

  it('fills no column in every row that is not repeated at all', async () => {
    const lines = await linesOf(COLUMNS, ["{ names: [Main], repeatFields: [PatientControlNumber], repeatEachRow: ['*'] }", ROWS('Lines')]);
    expect(lines[0]).toBe('PatientControlNumber,LineProcedureCode,LinePaidAmount');
    expect(lines[2]).toBe('A,99214,30');
  });

  it('may have one column, whose empty cells are no empty lines', async () => {
    expect(await linesOf(['LinePaidAmount'], [ROWS('Lines')])).toEqual(['LinePaidAmount', '50', '30', '8', '""']);
  });

  it('may be inside a value that is read whole', async () => {
    const schemas = ownSchema(
      'includedFields: [PatientControlNumber, LineChargeAmount, LineProcedureCode, LineProcedureModifierCode]',
      `listSchemas: [${PAYMENTS_ONLY}, { names: [Main, Lines], output: False, repeatFields: ['*'], repeatEachRow: ['*'] }, ${ROWS('Lines', 'LineProcedureModifiers')}]`,
    );
    const { text } = await convertCsv([payments()], { schemas, schemaName: 'own' });
    expect(text.split('\n')).toEqual([
      'PatientControlNumber,LineProcedureCode,LineChargeAmount,LineProcedureModifierCode',
      'A,99213,60,25',
      'A,99213,60,59',
      'A,99214,40,',
      'B,99215,10,',
      'C,,,',
    ]);
  });

  it('may be a list of values', async () => {
    const schemas = ownSchema(
      'includedFields: [PatientControlNumber, LineRemarkCode]',
      `listSchemas: [${PAYMENTS_ONLY}, { names: [Main], output: False, repeatFields: ['*'] }, { names: [Lines], output: False }, ${ROWS('Lines', 'LineRemarkCodes')}]`,
    );
    const claims = [[...(PAYMENTS[1] ?? []), 'LQ*HE*N1', 'LQ*HE*N2'], PAYMENTS[2] ?? []];
    const { text } = await convertCsv([sourceOf('a.edi', remittance({ claims }))], { schemas, schemaName: 'own' });
    expect(text.split('\n')).toEqual(['PatientControlNumber,LineRemarkCode', 'B,N1', ',N2', 'C,']);
  });
});

describe('rows in rows', () => {
  const COLUMNS = ['PatientControlNumber', 'LineProcedureCode', 'LinePaidAmount', 'LineAdjReasonCode', 'LineAdjAmount'];
  const THREE = (main: string, lines: string) => [
    `{ names: [Main], output: False, repeatFields: ['*'], repeatEachRow: [${main}] }`,
    `{ names: [Lines], output: False, repeatFields: ['*'], repeatEachRow: [${lines}] }`,
    ROWS('Lines', 'LineAdjs'),
  ];

  it('have the columns of every level, each in the first row of its item', async () => {
    const lists = ["{ names: [Main, Lines], output: False, repeatFields: ['*'] }", ROWS('Lines', 'LineAdjs')];
    expect(await linesOf(COLUMNS, lists)).toEqual([
      'PatientControlNumber,LineProcedureCode,LinePaidAmount,LineAdjReasonCode,LineAdjAmount',
      'A,99213,50,45,5',
      ',,,97,3',
      ',,,1,2',
      ',99214,30,,',
      'B,99215,8,2,2',
      'C,,,,',
    ]);
  });

  it('have in every row what each level repeats', async () => {
    expect(await linesOf(COLUMNS, THREE('PatientControlNumber', 'LineProcedureCode'))).toEqual([
      'PatientControlNumber,LineProcedureCode,LinePaidAmount,LineAdjReasonCode,LineAdjAmount',
      'A,99213,50,45,5',
      'A,99213,,97,3',
      'A,99213,,1,2',
      'A,99214,30,,',
      'B,99215,8,2,2',
      'C,,,,',
    ]);
  });

  it('may repeat nothing of the level between', async () => {
    const lists = [
      "{ names: [Main], output: False, repeatFields: ['*'], repeatEachRow: ['*'] }",
      '{ names: [Lines], output: False }',
      ROWS('Lines', 'LineAdjs'),
    ];
    expect(await linesOf(COLUMNS, lists)).toEqual(['PatientControlNumber,LineAdjReasonCode,LineAdjAmount', 'A,45,5', 'A,97,3', 'A,1,2', 'A,,', 'B,2,2', 'C,,']);
  });

  it('are files of their own beside those of the levels around them', async () => {
    const schemas = ownSchema(
      `includedFields: ${JSON.stringify(COLUMNS)}`,
      `listSchemas: [${PAYMENTS_ONLY}, { names: [Main], repeatFields: [PatientControlNumber], repeatEachRow: ['*'] }, ${ROWS('Lines', 'LineAdjs')}]`,
    );
    const files = await convertCsvFiles([payments()], { schemas, schemaName: 'own' });
    expect(Object.fromEntries(Object.entries(files).map(([name, { header, rows }]) => [name, [header.join(), rows.length]]))).toEqual({
      '': ['PatientControlNumber', 3],
      '-Lines': ['PatientControlNumber,LineProcedureCode,LinePaidAmount', 4],
      '-LineAdjs': ['PatientControlNumber,LineAdjReasonCode,LineAdjAmount', 6],
    });
  });

  it('stand for all where one table is wanted: those of the innermost list', async () => {
    const schemas = ownSchema(`includedFields: ${JSON.stringify(COLUMNS)}`, `listSchemas: [${PAYMENTS_ONLY}, ${ROWS('Lines', 'LineAdjs')}]`);
    expect((await convertCsv([payments()], { schemas, schemaName: 'own' })).header).toEqual(['LineAdjReasonCode', 'LineAdjAmount']);
  });
});

describe('rows of claims', () => {
  const CLAIM = ['CLM*A*100***11:B:1*Y*A*Y*Y', 'HI*ABK:J0190*ABF:R509*ABF:Z00129', 'LX*1', 'SV1*HC:99213*100*UN*1***1', 'LX*2', 'SV1*HC:99214*1*UN*1***1'];
  const WITHOUT = ['CLM*B*100***11:B:1*Y*A*Y*Y', 'LX*1', 'SV1*HC:99213*100*UN*1***1'];
  const claims = () => sourceOf('p.edi', claimFile([underSubscriber(...CLAIM, ...WITHOUT)]));
  const schemaOf = (type: string, columns: readonly string[], ...lists: readonly string[]) =>
    `- { name: own, transactionTypes: [${type}], includedFields: ${JSON.stringify(columns)}, listSchemas: [${lists.join(', ')}] }`;

  it('may be diagnoses, which are read whole', async () => {
    const schemas = schemaOf(
      '837P',
      ['PatientControlNumber', 'DiagCode', 'DiagSubType'],
      "{ names: [Main], output: False, repeatFields: ['*'] }",
      ROWS('Diags'),
    );
    expect((await convertCsv([claims()], { schemas, schemaName: 'own' })).text.split('\n')).toEqual([
      'PatientControlNumber,DiagCode,DiagSubType',
      'A,J0190,ICD_10_PRINCIPAL',
      ',R509,ICD_10',
      ',Z00129,ICD_10',
      'B,,',
    ]);
  });

  it('may be inside an object', async () => {
    const schemas = schemaOf(
      '837P',
      ['PatientControlNumber', 'BillingProviderContactName', 'BillingProviderContactContactNumber1Number'],
      "{ names: [Main], output: False, repeatFields: ['*'] }",
      ROWS('BillingProviderContacts'),
    );
    const body = underSubscriber(...CLAIM, ...WITHOUT).flatMap((segment) =>
      segment.startsWith('N4*CARETOWN') ? [segment, 'PER*IC*ANN*TE*1*EM*2', 'PER*IC*BOB*TE*3'] : [segment],
    );
    expect((await convertCsv([sourceOf('p.edi', claimFile([body]))], { schemas, schemaName: 'own' })).text.split('\n')).toEqual([
      'PatientControlNumber,BillingProviderContactName,BillingProviderContactContactNumber1Number',
      'A,ANN,1',
      ',BOB,3',
      'B,ANN,1',
      ',BOB,3',
    ]);
  });

  it('may be those that a choice accepts', async () => {
    const schemas = schemaOf(
      '837I',
      ['PatientControlNumber', 'PrincipalDiagCode', 'OtherDiagCode'],
      "{ names: [Main], output: False, repeatFields: ['*'], repeatEachRow: [PatientControlNumber] }",
      ROWS('OtherDiags'),
    );
    const body = ['CLM*A*100***11:A:1*Y*A*Y*Y', 'HI*ABK:J0190', 'HI*ABJ:R51', 'HI*ABF:R509*ABF:Z00129', 'LX*1', 'SV2*0300*HC:99213*100*UN*1'];
    const source = sourceOf('i.edi', claimFile([underSubscriber(...body)], { guide: GUIDE.institutional }));
    expect((await convertCsv([source], { schemas, schemaName: 'own' })).text.split('\n')).toEqual([
      'PatientControlNumber,PrincipalDiagCode,OtherDiagCode',
      'A,J0190,R509',
      'A,,Z00129',
    ]);
  });

  it('may be diagnoses and lines, in files of their own', async () => {
    const schemas = schemaOf(
      '837P',
      ['PatientControlNumber', 'DiagCode', 'LineProcedureCode'],
      "{ names: [Main], output: False, repeatFields: ['*'], repeatEachRow: ['*'] }",
      ROWS('Diags', 'Lines'),
    );
    const files = await convertCsvFiles([claims()], { schemas, schemaName: 'own' });
    expect(files['-Diags']?.rows).toEqual([
      ['A', 'J0190'],
      ['A', 'R509'],
      ['A', 'Z00129'],
      ['B', ''],
    ]);
    expect(files['-Lines']?.rows).toEqual([
      ['A', '99213'],
      ['A', '99214'],
      ['B', '99213'],
    ]);
  });

  it('may be lists in lists of values: surfaces of teeth', async () => {
    const schemas = schemaOf(
      '837D',
      ['PatientControlNumber', 'LineToothInfoCode', 'LineToothInfoSurfaceCode'],
      "{ names: [Main, Lines, LineToothInfos], output: False, repeatFields: ['*'], repeatEachRow: ['*'] }",
      ROWS('Lines', 'LineToothInfos', 'LineToothInfoSurfaceCodes'),
    );
    const body = ['CLM*A*100***11:B:1*Y*A*Y*Y', 'LX*1', 'SV3*AD:D2391*100', 'TOO*JP*8*M:O', 'TOO*JP*9*L'];
    const source = sourceOf('d.edi', claimFile([underSubscriber(...body)], { guide: GUIDE.dental }));
    expect((await convertCsv([source], { schemas, schemaName: 'own' })).text.split('\n')).toEqual([
      'PatientControlNumber,LineToothInfoCode,LineToothInfoSurfaceCode',
      'A,8,M',
      'A,8,O',
      'A,9,L',
    ]);
  });

  it('are the one table that is wanted where they are the deepest, whatever lists follow them', async () => {
    const columns = ['PatientControlNumber', 'LineToothInfoSurfaceCode', 'LineDiagPointer'];
    const schemas = schemaOf('837D', columns, ROWS('Lines', 'LineToothInfos', 'LineToothInfoSurfaceCodes', 'LineDiagPointers'));
    const body = ['CLM*A*100***11:B:1*Y*A*Y*Y', 'LX*1', 'SV3*AD:D2391*100', 'TOO*JP*8*M:O'];
    const source = sourceOf('d.edi', claimFile([underSubscriber(...body)], { guide: GUIDE.dental }));
    expect((await convertCsv([source], { schemas, schemaName: 'own' })).text.split('\n')).toEqual(['LineToothInfoSurfaceCode', 'M', 'O']);
  });
});

describe('the separator', () => {
  it.each([
    ["';'", ';'],
    ['"\\t"', '\t'],
    ["'|'", '|'],
    ["' '", ' '],
  ])('stands between all cells, and cells that hold it stand in quotes: %s', async (written, separator) => {
    const schemas = ownSchema(
      'includedFields: [PatientControlNumber, PaymentAmount, PatientLastName]',
      `separator: ${written}`,
      `listSchemas: [${PAYMENTS_ONLY}]`,
    );
    const source = sourceOf('a.edi', remittance({ claims: [[`CLP*A${separator}B*1*1*2*3*12*X*11*1`, 'NM1*QC*1*DOE,JANE'], ['CLP*C*1*1']] }));
    const { text } = await convertCsv([source], { schemas, schemaName: 'own', separator });
    expect(text.split('\n')).toEqual([
      ['PatientControlNumber', 'PaymentAmount', 'PatientLastName'].join(separator),
      [`"A${separator}B"`, '2', 'DOE,JANE'].join(separator),
      ['C', '', ''].join(separator),
    ]);
  });
});
