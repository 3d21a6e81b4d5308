import { parseCents } from '../edi-parts/cents.mjs';
import {
  ENVELOPE_CHECKS,
  TERMINATOR,
  createEnvelopeState,
  endTransaction,
  expect,
  mean,
  problem,
  readSegments,
  startTransaction,
} from '../edi-parts/envelope-check.mjs';

/**
 * Reads a generated file with plain splitting and verifies counts, control numbers and balances. It shares no code with
 * the generator and knows the few segments that carry amounts, so that one does not repeat a mistake of the other.
 * Gives the counts, the means of a claim and the first problems in words.
 */
export async function check835(path) {
  const state = createState();
  await readSegments(path, state, checkSegment);
  return summarise(state);
}

function createState() {
  return { ...createEnvelopeState(), claims: 0, claimSegments: 0, claimBytes: 0, lines: 0, claim: undefined, line: undefined };
}

const CHECKS = {
  ...ENVELOPE_CHECKS,
  ST: checkTransactionStart,
  BPR: (state, elements) => (state.transaction.payment = parseCents(elements[2])),
  CLP: startClaim,
  SVC: startLine,
  CAS: addAdjustments,
  AMT: checkAllowed,
  PLB: addProviderAdjustments,
  SE: checkTransactionEnd,
};

function checkSegment(state, elements, text) {
  CHECKS[elements[0]]?.(state, elements, text);
  if (state.claim === undefined) return;
  state.claimSegments++;
  state.claimBytes += text.length + TERMINATOR.length;
}

function checkTransactionStart(state, elements) {
  startTransaction(state, elements, { payment: 0, paid: 0, adjusted: 0 });
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

function checkTransactionEnd(state, elements) {
  endClaim(state);
  const { transaction } = state;
  endTransaction(state, elements);
  const { number, paid, adjusted, payment } = transaction;
  expect(state, paid - adjusted, payment, `sum of CLP04 - PLB = BPR02 in transaction ${number}`);
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
