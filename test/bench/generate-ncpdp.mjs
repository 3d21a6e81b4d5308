/**
 * Generates synthetic NCPDP batch files (D.0 billings, 1 to 4 in a transmission) of any size for the benchmark. No text in them is of a real person.
 *
 *     node test/bench/generate-ncpdp.mjs --out FILE --size 100MB [--seed N]
 */
import { fileURLToPath } from 'node:url';
import { Random } from './edi-parts/random.mjs';
import { runGenerator, TextOutput } from './edi-parts/text-output.mjs';
import { FIRST_NAMES, LAST_NAMES } from './edi-parts/words.mjs';

/** Raise it with any change of the text that is generated: kept files of an older version are made anew. */
export const GENERATOR_NCPDP_VERSION = 1;

const [STX, ETX, FIELD, GROUP, SEGMENT] = ['\x02', '\x03', '\x1c', '\x1d', '\x1e'];

/** Writes a batch file of about `bytes` bytes and gives its counts. Equal options give equal files. */
export function generateNcpdp({ path, bytes, seed = 1 }) {
  const output = new TextOutput(path, { end: ETX, separator: FIELD });
  const random = new Random(seed);
  let details = 0;
  let transactions = 0;
  output.write(`${STX}00T${'SENDER'.padEnd(24)}0000001202601151200T12${'RECEIVER'.padEnd(24)}`);
  while (output.bytes < bytes) {
    const count = 1 + random.below(4);
    output.write(transmission(random, ++details, count));
    transactions += count;
  }
  output.write(`${STX}990000001${String(details).padStart(10, '0')}${''.padEnd(35)}`);
  output.close();
  return { path, transactions, claims: transactions, bytes: output.bytes, segments: output.segments, elements: output.elements };
}

function transmission(random, number, count) {
  const header = `610066D0B1${'PCN01'.padEnd(10)}${count}01${'2999999992'.padEnd(15)}20260115${'VENDOR1'.padEnd(10)}`;
  const shared =
    segment('AM04', `C2MEM${100_000_000 + random.below(899_999_999)}`, 'C1GROUP7', `C300${1 + random.below(4)}`, 'C61') +
    segment(
      'AM01',
      `C419${10 + random.below(80)}0${1 + random.below(9)}15`,
      `C5${1 + random.below(2)}`,
      `CA${random.pick(FIRST_NAMES)}`,
      `CB${random.pick(LAST_NAMES)}`,
    );
  const claims = Array.from({ length: count }, () => GROUP + claim(random));
  return `${STX}G1${String(number).padStart(10, '0')}${header}${shared}${claims.join('')}`;
}

function claim(random) {
  const cost = 100 + random.below(99_999);
  const fee = random.below(1_500);
  const reference = String(random.below(999_999_999)).padStart(12, '0');
  const isCombined = random.chance(20);
  return (
    segment(
      'AM07',
      'EM1',
      `D2${reference}`,
      'E103',
      `D7${10_000_000_000 + random.below(999_999_999)}`,
      'E70000030000',
      'D300',
      'D5030',
      'D61',
      'D80',
      'DE20260110',
      'DJ3',
    ) +
    segment('AM11', `D9${money(cost)}`, `DC${money(fee)}`, `DQ${money(cost + fee + 250)}`, `DU${money(cost + fee)}`, 'DN01') +
    segment('AM03', 'EZ01', `DB2${String(random.below(999_999_999)).padStart(9, '0')}`, `DR${random.pick(LAST_NAMES)}`) +
    (isCombined ? segment('AM05', '4C1', '5C01', '6C03', '7C610099', 'E820260112', 'HB1', 'HC07', `DV${money(random.below(cost))}`) : '') +
    (random.chance(15) ? segment('AM08', '7E1', 'E4DD', 'E5M0', 'E61G', '7E2', 'E4HD', 'E5P0', 'E61B') : '')
  );
}

const segment = (id, ...fields) => SEGMENT + FIELD + [id, ...fields].join(FIELD);

/** Cents with the sign in the last digit. */
function money(cents) {
  const digits = String(cents).padStart(8, '0');
  return digits.slice(0, -1) + '{ABCDEFGHI'[Number(digits.at(-1))];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) runGenerator(generateNcpdp);
