/** Gives a small synthetic 835 with a number of claims, each with one line; every claim has its own control number. */
export function remittance(claims: number, payee = 'CLINIC'): string {
  const body = Array.from({ length: claims }, (_, index) => claimSegments(index + 1)).flat();
  const transaction = [
    'ST*835*0001',
    `BPR*I*${claims * 80}*C*CHK************20190316`,
    'TRN*1*71700666555*1935665544',
    'DTM*405*20190314',
    'N1*PR*RUSHMORE LIFE',
    'N3*10 SOUTH AVENUE',
    'N4*RAPID CITY*SD*55111',
    'PER*BL*HELP DESK*TE*8005551234',
    `N1*PE*${payee}*XX*5544667733`,
    'LX*1',
    ...body,
  ];
  const segments = [
    'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *190827*0212*^*00501*191511902*0*P*:',
    'GS*HP*SENDER*RECEIVER*20190827*0212*1*X*005010X221A1',
    ...transaction,
    `SE*${transaction.length + 1}*0001`,
    'GE*1*1',
    'IEA*1*191511902',
  ];
  return segments.map((segment) => `${segment}~\n`).join('');
}

function claimSegments(number: number): readonly string[] {
  return [
    `CLP*PCN${number}*1*100*80**MC*ICN${number}*11*1`,
    'CAS*CO*45*20',
    'NM1*QC*1*SAMPLE*PAT****MI*ID000001',
    'SVC*HC:99213*100*80**1',
    'DTM*472*20190301',
  ];
}
