import { createHash } from 'node:crypto';
import type { FunctionalGroup, Interchange, TransactionSet } from '../x12/envelope';

const PREFIX_DIGITS = 16;

/** 16 hex digits that are the same for the same names and numbers. */
function digest(parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, PREFIX_DIGITS);
}

/*
 * Ids are derived from the file name, the control numbers and the ordinals in the file, so that loading a file twice
 * gives the same ids. The first 16 digits stand for the envelope, the last 8 count the records inside it from 1;
 * 0 is the envelope itself.
 */

/** The first 16 digits of the id of an interchange. */
export const interchangePrefix = (fileName: string, { ordinal, controlNumber }: Interchange): string => digest(['ISA', fileName, ordinal, controlNumber]);

/** The first 16 digits of the id of a functional group. */
export const groupPrefix = (fileName: string, { ordinal, controlNumber, interchange }: FunctionalGroup): string =>
  digest(['GS', fileName, interchange.ordinal, interchange.controlNumber, ordinal, controlNumber]);

/** The first 16 digits of the ids of a transaction and its records. */
export const transactionPrefix = (fileName: string, { ordinal, controlNumber, group }: TransactionSet): string =>
  digest(['ST', fileName, group.interchange.ordinal, group.interchange.controlNumber, group.ordinal, group.controlNumber, ordinal, controlNumber]);
