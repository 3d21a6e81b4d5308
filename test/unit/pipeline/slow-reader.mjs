// Converts a synthetic 835 of one transaction, made while it is read, takes its time with the output, and prints what
// that needed as JSON.
//
//   node --expose-gc slow-reader.mjs <bytes> [part after which the reader goes away]
//
// Memory is what is still held after a collection: how far the collector lags behind depends on how busy the machine is.
// Uses the built engine; the test that starts it builds it.
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

const require = createRequire(import.meta.url);
const { createConverter } = require('../../../dist/src/pipeline/create-converter.js');

const [size, part = '1'] = process.argv.slice(2);
const PIECE_BYTES = 65_536;
/** The reader sleeps after so many pieces of output. */
const PIECES_BETWEEN_SLEEPS = 20;
/** Memory is measured after each such part of the input. */
const PART_BETWEEN_MEASUREMENTS = 0.05;

const HEAD =
  'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *250115*0930*^*00501*000000001*0*P*:~' +
  'GS*HP*SENDER*RECEIVER*20250115*0930*1*X*005010X221A1~ST*835*0001~BPR*I*100*C*NON************20250115~TRN*1*TRACE*1512345678~' +
  'N1*PR*PAYER~N3*1 STREET~N4*CITY*NY*10001~N1*PE*PAYEE*XX*1234567893~LX*1~';
const CLAIM = 'CLP*CLAIM*1*100*80*20*12*PAYER*11*1~NM1*QC*1*DOE*JANE****MI*ID123~SVC*HC:99213*100*80**1~DTM*472*20250102~CAS*PR*1*20~REF*6R*LINE1~';

const state = { given: 0, isClosed: false };

async function* bytes() {
  try {
    const claims = Buffer.from(CLAIM.repeat(Math.ceil(PIECE_BYTES / CLAIM.length)));
    let claimCount = 0;
    yield give(Buffer.from(HEAD));
    while (state.given < Number(size)) {
      claimCount += claims.length / CLAIM.length;
      yield give(claims);
    }
    yield give(Buffer.from(`SE*${10 - 2 + claimCount * 6 + 1}*0001~GE*1*1~IEA*1*000000001~`));
  } finally {
    state.isClosed = true;
  }
}

function give(piece) {
  state.given += piece.length;
  return piece;
}

const conversion = createConverter().convert([{ name: 'large.edi', open: bytes }], { output: 'ndjson' });

async function heldMegabytes() {
  globalThis.gc();
  // Buffers are freed in the background.
  await sleep(20);
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

const heldAfterParts = [];
let [mostBytesAhead, pieces] = [0, 0];
for await (const _piece of conversion) {
  mostBytesAhead = Math.max(mostBytesAhead, state.given - conversion.summary.bytes);
  if (++pieces % PIECES_BETWEEN_SLEEPS === 0) {
    await sleep(1);
    const done = conversion.summary.bytes / Number(size);
    if (done >= (heldAfterParts.length + 1) * PART_BETWEEN_MEASUREMENTS) heldAfterParts.push(await heldMegabytes());
    if (done >= Number(part)) break;
  }
}
const { bytes: read, records, issues, errors } = conversion.summary;
process.stdout.write(JSON.stringify({ bytes: read, records, issues, errors, mostBytesAhead, heldAfterParts, isClosed: state.isClosed }));
