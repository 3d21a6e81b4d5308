import { ByteWriter } from '../../src/common/byte-writer';
import { MissingCodes } from '../../src/mapping/code-descriptions';
import { createConverter } from '../../src/pipeline/create-converter';
import { FileReading } from '../../src/pipeline/file-reading';
import { FileValidation } from '../../src/pipeline/file-validation';
import type { FileReadingOptions } from '../../src/pipeline/reading-options';
import { encodeItem } from '../../src/pipeline/record-item';
import { hasUnread, issuesOf, type StreamItem } from '../../src/pipeline/stream-item';
import { readSwitches, type RuleChoice } from '../../src/validation/rule-switches';
import { singly } from './single-items';

/*
 * Reads a file by objects alone, and with the kernel as far as that goes (`writesEarly`): both have to give the same.
 */

export const { context } = createConverter();

/** Options of a reading, and the rules that it validates by. */
export type Variant = Partial<FileReadingOptions> & { readonly rules?: RuleChoice };

export function optionsOf({ rules, ...variant }: Variant, writesEarly: boolean): FileReadingOptions {
  const limits = { maxSegmentBytes: undefined, maxTransactionSegments: Infinity, maxRecordSegments: Infinity, maxRecordBytes: Infinity };
  const { controlRecords } = context;
  const none = { isTransactionTopLevel: false, hasControlSegments: false, asSegments: false, objects: new Set<string>(), descriptions: undefined };
  return {
    fileName: 'a.edi',
    limits,
    controlRecords,
    splitAfter: Infinity,
    findsUnread: true,
    findsUnreadLater: true,
    writesEarly,
    ...none,
    validation: rules && validationBy(rules, variant.descriptions),
    ...variant,
  };
}

function validationBy(rules: RuleChoice, descriptions = context.descriptions): FileValidation {
  const { rules: catalogue, standard } = context;
  const switches = readSwitches(rules, catalogue);
  return new FileValidation({ fileName: 'a.edi', switches, catalogue, descriptions, standard, onPluginFailure: () => undefined });
}

/** Everything that a reading gives, as text, and how many records the kernel wrote while it read them. */
export async function readAll(edi: Buffer, options: FileReadingOptions, size: number): Promise<{ readonly lines: readonly string[]; readonly early: number }> {
  const reading = new FileReading(context.sets, options);
  const lines: string[] = [];
  let early = 0;
  const add = async (items: readonly StreamItem[]): Promise<void> => {
    await options.validation?.settle();
    for (const item of singly(items)) {
      if (item.kind === 'record') {
        const [out, missing] = [new ByteWriter(), new MissingCodes()];
        encodeItem(item, out, missing);
        const { weight, bytes } = item;
        if (!('written' in item) && item.json !== undefined) early++;
        // A code that is not known yet has no description in either.
        const text = missing.size > 0 ? '' : out.copyFrom(0).toString();
        lines.push(text, JSON.stringify({ weight, bytes, hasUnread: hasUnread(item) }));
      }
      lines.push(...issuesOf(item).map((issue) => JSON.stringify(issue)));
    }
    // The memory of the piece is used again.
    for (const item of items) if ('release' in item) item.release?.();
  };
  try {
    for (let i = 0; i < edi.length; i += size) await add(reading.write(edi.subarray(i, i + size)));
    await add(reading.end());
  } catch (error) {
    await add(reading.takeItems());
    lines.push(String(error));
  }
  return { lines: [...lines, JSON.stringify(reading.counts)], early };
}

/** Demands that both ways give the same records, issues and counts; returns how many records were written while they were read. */
export async function compare(edi: Buffer, variant: Variant, size = 1 << 16): Promise<number> {
  const { lines, early } = await readAll(edi, optionsOf(variant, true), size);
  expect(lines).toEqual((await readAll(edi, optionsOf(variant, false), size)).lines);
  return early;
}
