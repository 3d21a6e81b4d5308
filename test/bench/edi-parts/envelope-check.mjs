/**
 * What the checks of generated files share: reading, envelopes, and the list of problems. The generators use nothing of it,
 * and it uses nothing of them, so that a check does not repeat a mistake of its generator.
 */
import { createReadStream } from 'node:fs';

/** What ends a segment. Splitting takes it away, so whoever counts bytes adds its length again. */
export const TERMINATOR = '~\n';

/** The first problems show what is wrong; one mistake of a generator would give as many as the file has claims. */
const MAX_PROBLEMS = 20;
const ISA_CHARACTERS = 105;

/** Checks of the segments around the transactions. ST and SE are left to the caller, who has sums to begin and to compare there. */
export const ENVELOPE_CHECKS = {
  ISA: startInterchange,
  GS: startGroup,
  GE: endGroup,
  IEA: endInterchange,
};

/** The counts of a file, the envelopes that are open (one letter each, the innermost last) and the problems. */
export function createEnvelopeState() {
  return { bytes: 0, segments: 0, transactions: 0, open: '', problems: [], transaction: undefined };
}

/**
 * Reads a file with plain splitting and calls `checkSegment(state, elements, text)` for each segment, which is counted
 * before, so that problems name it. Latin-1 makes each byte one character, and memory does not depend on the size.
 */
export async function readSegments(path, state, checkSegment) {
  let rest = '';
  for await (const text of createReadStream(path, { encoding: 'latin1' })) {
    const pieces = (rest + text).split(TERMINATOR);
    rest = pieces.pop();
    for (const piece of pieces) {
      countSegment(state, piece);
      checkSegment(state, piece.split('*'), piece);
    }
  }
  expect(state, rest, '', 'text after the last terminator');
  expect(state, state.open, '', 'envelopes left open');
}

/** `sums` are what the caller adds up in a transaction. ST itself is counted here, because it came before its transaction. */
export function startTransaction(state, elements, sums) {
  state.transactions++;
  state.transaction = { number: elements[2], segments: 1, ...sums };
  state.open += 'T';
}

export function endTransaction(state, elements) {
  const { number, segments } = state.transaction;
  expect(state, Number(elements[1]), segments, `SE01 of transaction ${number}`);
  expect(state, elements[2], number, `SE02 of transaction ${number}`);
  state.transaction = undefined;
  state.open = state.open.replace(/T$/, '');
}

/** Notes a problem when a value is not the expected one. */
export function expect(state, actual, expected, what) {
  if (actual !== expected) problem(state, `${what}: found ${actual}, expected ${expected}`);
}

export function problem(state, text) {
  if (state.problems.length < MAX_PROBLEMS) state.problems.push(`segment ${state.segments}: ${text}`);
}

/** A mean with two decimals; of nothing it is 0, because a broken file may have no claims. */
export function mean(total, count) {
  return count === 0 ? 0 : Number((total / count).toFixed(2));
}

function countSegment(state, text) {
  state.bytes += text.length + TERMINATOR.length;
  state.segments++;
  if (state.transaction !== undefined) state.transaction.segments++;
}

function startInterchange(state, elements, text) {
  expect(state, text.length, ISA_CHARACTERS, 'characters of ISA before its terminator');
  state.interchangeNumber = elements[13];
  state.open += 'I';
}

function startGroup(state, elements) {
  state.groupNumber = elements[6];
  state.open += 'G';
}

/** The generators write one group, so all transactions of the file are in it. */
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
