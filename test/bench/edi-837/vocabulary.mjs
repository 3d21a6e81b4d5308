import { words } from '../edi-parts/words.mjs';

/** Diagnoses in the form of ICD-10-CM, without the point. */
export const DIAGNOSES = words(`
  J069 J0190 J029 J209 J45909 J449 I10 I2510 I4891 I5022 E119 E1165 E1122 E785 E039 E669 E559 M5416 M5450 M542 M25561 M25512
  M1711 M170 M797 G8929 G43909 G4733 F331 F411 F1020 F909 N390 N1830 N401 R0789 R109 R42 R519 R0602 R5383 K219 K5900 K5730
  K8020 L309 L0390 H9190 H2513 H6691 B349 D649 D509 S93401A S61411A S72001A Z0000 Z00129 Z23 Z1211 Z79899 Z794 Z87891`);

/** PRV03 of billing and rendering providers. */
export const TAXONOMIES = words(`
  207Q00000X 207R00000X 208000000X 207RC0000X 207X00000X 2085R0202X 208600000X 225100000X 363LF0000X 363A00000X 291U00000X
  207P00000X`);

/** SBR09 of an only payer, and of one that pays after another. */
export const FILING_CODES = words('CI CI BL BL MB MB MC HM 12 13 16');
export const COORDINATED_FILING_CODES = words('CI BL MC');

/** PAT01 and SBR02 of somebody else's insurance: spouse, children, other. */
export const RELATIONSHIPS = words('01 19 19 19 G8');

/** CLM11 with its cause: accidents of cars with the state, of work, others. */
export const RELATED_CAUSES = words('AA:::OH AA:::PA EM EM OA');

export const ATTACHMENT_TYPES = words('03 04 B4 DG OZ RB RT');
export const NOTES = [
  'PATIENT WAS SEEN WITHOUT AN APPOINTMENT',
  'SECOND OPINION AT THE REQUEST OF THE FAMILY',
  'RECORDS FOLLOW BY MAIL',
  'REPLACES THE CLAIM OF LAST MONTH',
  'CONDITION STABLE, NEXT VISIT IN SIX WEEKS',
];

/** CTP04 and CTP05 after the NDC of LIN03, for each procedure that gives a drug. The labeler 99999 is not assigned. */
export const DRUGS = new Map([
  ['HC:90686', { ndc: '99999010010', unit: 'ML' }],
  ['HC:J0696', { ndc: '99999022125', unit: 'GR' }],
  ['HC:J1100', { ndc: '99999034701', unit: 'ML' }],
  ['HC:J3301', { ndc: '99999041502', unit: 'ML' }],
  ['HC:J7050', { ndc: '99999055060', unit: 'ML' }],
  ['HC:Q4131', { ndc: '99999068003', unit: 'UN' }],
]);

export const STREETS = [
  'CHESTNUT HOLLOW ROAD',
  'EXAMPLE AVENUE',
  'FIDDLER LANE',
  'GARDEN STREET',
  'LOWER MILL ROAD',
  'NORTH FERRY STREET',
  'ORCHARD COURT APT 4',
  'SAMPLE BOULEVARD',
  'SPINDLE WAY',
  'WEST LANTERN DRIVE UNIT 12',
];

/** N401 to N403 of persons. */
export const PLACES = [
  'HARTWELL*OH*45298',
  'HARTWELL*OH*452981420',
  'HIGHMEADOW*CO*80299',
  'MILLBRAE FALLS*PA*19098',
  'PORT ELDER*ME*04198',
  'PORT ELDER*ME*041990017',
  'QUARRYTOWN*NH*03198',
  'SAGEBRUSH*AZ*85098',
  'SYCAMORE*IN*46298',
  'WHEATLAND*KS*67298',
];
