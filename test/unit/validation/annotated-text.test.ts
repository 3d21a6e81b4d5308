import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { converter, sourceOf } from '../../support/conversion';
import { itLong } from '../../support/fuzz';

const remittance = readFileSync(join(__dirname, '../../../samples/835.edi'), 'utf8');

async function annotate(text: string, prefix?: string): Promise<string[]> {
  const options = { output: 'annotated-text', ...(prefix === undefined ? {} : { outputParameters: { issueStringPrefix: prefix } }) };
  let out = '';
  for await (const chunk of converter().validate([sourceOf('a.edi', text)], options)) out += chunk.toString('utf8');
  expect(out.endsWith('\n')).toBe(true);
  return out.slice(0, -1).split('\n');
}

const segments = remittance.trimEnd().split('\n');

describe('annotated text', () => {
  it('should be the EDI itself where nothing is wrong, a segment a line', async () => {
    expect(await annotate(remittance)).toEqual(segments);
    expect(await annotate(remittance.replaceAll('\n', ''))).toEqual(segments);
    expect(await annotate(remittance.replaceAll('\n', '\r\n\r\n'))).toEqual(segments);
  });

  it('should have each message right below its segment, also of what is found at the end', async () => {
    const lines = await annotate(remittance.replace('BPR*I*261.4', 'BPR*I*300').replace('SE*43', 'SE*44'));
    expect(lines[4]).toBe(
      '!!Loop:0000, Segment:BPR, Field: Transaction.totalPaymentAmount | Payment amount 300.00 does not match the sum of claim paid amounts 266.40 minus the sum of provider adjustments 5.00',
    );
    expect(lines.at(-3)).toBe(
      "!!Loop:0000, Element:SE01, Field: transaction_segment_count | Count  '44' in the closing segment does not match actual count '43'",
    );
    expect(lines.filter((line) => !line.startsWith('!!'))).toHaveLength(segments.length);
  });

  it('should begin messages with the prefix, and name qualifier and allowed values', async () => {
    const lines = await annotate(remittance.replace('REF*TJ*', 'REF*ZZ*'), '## ');
    expect(lines.find((line) => line.startsWith('## '))).toBe(
      "## Loop:1000B, Element:REF01*ZZ, Field: Reference.type | Value 'ZZ' is not in the allowed values list. Allowed values: [0B, D3, PQ, TJ]",
    );
    const coded = await annotate(remittance.replace('CAS*CO*45*15', 'CAS*XX*45*15'));
    expect(coded).toContain(
      "!!Loop:2110, Element:CAS01, Field: Adjustment.group | Value 'XX' is not in the allowed values list. Allowed values: [CO, OA, PI, PR]",
    );
  });

  it('should leave the field of an unknown segment out', async () => {
    expect(await annotate(remittance.replace('AMT*B6*80~', 'ZZZ*B6*80~'))).toContain(
      "!!Loop:2110, Segment:ZZZ | Unknown segment 'ZZZ' for the transaction set 835",
    );
  });

  it('should show segments that end with a line break without it', async () => {
    expect(await annotate(remittance.replaceAll('~\n', '\n'))).toEqual(segments.map((segment) => segment.slice(0, -1)));
  });

  itLong('should write large inputs as they come, and name the segment of what is found later', async () => {
    const [head, tail] = [remittance.slice(0, remittance.indexOf('CLP*JSC-1002')), remittance.slice(remittance.indexOf('PLB*'))];
    // More bytes than wait for what is found later, in few segments.
    const claim = `${remittance.slice(head.length, remittance.indexOf('PLB*'))}ZZZ*${'x'.repeat(1_000)}~\n`;
    const count = 4_000;
    const lines = await annotate(`${head}${claim.repeat(count)}${tail}`);
    expect(lines.filter((line) => line.startsWith('CLP*JSC-1002'))).toHaveLength(count);
    const late = lines.findIndex((line) => line.startsWith('!!Loop:0000, Segment:BPR'));
    expect(lines[late]).toMatch(/ \(segment 4\)$/);
    expect(late).toBeGreaterThan(9 * count);
  });

  it('should throw when nothing could be read, and show what could', async () => {
    await expect(annotate('Dear customer')).rejects.toMatchObject({ code: 'EDI_NOT_EDI' });
    const broken = await annotate(remittance.slice(0, remittance.indexOf('PLB*') + 10));
    expect(broken.filter((line) => !line.startsWith('!!'))).toEqual(segments.slice(0, 43));
    expect(broken.some((line) => line.startsWith('!!ERROR | The input ends inside segment PLB'))).toBe(true);
  });
});
