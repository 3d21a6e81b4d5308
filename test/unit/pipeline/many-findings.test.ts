import { ByteWriter } from '../../../src/common/byte-writer';
import { FileReading } from '../../../src/pipeline/file-reading';
import { isLarge } from '../../../src/pipeline/completed-record';
import { encodeItemInParts } from '../../../src/pipeline/record-item';
import type { LoopRecordItem } from '../../../src/pipeline/record.types';
import { convertLines, type Json, sourceOf } from '../../support/conversion';
import { claim, remittance } from '../../support/remittance';
import { singly } from '../../support/single-items';
import { context, optionsOf } from '../../support/two-readings';

/** More lines with a finding than records may have that are written at once. */
const LINES = 520;

/** A reason of six characters is one finding for each line, and plain all the same. */
const line = (number: number): string[] => [`SVC*HC:${10_000 + number}*100*80**1`, 'DTM*472*20250102', 'CAS*PR*123456*20'];

/** Its amounts balance: what breaks a rule is made of objects. */
const HEAD = [`CLP*CLAIM1*1*${100 * LINES}*${80 * LINES}*${20 * LINES}*12*PAYER1*11*1`, 'NM1*QC*1*DOE*JANE'];

/** The kernel writes records once it knows the forms of their segments. */
const edi = remittance({
  claims: [...Array.from({ length: 60 }, (_, i) => claim(i + 100)), [...HEAD, ...Array.from({ length: LINES }, (_, i) => line(i)).flat()], claim(3)],
});

interface InParts {
  readonly text: string;
  readonly parts: number;
  readonly isLarge: boolean;
  /** True where the record was written before its issues. */
  readonly isEarly: boolean;
}

/** The record with findings, read with the kernel or by objects alone, and written in parts. */
async function writeInParts(writesEarly: boolean): Promise<InParts> {
  const options = optionsOf({ rules: {} }, writesEarly);
  const reading = new FileReading(context.sets, options);
  const found: InParts[] = [];
  for (const bytes of [Buffer.from(edi), undefined]) {
    const items = bytes === undefined ? reading.end() : reading.write(bytes);
    await options.validation?.settle();
    for (const item of singly(items)) if (item.kind === 'record') found.push(written(item as LoopRecordItem));
  }
  const one = found.find(({ text }) => text.includes('"patientControlNumber":"CLAIM1"'));
  if (one === undefined) throw new Error(`${found.length} records`);
  return one;
}

function written(item: LoopRecordItem): InParts {
  for (const _step of item.rest ?? []);
  const out = new ByteWriter();
  let parts = 1;
  for (const _pause of encodeItemInParts(item, out, undefined)) parts++;
  return { text: out.copyFrom(0).toString(), parts, isLarge: isLarge(item), isEarly: item.issues !== undefined };
}

const issuesOf = (record: Json | undefined): readonly Json[] => (record?.['validationIssues'] ?? []) as readonly Json[];

describe('a record with more than 500 findings', () => {
  it('is written in parts around its issues, as one that is made of objects', async () => {
    // What reaches no field is known of the forms of segments that were seen before.
    await writeInParts(true);
    const [early, late] = [await writeInParts(true), await writeInParts(false)];
    expect(early).toMatchObject({ isLarge: true, isEarly: true });
    expect(late).toMatchObject({ isLarge: true, isEarly: false });
    expect(early.text).toBe(late.text);
    expect(early.parts).toBeGreaterThan(LINES / 100);
    expect(issuesOf(JSON.parse(early.text) as Json).length).toBeGreaterThan(500);
  });

  it('is the same in the output, where the input arrives whole and in bytes', async () => {
    const options = { validate: true, maxIssues: 2 * LINES };
    const read = (chunks: readonly string[]) =>
      convertLines(
        [
          {
            ...sourceOf('a.edi', edi),
            open: async function* () {
              for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk));
            },
          },
        ],
        options,
      );
    const [whole, inBytes] = [await read([edi]), await read([...edi])];
    expect(whole).toEqual(inBytes);
    expect(issuesOf(whole.find(({ patientControlNumber }) => patientControlNumber === 'CLAIM1'))).toHaveLength(LINES);
  });
});
