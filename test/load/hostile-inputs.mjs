import { gzipSync } from 'node:zlib';

const MEGABYTE = 1_000_000;

/**
 * What a client can send that costs a service most: bytes in one record, errors, issues, keys, answers that are much larger than their
 * input. Gives a list of { name, path, headers, body, ends }. `ends` says how the client leaves: it reads the answer ('read'), is gone in
 * the middle of it ('leaves'), reads nothing for a while ('stalls'), or sends its body slowly ('trickles').
 */
export function makeHostileInputs(samples) {
  const claim = samples['837p.edi'].toString('latin1');
  const coverage = samples['834.edi'].toString('latin1');
  const payment = samples['835.edi'].toString('latin1');
  const firstLine = claim.search(/LX\*1/);
  const note = `NTE*ADD*${'A'.repeat(MEGABYTE)}~`;
  const text = { 'content-type': 'text/plain' };
  const json = { 'content-type': 'application/json' };
  const input = (name, path, body, headers = text, ends = 'read') => ({ name, path, headers, body: Buffer.from(body), ends });
  const notes = gzipSync(claim.slice(0, firstLine) + note.repeat(400) + claim.slice(firstLine));
  const levels = claim.slice(0, claim.indexOf('HL*')) + repeat(32_000, (index) => `HL*${index + 5}*${index * 7}*99*1~`);
  const fewest = claim.slice(0, claim.indexOf('CLM*')) + repeat(Math.floor((9.8 * MEGABYTE) / 30), (index) => `CLM*${index}*1***11:B:1*Y*A*Y*Y~`);
  const members = coverage.slice(0, coverage.indexOf('SE*')) + repeat(100_000, (index) => `LX*${index}~`) + coverage.slice(coverage.indexOf('SE*'));
  const record = { patientControlNumber: '1' };
  return [
    input('400 MB of notes in one claim, as gzip', '/api/edi/json?ndjson=true', notes, { ...text, 'content-encoding': 'gzip' }),
    input('the same, validated', '/api/edi/validate', notes, { ...text, 'content-encoding': 'gzip' }),
    input('the same, acknowledged', '/api/edi/ack', notes, { ...text, 'content-encoding': 'gzip' }),
    input('32,000 levels that fit nowhere, all warnings', '/api/edi/json?warningsInResponse=true&maxWarnings=-1', levels),
    input('the same, validated', '/api/edi/validate?maxErrors=-1', levels),
    input('9.8 MB of claims with two elements, parsed whole', '/api/edi/parse', fewest),
    input('the same as CSV', '/api/edi/csv', fewest),
    input('100,000 repeated LX of a member, acknowledged', '/api/edi/ack', members),
    input('a claim with 100,000 unknown keys', '/api/edi/gen/837', generationRequest([{ ...record, ...unknownKeys() }]), json),
    input('40,000 empty claims', '/api/edi/gen/837', generationRequest(Array.from({ length: 40_000 }, () => ({}))), json),
    input('a claim with 100,000 diagnoses', '/api/edi/gen/837', generationRequest([{ ...record, diags: diagnoses(100_000) }]), json),
    input('5 MB of noise behind an envelope', '/api/edi/validate/text', payment + noise(5 * MEGABYTE)),
    input('payments, and the client leaves', '/api/edi/json?ndjson=true', repeatUnits(payment, 'CLP*', 'SE*', 5 * MEGABYTE), text, 'leaves'),
    input('payments, and the client does not read', '/api/edi/json?ndjson=true', repeatUnits(payment, 'CLP*', 'SE*', 5 * MEGABYTE), text, 'stalls'),
    input('a body that trickles', '/api/edi/json', payment, text, 'trickles'),
    {
      name: 'a search of twenty words',
      method: 'GET',
      path: `/api/code/search?query=${Array.from('abcdefghijklmnopqrst').join('+')}`,
      headers: {},
      ends: 'read',
    },
  ];
}

function repeat(times, make) {
  return Array.from({ length: times }, (_, index) => make(index)).join('');
}

/** A file whose run from segment `first` up to `end` is repeated until it has about so many bytes. */
function repeatUnits(edi, first, end, bytes) {
  const [from, to] = [edi.indexOf(first), edi.indexOf(end)];
  const unit = edi.slice(from, to);
  return edi.slice(0, from) + unit.repeat(Math.ceil(bytes / unit.length)) + edi.slice(to);
}

function generationRequest(claims) {
  return JSON.stringify({
    interchangeControl: { senderIdQualifier: 'ZZ', senderId: 'CLINIC', receiverIdQualifier: 'ZZ', receiverId: 'PLAN' },
    functionalGroup: { transactionType: 'PROF', senderCode: 'CLINIC', receiverCode: 'PLAN' },
    transaction: { sender: { identifier: 'C01', lastNameOrOrgName: 'CLINIC' }, receiver: { identifier: 'P01', lastNameOrOrgName: 'PLAN' } },
    claims,
  });
}

function unknownKeys() {
  return Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`patientControlNumbr${index}`, '1']));
}

function diagnoses(count) {
  return Array.from({ length: count }, () => ({ code: 'A000', subType: 'ICD_10' }));
}

/** Bytes of a fixed pseudo-random sequence, separators of segments and elements among them. */
function noise(bytes) {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789*****~~^:';
  let state = 1;
  let text = '';
  for (let index = 0; index < bytes; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    text += alphabet[(state >> 8) % alphabet.length];
  }
  return text;
}
