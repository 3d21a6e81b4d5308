import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { parse as parseYaml } from 'yaml';
import { EdiError } from '../../common/edi-error';
import type { CodeRecord } from '../code.types';
import { type ShippedList, TYPE_OF_BILL } from './shipped-lists';

type Row = Readonly<Record<string, string>>;

/** Reads the codes of a list. */
export function readShippedList(folder: string, { file, type, subType }: ShippedList): readonly CodeRecord[] {
  return readRows(folder, file).map((row) => {
    const { code = '', desc, fullDesc, shortDesc, enumName, startDate, endDate } = row;
    const given = { desc, fullDesc, shortDesc, enumName, startDate, endDate };
    const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value));
    return { type, subType: subType ?? row['subType'] ?? type, code, ...values };
  });
}

/** Composes the types of bill. */
export function composeTypesOfBill(folder: string): readonly CodeRecord[] {
  const { type, subType, file } = TYPE_OF_BILL;
  const frequencies = new Map(readRows(folder, TYPE_OF_BILL.frequencies).map(({ code = '', desc = '' }) => [code, lowerFirst(desc)]));
  const rules = readRules(parseYaml(readFileSync(join(folder, file), 'utf8')), file);
  return readRows(folder, TYPE_OF_BILL.facilityTypes).flatMap(({ code: facility = '', desc = '' }) =>
    (rules.facilityTypes[facility] ?? rules.frequencies).map((frequency) => ({
      type,
      subType,
      code: facility + frequency,
      desc: [desc, frequencies.get(frequency) ?? ''].filter(Boolean).join(', '),
    })),
  );
}

interface BillRules {
  readonly frequencies: readonly string[];
  readonly facilityTypes: Readonly<Record<string, readonly string[]>>;
}

function readRules(value: unknown, file: string): BillRules {
  const { frequencies, facilityTypes } = value as Partial<BillRules>;
  if (frequencies === undefined || facilityTypes === undefined) throw new EdiError('EDI_CODES_FILE_INVALID', `${file} has no frequencies or facilityTypes.`);
  return { frequencies, facilityTypes };
}

function readRows(folder: string, file: string): readonly Row[] {
  return parseCsv(readFileSync(join(folder, file)), { columns: true });
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
