/** Segments of the record, near the limit of CLEARLOOP_MAX_RECORD_SEGMENTS. */
const SEGMENTS = 19_000;

const TEXT = { 'content-type': 'text/plain' };
const JSON_TEXT = { 'content-type': 'application/json' };

const OPERATIONS = [
  'json?ndjson=true',
  'json?ndjson=true&validate=true&maxWarnings=-1',
  'csv',
  'json?ndjson=true&convertToSegments=true',
  'validate?maxErrors=-1',
  'validate/text',
  'ack',
  'parse',
];

/** Operations that get a body with several such records. */
const MANY_OPERATIONS = ['json?ndjson=true&validate=true&maxWarnings=-1', 'validate?maxErrors=-1'];

/**
 * Requests with one record that is as long as a record may be, to each operation that reads or writes it: as a list of { name, path, headers,
 * body }. Of each transaction set one record has an error in every segment, and one has none.
 */
export function makeLongRecords({ '835.edi': payment, '837p.edi': claim }) {
  const files = {
    '835, errors in each line': withLines(payment, 'CLP*', 2, (line) => `SVC*XX:${line}*X*1~DTM*472*20269999~`),
    '835, no errors': withLines(payment, 'CLP*', 2, () => 'SVC*HC:99213*0*0**1~DTM*472*20260224~'),
    '837, errors in each line': withLines(claim, 'LX*', 3, (line) => `LX*${line}X~SV1*XX:${line}*X*UN*1***9~DTP*472*D8*20269999~`),
    '837, no errors': withLines(claim, 'LX*', 3, (line) => `LX*${line + 1}~SV1*HC:99213*0*UN*1***1~DTP*472*D8*20260209~`),
  };
  const reading = Object.entries(files).flatMap(([name, text]) =>
    OPERATIONS.map((operation) => ({ name, path: `/api/edi/${operation}`, headers: TEXT, body: Buffer.from(text, 'latin1') })),
  );
  const many = { name: '835, ten such claims', headers: TEXT, body: Buffer.from(withClaims(files['835, errors in each line'], 10), 'latin1') };
  return [...reading, ...MANY_OPERATIONS.map((operation) => ({ ...many, path: `/api/edi/${operation}` })), ...generations()];
}

/** The file with its record as often as that. */
function withClaims(edi, count) {
  const [start, end] = [edi.indexOf('CLP*'), edi.indexOf('PLB*')];
  return edi.slice(0, start) + edi.slice(start, end).repeat(count) + edi.slice(end);
}

/** The file with one record alone, whose segments from `first` on are as many lines as fit. */
function withLines(edi, first, segmentsPerLine, makeLine) {
  const [start, end] = first === 'CLP*' ? [edi.indexOf('SVC*'), edi.indexOf('PLB*')] : [edi.indexOf(first), edi.indexOf('SE*')];
  const lines = Array.from({ length: Math.floor(SEGMENTS / segmentsPerLine) }, (_, line) => makeLine(line));
  return edi.slice(0, start) + lines.join('') + edi.slice(end);
}

function generations() {
  const claims = {
    'a claim with 6,000 lines': Array.from({ length: 6_000 }, (_, line) => ({
      sourceLineId: String(line),
      chargeAmount: 1,
      unitCount: 1,
      procedure: { code: '99213', subType: 'HCPCS' },
    })),
    'a claim with 6,000 lines of nothing': Array.from({ length: 6_000 }, () => ({ unknown: 1 })),
  };
  return Object.entries(claims).map(([name, serviceLines]) => ({
    name,
    path: '/api/edi/gen/837',
    headers: JSON_TEXT,
    body: Buffer.from(
      JSON.stringify({
        interchangeControl: { senderIdQualifier: 'ZZ', senderId: 'CLINIC', receiverIdQualifier: 'ZZ', receiverId: 'PLAN' },
        functionalGroup: { transactionType: 'PROF', senderCode: 'CLINIC', receiverCode: 'PLAN' },
        transaction: { sender: { identifier: 'C01', lastNameOrOrgName: 'CLINIC' }, receiver: { identifier: 'P01', lastNameOrOrgName: 'PLAN' } },
        claims: [{ patientControlNumber: '1', chargeAmount: 6000, serviceLines }],
      }),
    ),
  }));
}
