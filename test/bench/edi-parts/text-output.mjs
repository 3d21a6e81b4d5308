import { closeSync, openSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseByteSize } from '../byte-size.mjs';
import { Random } from './random.mjs';

const BLOCK_BYTES = 1 << 20;

/** Collects segments into blocks and counts them; a terminator and a line break follow each unless another end is given. */
export class TextOutput {
  bytes = 0;
  segments = 0;
  elements = 0;
  block = [];
  blockBytes = 0;

  constructor(path, { end = '~\n', separator = '*' } = {}) {
    Object.assign(this, { end, separator });
    this.file = openSync(path, 'w');
  }

  write(segment) {
    this.block.push(segment, this.end);
    this.bytes += segment.length + this.end.length;
    this.blockBytes += segment.length + this.end.length;
    this.segments++;
    this.elements += segment.split(this.separator).length - 1;
    if (this.blockBytes >= BLOCK_BYTES) this.flush();
  }

  flush() {
    writeSync(this.file, this.block.join(''));
    this.block = [];
    this.blockBytes = 0;
  }

  close() {
    this.flush();
    closeSync(this.file);
  }
}

/**
 * Writes a file of one interchange of about `bytes` bytes and gives its counts. `writeTransaction` writes one ST to SE; with
 * `singleTransaction` it goes on until the file is long enough.
 */
export function generateFile({ path, bytes, singleTransaction = false, seed = 1 }, { isa, gs, writeTransaction }) {
  const output = new TextOutput(path);
  const random = new Random(seed);
  let transactions = 0;
  output.write(isa);
  output.write(gs);
  while (output.bytes < bytes) writeTransaction(output, random, { number: ++transactions, bytes, singleTransaction });
  output.write(`GE*${transactions}*1`);
  output.write('IEA*1*000000001');
  output.close();
  return { path, transactions, claims: 0, bytes: output.bytes, segments: output.segments, elements: output.elements };
}

/** Runs a generator with the arguments of the command line, and prints its counts as one line of JSON. */
export function runGenerator(generate) {
  const { values } = parseArgs({
    options: {
      out: { type: 'string' },
      size: { type: 'string', default: '100MB' },
      seed: { type: 'string', default: '1' },
      single: { type: 'boolean', default: false },
    },
  });
  const counts = generate({ path: values.out, bytes: parseByteSize(values.size), singleTransaction: values.single, seed: Number(values.seed) });
  console.log(JSON.stringify(counts));
}
