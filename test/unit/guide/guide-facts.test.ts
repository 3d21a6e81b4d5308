import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { GuideLoader, productGuideFolder } from '../../../src/guide/guide-loader';
import { NO_SEGMENT, StandardDictionary } from '../../../src/guide/standard-dictionary';
import { StandardNotes } from '../../../src/guide/standard-notes';
import { type GuideFacts, linesOfFacts, linesOfGuide } from './guide-facts';
import { everyNth } from '../../support/fuzz';

const FACTS = join(process.env['CLEARLOOP_SHARED'] ?? join(__dirname, '../../../../shared'), 'facts', 'x12');
const FOLDER = process.env['CLEARLOOP_GUIDES'] ?? productGuideFolder();

/**
 * Where our guides differ from the tables on purpose: the guide, the lines (`+` ours, `-` those of the table), and why.
 */
const CORRECTIONS: readonly (readonly [guide: RegExp, lines: RegExp, reason: string])[] = [
  [/./, /^[+-] 00\w+(-\w+)* \d{3} [A-Z]{2} /, 'the head: versions newest first, versions of later addenda, values of BHT02'],
  [/./, /^- \S+ [A-Z0-9]{4,5}-\d+ \S+ (\S+ )?N 1 /, 'components of composites that are not used are left out'],
  [/271$/, /\/2110[CD]\/(LS|LE|2120[CD])/, 'LS holds the loop that it announces, and the one of dependents is LS-2'],
  [
    /^004010X094A1-278-response$/,
    /^\+ \/2000A\/2000B\/2000C\/2000[EF]/,
    'services of a subscriber without dependent stand under the subscriber, as in the request',
  ],
  [
    /^004010X096A1$/,
    /\/(CAS|MIA|MOA) |\/REF REF01=|\/REF REF01 |\/2410\/REF /,
    'code lists are named, not copied; loop 2410 of the patient is that of the subscriber',
  ],
  [
    /^004010X097A1$/,
    /assistant_surgeon_secondary_identification|\/(2310D|2420C)\/REF REF01 /,
    'one list of qualifiers for the assistant surgeon wherever it stands',
  ],
  [/^005010X224A2$/, /\/2420D\/NM1 NM10[457] /, 'a service facility is no person: the table has the supervising provider there'],
  [/^005010X(222A2|298)$/, /\/1000[AB]\/NM1 segment /, 'NM112 is conditional on NM103 wherever the segment has it'],
  [/^005010X224A2$/, /\/2300\/PWK segment /, 'the standard pairs PWK05 with PWK06'],
  [
    /^005010X222A2$/,
    /\/N[34] (N[34]0\d|segment) (referring|rendering|supervising)_provider_|\/(2310[ABD]|2420[ADF])\/N4 N40[4-7] /,
    'addresses of people without one in the guide are read, and reported',
  ],
  [/^(005010X220A1|004010X095A1)$/, /^[+-] \/BGN (segment|BGN01) /, 'BGN is alone: the codes of BGN01 tell it from nothing'],
  [/^005010X306$/, /./, 'the table is made of a schema that has neither usage nor names; only that it is there is compared'],
  [/./, /^[+-] \/SE SE01 /, 'the count of SE has one name in the tree, whatever the guide'],
  [/^005010X214$/, /\/SVC SVC01-1 /, 'the table has the code of revenue codes twice, and drugs not at all'],
  [/^005010X214$/, /^\+ \S+ STC(01|10|11)-4 /, 'the list of a status is read where senders name it, although the guide does not use it'],
  [/^005010X(212-277|214)$/, /\/STC STC1[01]-3 /, 'the codes of STC01-3; the tables have them at the first place only'],
  [/^005010X221A1$/, /\/PLB PLB\d\d-1 /, 'the codes of PLB03-1; the table has them at the first place only'],
  [/^005010X(223A3|299)$/, /\/CRC CRC0[45] /, 'the codes of CRC03; the tables have them at the first place only'],
  [/^005010X231A1$/, /\/(AK1 AK101|AK2 AK201) /, 'attachments (275 in PI) are acknowledged too'],
  [/^005010X231A1$/, / 719 N0 1\/(6|10) /, 'a position in the transaction set has ten digits in 005010; the table has the six of 004010'],
  [/./, / (LQ02|III02|TOO02|HCP10|DMG11|DMG05-3|SV[123]0[12]-8|EB13-8) /, 'every element whose list a qualifier names says which one; the tables leave it out'],
  [/./, / (1328|1361) \S+ \d\/\d /, 'pointers to diagnoses and areas of the mouth are from no list that a qualifier names'],
  [/^004010-997$/, /\/(AK1 AK101|AK2 AK201) /, 'groups and transaction sets of every kind are acknowledged'],
  [
    /^005010X214$/,
    /\/2200C\/(STC|REF) segment /,
    'providers have a status where one is reported, and up to three identifiers, as in published maps of the guide',
  ],
  [/^005010X217/, /\/BHT segment /, 'the standard requires BHT in every 278'],
  [/^005010X217/, /\/CR6 CR615 /, 'tree names of a segment are unique'],
];

/** Tables whose tree names are taken from other guides in part: ours are from there throughout. */
const OWN_TREE_NAMES: ReadonlySet<string> = new Set(['005010X298', '005010X299', '005010X306']);

const isCorrection = (id: string, line: string): boolean => CORRECTIONS.some(([guide, lines]) => guide.test(id) && lines.test(line));

describe('guide files and the fact tables', () => {
  const ids = readdirSync(FOLDER).map((name) => basename(name, '.yaml'));
  const withFacts = ids.filter((id) => existsSync(join(FACTS, `${id}.json`)));

  if (!existsSync(FACTS) && process.env['CI'] === undefined) {
    it.skip('agree', () => undefined);
    console.warn(`No fact tables in ${FACTS}; set CLEARLOOP_SHARED to compare the guides with them.`);
    return;
  }

  it('finds a fact table for the 835', () => {
    expect(withFacts).toContain('005010X221A1');
  });

  it.each(everyNth(3, withFacts))('agree in every loop, segment, element, length, code and note of %s', (id) => {
    const facts = readFacts(join(FACTS, `${id}.json`));
    const notation = { withTreeNames: !OWN_TREE_NAMES.has(id) };
    const ours = linesOfGuide(new GuideLoader([FOLDER]).load(id), notation);
    const theirs = linesOfFacts(facts, { lengths: readLengths(), notes: notesOf(id.slice(0, 6)) }, notation);
    const [known, other] = [new Set(theirs), new Set(ours)];
    const differences = [
      ...ours.filter((line) => !known.has(line)).map((line) => `+ ${line}`),
      ...theirs.filter((line) => !other.has(line)).map((line) => `- ${line}`),
    ];
    expect(differences.filter((line) => !isCorrection(id, line))).toEqual([]);
    const isCompared = (line: string): boolean => !isCorrection(id, `- ${line}`);
    expect(ours.filter((line) => known.has(line) && isCompared(line))).toEqual(theirs.filter((line) => other.has(line) && isCompared(line)));
  });
});

function readFacts(file: string): GuideFacts {
  return JSON.parse(readFileSync(file, 'utf8')) as GuideFacts;
}

/** Tables leave out the notes of most segments: they are of the standard, whatever the guide. */
function notesOf(release: string): (segmentId: string, elements: number) => readonly string[] {
  const notes = new StandardNotes();
  const dictionary = new StandardDictionary();
  return (id, length) => notes.notesOf({ ...NO_SEGMENT, id, elements: dictionary.elementSources(id).slice(0, length) }, release);
}

function readLengths(): (dataElement: string) => string {
  const elements = JSON.parse(readFileSync(join(FACTS, 'dataelements.json'), 'utf8')) as Record<string, { min: number; max: number }>;
  return (dataElement) => `${elements[dataElement]?.min}/${elements[dataElement]?.max}`;
}
