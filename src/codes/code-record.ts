import type { CodeRecord } from './code.types';
import type { CodeEntity } from './entities/code.entity';

/** Returns a stored code as a record; absent values are absent keys. */
export function toCodeRecord(entity: CodeEntity): CodeRecord {
  const { type, subType, code, formattedCode, desc, fullDesc, shortDesc, enumName, startDate, endDate } = entity;
  return {
    type,
    subType,
    code,
    ...present({ desc, formattedCode, fullDesc, shortDesc, enumName, startDate, endDate }),
  };
}

/** The values that are not null. */
function present(values: Readonly<Record<string, string | null>>): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}
