import type { ConversionOptions } from '../../src/pipeline/conversion.types';
import type { Issue } from '../../src/common/issue';
import { asRecord, convertText, type Json, linesOf, readRecords, sourceOf } from './conversion';
import { type Characters, envelope, transactionSet, USUAL, writeSegments } from './edi-text';

/** The guides of claims by their kind. */
export const GUIDE = {
  professional: '005010X222A1',
  institutional: '005010X223A2',
  dental: '005010X224A2',
  professional4010: '004010X098A1',
  institutional4010: '004010X096A1',
  dental4010: '004010X097A1',
} as const;

/** What stands before the first level of every 837 here. */
export const CLAIM_HEAD = [
  'BHT*0019*00*BATCH1*20250115*0930*CH',
  'NM1*41*2*SENDING HOUSE*****46*S1',
  'PER*IC*EDI DESK*TE*5550100',
  'NM1*40*2*RECEIVING PLAN*****46*R1',
] as const;

/** 2000A with its provider, who is called BILLER and the name. */
export const biller = (name: string, number: string): string[] => [
  `HL*${number}**20*1`,
  `NM1*85*2*BILLER ${name}*****XX*1234567893`,
  'N3*1 CLINIC STREET',
  'N4*CARETOWN*NY*10001',
  'REF*EI*123456789',
];

/** 2000B with the person and the payer, who have the name in their numbers and names. */
export const subscriber = (name: string, number: string, parent: string): string[] => [
  `HL*${number}*${parent}*22*1`,
  `SBR*P**GROUP ${name}******CI`,
  `NM1*IL*1*SUBSCRIBER ${name}*ANN****MI*M${name}`,
  'N3*2 HOME STREET',
  'N4*HOMETOWN*NY*10002',
  'DMG*D8*19700101*F',
  `NM1*PR*2*PAYER ${name}*****PI*P${name}`,
];

/** 2000C with the person. */
export const patient = (name: string, number: string, parent: string): string[] => [
  `HL*${number}*${parent}*23*0`,
  'PAT*19',
  `NM1*QC*1*PATIENT ${name}*BOB`,
  'N3*2 HOME STREET',
  'N4*HOMETOWN*NY*10002',
  'DMG*D8*20100101*M',
];

/** A professional claim with a diagnosis and a line. `more` stands between CLM and HI. */
export const claim = (id: string, ...more: readonly string[]): string[] => [
  `CLM*${id}*100***11:B:1*Y*A*Y*Y`,
  ...more,
  'HI*ABK:J0190',
  'LX*1',
  'SV1*HC:99213*100*UN*1***1',
  'DTP*472*D8*20250102',
];

export interface ClaimFileOptions {
  readonly guide?: string;
  readonly characters?: Characters;
  readonly version?: string;
}

/** The segments of an interchange with an 837 for each body, behind the head that all have. */
export function claimSegments(bodies: readonly (readonly string[])[], { guide = GUIDE.professional, version }: ClaimFileOptions = {}): string[] {
  const isOld = guide.startsWith('004010');
  const sets = bodies.map((body, i) =>
    transactionSet([...CLAIM_HEAD, ...body], { set: '837', controlNumber: String(i + 1).padStart(4, '0'), ...(isOld ? {} : { guide }) }),
  );
  return envelope(sets, { guide, functionalId: 'HC', version: version ?? (isOld ? '00401' : '00501'), ...(isOld ? { isa11: 'U' } : {}) });
}

/** The same as text. */
export const claimFile = (bodies: readonly (readonly string[])[], options: ClaimFileOptions = {}): string =>
  writeSegments(claimSegments(bodies, options), options.characters ?? USUAL, '\n');

/** A body with one biller, one subscriber and these segments in the claim level. */
export const underSubscriber = (...segments: readonly string[]): string[] => [...biller('A', '1'), ...subscriber('A', '2', '1'), ...segments];

/** What an 837 gave. */
export interface ReadClaims {
  /** Objects of the output that are claims. */
  readonly claims: readonly Json[];
  readonly objects: readonly Json[];
  readonly issues: readonly Issue[];
}

/** Converts the text of an 837; demands that reading it as objects gives the same. */
export async function readClaims(text: string, options: ConversionOptions = {}): Promise<ReadClaims> {
  const settings: ConversionOptions = { maxWarnings: -1, ...options };
  const converted = await convertText([sourceOf('claims.edi', text)], settings);
  const objects = linesOf(converted.text);
  expect(await readRecords([sourceOf('claims.edi', text)], settings)).toEqual(objects);
  return { objects, claims: objects.filter(({ objectType }) => objectType === 'CLAIM'), issues: converted.issues };
}

/** The first claim of an 837 whose biller and subscriber are the usual ones; `segments` are the claim. */
export async function readClaim(segments: readonly string[], options: ClaimFileOptions = {}): Promise<Json> {
  const { claims } = await readClaims(claimFile([underSubscriber(...segments)], options));
  expect(claims).toHaveLength(1);
  return asRecord(claims[0]);
}

/** The lines of a claim. */
export function linesOfClaim({ serviceLines }: Json): Json[] {
  return Array.isArray(serviceLines) ? serviceLines.map(asRecord) : [];
}

/** The first line of a claim with these segments behind SV1. */
export async function readLine(segments: readonly string[], options: ClaimFileOptions = {}): Promise<Json> {
  const [line] = linesOfClaim(await readClaim(['CLM*A*100***11:B:1*Y*A*Y*Y', 'HI*ABK:J0190', 'LX*1', ...segments], options));
  return asRecord(line);
}

/** The value at a path of keys, undefined where it ends. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((found, key) => (typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined), value);
}

/** Names a claim shows: its number, biller, subscriber, payer and patient. */
export const peopleOf = (claim: Json): string =>
  [
    claim['patientControlNumber'],
    at(claim, 'billingProvider', 'lastNameOrOrgName'),
    at(claim, 'subscriber', 'person', 'lastNameOrOrgName'),
    at(claim, 'subscriber', 'payer', 'lastNameOrOrgName'),
    at(claim, 'patient', 'person', 'lastNameOrOrgName'),
  ]
    .map((name) => (typeof name === 'string' ? name : '-'))
    .join(' | ');
