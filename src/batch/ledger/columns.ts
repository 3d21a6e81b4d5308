import type { FilePart } from '../../pipeline/workers/file-part';
import type { FileFailure, PartResult } from '../batch.types';
import type { BatchFileEntity } from './batch-file.entity';

/** Who works, and until when others believe it. */
export interface Lease {
  readonly owner: string;
  readonly milliseconds: number;
}

/** The most that a cell keeps: messages are short, and a ledger is no log. */
const MAX_MESSAGE = 1000;

/** Columns of a failure, or of none. */
export function failureColumns(failure: FileFailure | undefined): { readonly errorCode: string | null; readonly errorMessage: string | null } {
  return { errorCode: failure?.code ?? null, errorMessage: failure?.message.slice(0, MAX_MESSAGE) ?? null };
}

/** A time after another one, as the ledger has it. */
export const later = (now: Date, milliseconds: number): string => new Date(now.getTime() + milliseconds).toISOString();

/** Reads the addresses of outputs as the ledger keeps them. */
export function readOutputs(outputs: string | null): readonly string[] {
  return outputs === null ? [] : (JSON.parse(outputs) as readonly string[]);
}

/** Reads the place of a part. */
export function readPart({ part }: BatchFileEntity): FilePart {
  return JSON.parse(part ?? '') as FilePart;
}

/** Reads what became of a part that is done. */
export function readPartResult({ partResult }: BatchFileEntity): PartResult {
  return JSON.parse(partResult ?? '') as PartResult;
}
