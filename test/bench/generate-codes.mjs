/**
 * Writes a plain CSV of codes for the benchmark: as many as the large public sets have together, with descriptions of the same
 * shape (an operation, a side, a part of the body, an approach, a device). The codes are none of a real set.
 *
 *     node test/bench/generate-codes.mjs --out FILE --count 260000
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** Raise it with every change of the text. */
export const CODES_VERSION = 1;

const OPERATIONS = words('Bypass Change Control Creation Destruction Detachment Dilation Division Drainage Excision Extirpation Extraction Fusion Insertion');
const MORE_OPERATIONS = words('Inspection Occlusion Release Removal Repair Replacement Reposition Resection Restriction Revision Supplement Transfer');
const SIDES = words('Right Left Bilateral Unspecified');
const PARTS = words('Knee Hip Shoulder Elbow Ankle Wrist Hand Foot Femur Tibia Humerus Radius Kidney Lung Breast Eye Ear Ovary Ureter Carotid');
const TISSUES = words('Joint Tendon Bone Muscle Nerve Artery Vein Bursa Ligament Skin');
const APPROACHES = ['Open', 'Percutaneous', 'Percutaneous Endoscopic', 'Via Natural Opening', 'External'].map((approach) => `${approach} Approach`);
const DEVICES = ['', 'with Autologous Tissue Substitute', 'with Synthetic Substitute', 'with Drainage Device', 'Diagnostic'];

function words(text) {
  return text.split(' ');
}

/** Gives the code of an ordinal: seven digits and letters, each ordinal another. */
function codeOf(ordinal) {
  return ordinal.toString(36).toUpperCase().padStart(7, '0');
}

function descriptionOf(ordinal) {
  const lists = [[...OPERATIONS, ...MORE_OPERATIONS], SIDES, PARTS, TISSUES, APPROACHES, DEVICES];
  let rest = ordinal;
  const [operation, side, part, tissue, approach, device] = lists.map((list) => {
    const word = list[rest % list.length];
    rest = Math.floor(rest / list.length);
    return word;
  });
  return [`${operation} of ${side} ${part} ${tissue}`, device, approach].filter(Boolean).join(', ');
}

/** Writes the file. Rows are far apart in the order of the lists, so that all words come in any part of the file. */
export function generateCodes(path, count) {
  const rows = ['code,desc,type,subType'];
  for (let i = 0; i < count; i++) rows.push(`${codeOf(i)},"${descriptionOf((i * 7919) % 520_000)}",PROCEDURE,BENCH`);
  writeFileSync(path, `${rows.join('\n')}\n`);
}

if (process.argv[1]?.endsWith('generate-codes.mjs')) {
  const { values } = parseArgs({ options: { out: { type: 'string' }, count: { type: 'string', default: '260000' } } });
  generateCodes(values.out, Number(values.count));
}
