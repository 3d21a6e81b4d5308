import type { ConversionOptions } from '../../src/pipeline/conversion.types';
import type { Issue } from '../../src/common/issue';
import { convertText, type Json, linesOf, readRecords, sourceOf } from './conversion';
import { envelope, transactionSet, USUAL, writeSegments } from './edi-text';

/** What stands before the receiver of every acknowledgment here. */
const SOURCE = [
  'BHT*0085*08*ACK*20260217*0815*TH',
  'HL*1**20*1',
  'NM1*PR*2*THE PLAN*****PI*PLAN1',
  'TRN*1*SOURCE',
  'DTP*050*D8*20260216',
  'DTP*009*D8*20260217',
];

/** 2000B. HL04 says whether providers follow. */
export const receiver = (number: number, children = 1): string[] => [
  `HL*${number}*1*21*${children}`,
  `NM1*41*2*RECEIVER ${number}*****46*R${number}`,
  `TRN*2*BATCH-${number}`,
  'STC*A1:19:PR*20260217*WQ*100',
];

/** 2000C with its status. HL04 says whether patients follow. */
export const provider = (number: number, parent: number, children = 1): string[] => [
  `HL*${number}*${parent}*19*${children}`,
  `NM1*85*2*PROVIDER ${number}*****XX*190000000${number}`,
  `TRN*1*PROVIDER-${number}`,
  'STC*A1:19:PR**WQ*100',
];

/** 2000D without a claim. */
export const patient = (number: number, parent: number): string[] => [`HL*${number}*${parent}*PT`, `NM1*QC*1*PATIENT ${number}*PAT****MI*M${number}`];

/** 2200D. `more` stands behind STC. */
export const claim = (id: string, ...more: readonly string[]): string[] => [`TRN*2*${id}`, 'STC*A2:20:PR*20260217*WQ*100', ...more];

/** What an acknowledgment gave. */
export interface ReadStatuses {
  readonly objects: readonly Json[];
  readonly issues: readonly Issue[];
}

/** Converts an acknowledgment with these segments behind its source; demands that reading it as objects gives the same. */
export async function readStatuses(body: readonly string[], options: ConversionOptions = {}): Promise<ReadStatuses> {
  const set = transactionSet([...SOURCE, ...body], { set: '277', controlNumber: '0001', guide: '005010X214' });
  const text = writeSegments(envelope([set], { guide: '005010X214', functionalId: 'HN', version: '00501' }), USUAL, '\n');
  const settings: ConversionOptions = { maxWarnings: -1, ...options };
  const converted = await convertText([sourceOf('statuses.edi', text)], settings);
  const objects = linesOf(converted.text);
  expect(await readRecords([sourceOf('statuses.edi', text)], settings)).toEqual(objects);
  return { objects, issues: converted.issues };
}
