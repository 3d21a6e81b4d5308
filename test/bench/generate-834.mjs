/**
 * Generates synthetic 834 files (005010X220A1) of any size for the benchmark. No text in them is of a real person.
 *
 *     node test/bench/generate-834.mjs --out FILE --size 100MB [--single] [--seed N]
 */
import { fileURLToPath } from 'node:url';
import { generateFile, runGenerator } from './edi-parts/text-output.mjs';

/** Raise it with any change of the text that is generated: kept files of an older version are made anew. */
export const GENERATOR_834_VERSION = 1;

const FAMILIES_PER_TRANSACTION = 200;

const FAMILY_NAMES = ['ALDER', 'BIRCH', 'CEDAR', 'HAZEL', 'LINDEN', 'MAPLE', 'ROWAN', 'WILLOW'];
const GIVEN_NAMES = ['ADA', 'BEN', 'CLEO', 'DREW', 'EDEN', 'FINN', 'GALE', 'HOPE'];
const LINES = ['HMO', 'DEN', 'VIS', 'PPO', 'PDG', 'EPO'];
const LEVELS = ['EMP', 'ESP', 'FAM', 'ECH', 'IND'];
const DEPENDENTS = ['01', '19', '19', '53'];

/** Writes a file of about `bytes` bytes and gives its counts. Equal options give equal files. With `singleTransaction` all members are in one ST. */
export const generate834 = (options) =>
  generateFile(options, {
    isa: 'ISA*00*          *00*          *ZZ*SPONSOR        *ZZ*PLAN           *260115*1200*^*00501*000000001*0*T*:',
    gs: 'GS*BE*SPONSOR*PLAN*20260115*1200*1*X*005010X220A1',
    writeTransaction,
  });

function writeTransaction(output, random, { number, bytes, singleTransaction }) {
  const control = String(number).padStart(4, '0');
  const first = output.segments;
  output.write(`ST*834*${control}*005010X220A1`);
  output.write(`BGN*00*ENR-${number}*20260115*1200****2`);
  output.write('REF*38*HARBOR-1');
  output.write('DTP*007*D8*20260101');
  output.write('N1*P5*HARBOR WORKS*FI*190000001');
  output.write('N1*IN*HERON HEALTH PLAN*FI*190000002');
  for (let family = 0; singleTransaction ? output.bytes < bytes : family < FAMILIES_PER_TRANSACTION; family++) writeFamily(output, random);
  output.write(`SE*${output.segments - first + 1}*${control}`);
}

/** A subscriber and none to three dependents, who share name and number. */
function writeFamily(output, random) {
  const pick = (list) => list[random.below(list.length)];
  const family = { number: 100_000_000 + random.below(899_999_999), name: pick(FAMILY_NAMES), pick, random };
  writeMember(output, family, 'INS*Y*18*030*XN*A***FT');
  for (let dependent = random.below(4); dependent > 0; dependent--) writeMember(output, family, `INS*N*${pick(DEPENDENTS)}*030*XN*A`);
}

function writeMember(output, { number, name, pick, random }, ins) {
  output.write(ins);
  output.write(`REF*0F*${number}`);
  output.write('REF*1L*HARBOR-1-A');
  if (random.below(3) === 0) output.write('REF*17*DEPARTMENT 7');
  output.write('DTP*336*D8*20200301');
  output.write(`NM1*IL*1*${name}*${pick(GIVEN_NAMES)}*${pick(['A', 'J', 'M'])}***34*${number}`);
  output.write(`PER*IP**HP*207555${1000 + random.below(8999)}*EM*MEMBER@EXAMPLE.COM`);
  output.write(`N3*${1 + random.below(999)} GARDEN STREET`);
  output.write('N4*PORTLAND*ME*04101');
  output.write(`DMG*D8*19${10 + random.below(89)}0${1 + random.below(9)}1${random.below(9)}*${pick(['F', 'M'])}*M`);
  for (let coverage = 1 + random.below(3); coverage > 0; coverage--) writeCoverage(output, pick, random);
}

function writeCoverage(output, pick, random) {
  output.write(`HD*030**${pick(LINES)}*HERON ${random.below(9)}*${pick(LEVELS)}`);
  output.write('DTP*348*D8*20260101');
  output.write(`AMT*P3*${100 + random.below(400)}.${10 + random.below(89)}`);
  output.write(`REF*1L*POLICY-${random.below(99_999)}`);
  if (random.below(6) === 0) output.write(`COB*${pick(['P', 'S'])}*RM-${random.below(9999)}*1`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) runGenerator(generate834);
