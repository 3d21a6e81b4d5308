import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readSync, statSync, writeSync } from 'node:fs';

const ENVELOPE = {
  interchangeControl: {
    senderIdQualifier: 'ZZ',
    senderId: 'S',
    receiverIdQualifier: 'ZZ',
    receiverId: 'R',
    interchangeDate: '2026-01-01',
    interchangeTime: '10:00',
  },
  functionalGroup: { transactionType: 'PROF', senderCode: 'SS', receiverCode: 'RR' },
};

/**
 * Makes the NDJSON request of a generated 837 with one transaction: the records that reading gives, with an envelope as the first line. Made
 * once beside the file.
 */
export function requestOf(file) {
  const path = `${file}.request.ndjson`;
  if (existsSync(path) && statSync(path).mtimeMs >= statSync(file).mtimeMs) return path;
  const records = `${file}.records.ndjson`;
  const args = ['dist/bundle/cli.js', 'convert', file, '--to', 'ndjson', '--transaction-top-level', '--no-descriptions', '-q', '--out', records];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`The records of ${file} cannot be made.`);
  writeRequest(records, path);
  return path;
}

/** Puts the transaction, which is the first record, into the envelope, and copies the other lines. */
function writeRequest(records, path) {
  const [from, to] = [openSync(records), openSync(path, 'w')];
  const block = Buffer.alloc(1 << 20);
  let length = readSync(from, block);
  const end = block.indexOf('\n');
  writeSync(to, `${JSON.stringify({ ...ENVELOPE, transaction: JSON.parse(block.toString('utf8', 0, end)) })}\n`);
  for (let start = end + 1; length > 0; start = 0) {
    writeSync(to, block, start, length - start);
    length = readSync(from, block);
  }
  closeSync(from);
  closeSync(to);
}
