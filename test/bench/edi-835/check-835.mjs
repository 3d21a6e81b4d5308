import { createReadStream } from 'node:fs';
import { parseCents } from '../edi-parts/cents.mjs';

const MOST_PROBLEMS = 20;
const ISA_CHARACTERS = 105;

/**
 * Reads a generated file with plain splitting and verifies counts, control numbers and balances. It shares no code with
 * the generator and knows the few segments that carry amounts, so that one does not repeat a mistake of the other.
 * Gives the counts, the means of a claim and the first problems in words.
 */
export async function check835(path) {
  const state = createState();
  let rest = '';
  for await (const text of createReadStream(path, { encoding: 'latin1' })) {
    const pieces = (rest + text).split('~\n');
    rest = pieces.pop();
    for (const piece of pieces) checkSegment(state, piece);
  }
  expect(state, rest, '', 'text after the last terminator');
  expect(state, state.open, '', 'envelopes left open');
  return summarise(state);
}

function createState() {
  return {
    bytes: 0,
    segments: 0,
    transactions: 0,
    claims: 0,
    claimSegments: 0,
    claimBytes: 0,
    lines: 0,
    open: '',
    problems: [],
    claim: undefined,
    line: undefined,
    transaction: undefined,
  };
}

const CHECKS = {
  ISA: checkInterchangeStart,
  GS: startGroup,
  ST: startTransaction,
  BPR: (state, elements) => (state.transaction.payment = parseCents(elements[2])),
  CLP: startClaim,
  SVC: startLine,
  CAS: addAdjustments,
  AMT: checkAllowed,
  PLB: addProviderAdjustments,
  SE: endTransaction,
  GE: endGroup,
  IEA: endInterchange,
};

function checkSegment(state, text) {
  const elements = text.split('*');
  state.bytes += text.length + 2;
  state.segments++;
  if (state.transaction !== undefined) state.transaction.segments++;
  CHECKS[elements[0]]?.(state, elements, text);
  if (state.claim !== undefined) {
    state.claimSegments++;
    state.claimBytes += text.length + 2;
  }
}

function checkInterchangeStart(state, elements, text) {
  expect(state, text.length, ISA_CHARACTERS, 'characters of ISA before its terminator');
  state.interchangeNumber = elements[13];
  state.open += 'I';
}

function startGroup(state, elements) {
  state.groupNumber = elements[6];
  state.open += 'G';
}

function startTransaction(state, elements) {
  state.transactions++;
  state.transaction = { number: elements[2], segments: 1, payment: 0, paid: 0, adjusted: 0 };
  state.open += 'T';
}

/** CLP03 charge, CLP04 paid, CLP05 responsibility of the patient. */
function startClaim(state, elements) {
  endClaim(state);
  const [, id, , charge, paid, patient] = elements;
  state.claims++;
  state.claim = { id, charge: parseCents(charge), paid: parseCents(paid), patient: parseCents(patient), sums: [0, 0, 0] };
  state.transaction.paid += parseCents(paid);
}

function startLine(state, elements) {
  endLine(state);
  state.lines++;
  state.line = { charge: parseCents(elements[2]), paid: parseCents(elements[3]), adjusted: 0, patient: 0 };
}

function addAdjustments(state, elements) {
  for (let i = 3; i < elements.length; i += 3) {
    const amount = parseCents(elements[i]);
    if (amount === 0) problem(state, `CAS amount of zero in claim ${state.claim.id}`);
    state.line.adjusted += amount;
    if (elements[1] === 'PR') state.line.patient += amount;
  }
}

function checkAllowed(state, elements) {
  if (elements[1] !== 'B6') return;
  expect(state, parseCents(elements[2]), state.line.paid + state.line.patient, `AMT*B6 in claim ${state.claim.id}`);
}

function addProviderAdjustments(state, elements) {
  endClaim(state);
  for (let i = 4; i < elements.length; i += 2) state.transaction.adjusted += parseCents(elements[i]);
}

function endLine(state) {
  const { line, claim } = state;
  if (line === undefined) return;
  expect(state, line.charge - line.adjusted, line.paid, `SVC02 - CAS = SVC03 in claim ${claim.id}`);
  claim.sums = [claim.sums[0] + line.charge, claim.sums[1] + line.paid, claim.sums[2] + line.patient];
  state.line = undefined;
}

function endClaim(state) {
  endLine(state);
  const { claim } = state;
  if (claim === undefined) return;
  expect(state, claim.sums[0], claim.charge, `sum of SVC02 = CLP03 in claim ${claim.id}`);
  expect(state, claim.sums[1], claim.paid, `sum of SVC03 = CLP04 in claim ${claim.id}`);
  expect(state, claim.sums[2], claim.patient, `sum of PR = CLP05 in claim ${claim.id}`);
  state.claim = undefined;
}

function endTransaction(state, elements) {
  endClaim(state);
  const { number, segments, paid, adjusted, payment } = state.transaction;
  expect(state, Number(elements[1]), segments, `SE01 of transaction ${number}`);
  expect(state, elements[2], number, `SE02 of transaction ${number}`);
  expect(state, paid - adjusted, payment, `sum of CLP04 - PLB = BPR02 in transaction ${number}`);
  state.transaction = undefined;
  state.open = state.open.replace(/T$/, '');
}

function endGroup(state, elements) {
  expect(state, Number(elements[1]), state.transactions, 'GE01');
  expect(state, elements[2], state.groupNumber, 'GE02');
  state.open = state.open.replace(/G$/, '');
}

function endInterchange(state, elements) {
  expect(state, elements[1], '1', 'IEA01');
  expect(state, elements[2], state.interchangeNumber, 'IEA02');
  state.open = state.open.replace(/I$/, '');
}

function expect(state, actual, expected, what) {
  if (actual !== expected) problem(state, `${what}: found ${actual}, expected ${expected}`);
}

function problem(state, text) {
  if (state.problems.length < MOST_PROBLEMS) state.problems.push(`segment ${state.segments}: ${text}`);
}

function summarise(state) {
  const { bytes, segments, transactions, claims, problems } = state;
  return {
    bytes,
    segments,
    transactions,
    claims,
    segmentsPerClaim: mean(state.claimSegments, claims),
    bytesPerClaim: mean(state.claimBytes, claims),
    linesPerClaim: mean(state.lines, claims),
    problems,
  };
}

function mean(total, count) {
  return count === 0 ? 0 : Number((total / count).toFixed(2));
}
