import { parseCents } from '../edi-parts/cents.mjs';
import { ENVELOPE_CHECKS, createEnvelopeState, endTransaction, expect, mean, problem, readSegments, startTransaction } from '../edi-parts/envelope-check.mjs';

const PARENT_LEVELS = { 20: undefined, 22: '20', 23: '22' };

/**
 * Reads a generated file with plain splitting and verifies envelopes, counts, levels, balances and diagnosis pointers. It
 * shares no code with the generator, so that one does not repeat a mistake of the other. Gives the counts, the means of a
 * claim and the first problems in words.
 */
export async function check837(path) {
  const state = createState();
  await readSegments(path, state, checkSegment);
  return summarise(state);
}

function createState() {
  return { ...createEnvelopeState(), claims: 0, mostClaims: 0, lines: 0 };
}

const CHECKS = {
  ...ENVELOPE_CHECKS,
  ST: checkTransactionStart,
  HL: startLevel,
  CLM: startClaim,
  HI: (state, elements) => (state.claim.diagnoses = elements.length - 1),
  AMT: (state, elements) => elements[1] === 'D' && (state.claim.otherPaid = parseCents(elements[2])),
  NM1: (state, elements) => state.claim && elements[1] === 'PR' && (state.claim.otherPayer = elements[9]),
  LX: startLine,
  SV1: checkService,
  SVD: checkPaidLine,
  CAS: addAdjustments,
  SE: checkTransactionEnd,
};

function checkSegment(state, elements, text) {
  if (elements.at(-1) === '') problem(state, `${elements[0]} ends with an empty element`);
  CHECKS[elements[0]]?.(state, elements, text);
}

function checkTransactionStart(state, elements) {
  startTransaction(state, elements, { claims: 0, levels: 0, path: [] });
}

/** The levels above the current one are kept: a level is closed when one of its own or a higher kind begins. */
function startLevel(state, [, id, parent, code, hasChild]) {
  endClaim(state);
  const { transaction } = state;
  expect(state, Number(id), ++transaction.levels, 'HL01');
  while (transaction.path.length > 0 && transaction.path.at(-1).code >= code) endLevel(state);
  const above = transaction.path.at(-1);
  expect(state, above?.code, PARENT_LEVELS[code], `level above HL ${id}`);
  expect(state, parent, above?.id ?? '', `HL02 of HL ${id}`);
  if (above !== undefined) above.children++;
  transaction.path.push({ id, code, hasChild, children: 0, claims: 0 });
}

function endLevel(state) {
  const { id, code, hasChild, children, claims } = state.transaction.path.pop();
  expect(state, hasChild, children > 0 ? '1' : '0', `HL04 of HL ${id}`);
  expect(state, claims > 0, code !== '20' && children === 0, `HL ${id} has claims`);
}

function startClaim(state, elements) {
  endClaim(state);
  state.claims++;
  state.transaction.claims++;
  state.transaction.path.at(-1).claims++;
  state.claim = { id: elements[1], charge: parseCents(elements[2]), lines: 0, charged: 0, paid: 0, adjusted: 0 };
}

function startLine(state, elements) {
  endLine(state);
  state.lines++;
  expect(state, Number(elements[1]), ++state.claim.lines, `LX01 in claim ${state.claim.id}`);
  state.line = { charge: 0, adjusted: 0 };
}

function checkService(state, elements) {
  const { claim, line } = state;
  line.charge = parseCents(elements[2]);
  claim.charged += line.charge;
  const pointers = elements[7].split(':').map(Number);
  expect(state, new Set(pointers).size, pointers.length, `different pointers in claim ${claim.id}`);
  if (pointers.some((pointer) => !(pointer >= 1 && pointer <= claim.diagnoses))) problem(state, `SV107 in claim ${claim.id}`);
}

function checkPaidLine(state, elements) {
  expect(state, elements[1], state.claim.otherPayer, `SVD01 in claim ${state.claim.id}`);
  state.line.paid = parseCents(elements[2]);
  state.claim.paid += state.line.paid;
}

/** CAS of the claim stand before its lines. */
function addAdjustments(state, elements) {
  for (let i = 3; i < elements.length; i += 3) {
    const amount = parseCents(elements[i]);
    if (amount === 0) problem(state, `CAS amount of zero in claim ${state.claim.id}`);
    (state.line ?? state.claim).adjusted += amount;
  }
}

function endLine(state) {
  const { line, claim } = state;
  if (line === undefined) return;
  expect(state, line.paid !== undefined, claim.otherPaid !== undefined, `SVD and AMT*D in claim ${claim.id}`);
  if (line.paid !== undefined) expect(state, line.charge - line.adjusted, line.paid, `SV102 - CAS = SVD02 in claim ${claim.id}`);
  state.line = undefined;
}

function endClaim(state) {
  endLine(state);
  const { claim } = state;
  if (claim === undefined) return;
  expect(state, claim.charged, claim.charge, `sum of SV102 = CLM02 in claim ${claim.id}`);
  if (claim.otherPaid !== undefined) expect(state, claim.paid - claim.adjusted, claim.otherPaid, `sum of SVD02 - CAS = AMT*D in claim ${claim.id}`);
  state.claim = undefined;
}

/** Levels end before the transaction, because it holds them. */
function checkTransactionEnd(state, elements) {
  endClaim(state);
  const { claims, path } = state.transaction;
  while (path.length > 0) endLevel(state);
  state.mostClaims = Math.max(state.mostClaims, claims);
  endTransaction(state, elements);
}

function summarise({ bytes, segments, transactions, claims, mostClaims, lines, problems }) {
  return {
    bytes,
    segments,
    transactions,
    claims,
    mostClaimsPerTransaction: mostClaims,
    segmentsPerClaim: mean(segments, claims),
    bytesPerClaim: mean(bytes, claims),
    linesPerClaim: mean(lines, claims),
    problems,
  };
}
