/**
 * Generates synthetic 271 files (005010X279A1) of any size for the benchmark. No text in them is of a real person.
 *
 *     node test/bench/generate-271.mjs --out FILE --size 100MB [--single] [--seed N]
 */
import { fileURLToPath } from 'node:url';
import { generateFile, runGenerator } from './edi-parts/text-output.mjs';

/** Raise it with any change of the text that is generated: kept files of an older version are made anew. */
export const GENERATOR_271_VERSION = 1;

const SUBSCRIBERS_PER_TRANSACTION = 25;

const FAMILY_NAMES = ['ALDER', 'BIRCH', 'CEDAR', 'HAZEL', 'LINDEN', 'MAPLE', 'ROWAN', 'WILLOW'];
const GIVEN_NAMES = ['ADA', 'BEN', 'CLEO', 'DREW', 'EDEN', 'FINN', 'GALE', 'HOPE'];
const SERVICES = ['30', '33', '35', '47', '48', '50', '86', '88', '98', 'AL', 'MH', 'UC'];
const COVERAGES = ['1', 'A', 'B', 'C', 'G', 'F'];

/** Writes a file of about `bytes` bytes and gives its counts. Equal options give equal files. With `singleTransaction` all subscribers are in one ST. */
export const generate271 = (options) =>
  generateFile(options, {
    isa: 'ISA*00*          *00*          *ZZ*PAYER          *ZZ*CLINIC         *260115*1200*^*00501*000000001*0*T*:',
    gs: 'GS*HB*PAYER*CLINIC*20260115*1200*1*X*005010X279A1',
    writeTransaction,
  });

function writeTransaction(output, random, { number, bytes, singleTransaction }) {
  const control = String(number).padStart(4, '0');
  const first = output.segments;
  output.write(`ST*271*${control}*005010X279A1`);
  output.write(`BHT*0022*11*${1000 + number}*20260115*1200`);
  output.write('HL*1**20*1');
  output.write('NM1*PR*2*HARBOR LANTERN HEALTH*****PI*900000017');
  output.write('HL*2*1*21*1');
  output.write('NM1*1P*2*QUIET VALLEY CLINIC*****XX*1900000013');
  for (let subscriber = 0; singleTransaction ? output.bytes < bytes : subscriber < SUBSCRIBERS_PER_TRANSACTION; subscriber++) {
    writeSubscriber(output, random, subscriber + 3);
  }
  output.write(`SE*${output.segments - first + 1}*${control}`);
}

function writeSubscriber(output, random, level) {
  const pick = (list) => list[random.below(list.length)];
  const member = String(100_000_000 + random.below(899_999_999));
  output.write(`HL*${level}*2*22*0`);
  output.write(`TRN*2*${member}-${level}*9900000017`);
  output.write(`NM1*IL*1*${pick(FAMILY_NAMES)}*${pick(GIVEN_NAMES)}****MI*${member}`);
  output.write(`N3*${1 + random.below(999)} GARDEN STREET`);
  output.write('N4*PORTLAND*ME*04101');
  output.write(`DMG*D8*19${10 + random.below(89)}0${1 + random.below(9)}1${random.below(9)}*${pick(['F', 'M'])}`);
  output.write('DTP*346*D8*20260101');
  for (let benefit = 3 + random.below(6); benefit > 0; benefit--) {
    output.write(`EB*${pick(COVERAGES)}*IND*${pick(SERVICES)}^${pick(SERVICES)}**GOLD ${benefit}*27*${random.below(500)}.${10 + random.below(89)}*****Y`);
    if (random.below(3) === 0) output.write('DTP*291*RD8*20260101-20261231');
    if (random.below(4) === 0) output.write('MSG*BENEFIT LIMITS MAY APPLY');
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) runGenerator(generate271);
