import { closeSync, openSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseByteSize } from '../byte-size.mjs';

const BLOCK_BYTES = 1 << 20;

/** Collects segments into blocks and counts them; a terminator and a line break follow each. */
export class TextOutput {
  bytes = 0;
  segments = 0;
  elements = 0;
  block = [];
  blockBytes = 0;

  constructor(path) {
    this.file = openSync(path, 'w');
  }

  write(segment) {
    this.block.push(segment, '~\n');
    this.bytes += segment.length + 2;
    this.blockBytes += segment.length + 2;
    this.segments++;
    this.elements += segment.split('*').length - 1;
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
