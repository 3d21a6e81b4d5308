import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConversionOptions } from '../../../src/pipeline/conversion.types';
import { convertText, ediErrorOf, type Json, linesOf, sourceOf } from '../../support/conversion';
import { at } from '../../support/claims';

const inputOf = (name: string): string => readFileSync(join(__dirname, `../../samples/x12-277/${name}/input.edi`), 'utf8');

const convert = async (name: string, options: ConversionOptions): Promise<readonly Json[]> =>
  linesOf((await convertText([sourceOf(`${name}.edi`, inputOf(name))], options)).text);

const kinds = (objects: readonly Json[]): readonly unknown[] => [...new Set(objects.map(({ objectType }) => objectType))];

describe.each([
  ['request', 'CLAIM_STATUS_REQUEST'],
  ['response', 'CLAIM_STATUS_RESPONSE'],
])('a claim status %s', (name, type) => {
  it('is a tree unless its objects are asked for', async () => {
    expect(kinds(await convert(name, {}))).toEqual(['SEGMENT']);
    expect(kinds(await convert(name, { objects: '' }))).toEqual(['SEGMENT']);
  });

  it.each(['status', 'STATUS', ' status, status ,', 'all', 'status,ALL'])('is statuses with objects=%s', async (objects) => {
    const statuses = await convert(name, { objects });
    expect(kinds(statuses)).not.toContain('SEGMENT');
    expect(statuses.map((status) => at(status, 'transaction', 'transactionType'))).toEqual(statuses.map(() => type));
    expect(statuses.map((status) => at(status, 'transaction', 'sender'))).toEqual(statuses.map(() => undefined));
  });

  it('is a tree where segments are asked for too', async () => {
    expect(kinds(await convert(name, { objects: 'status', convertToSegments: true }))).toEqual(['SEGMENT']);
  });
});

describe('an acknowledgment', () => {
  it('is the same whether statuses are asked for or not', async () => {
    expect(await convert('acknowledgment', { objects: 'status' })).toEqual(await convert('acknowledgment', {}));
  });
});

describe('a response of another guide', () => {
  it('stays a tree', async () => {
    const text = inputOf('response').replaceAll('005010X212', '005010X228');
    expect(kinds(linesOf((await convertText([sourceOf('a.edi', text)], { objects: 'status' })).text))).toEqual(['SEGMENT']);
  });
});

describe('a name that no plugin has', () => {
  it('is refused before anything is read', async () => {
    const { code, message } = await ediErrorOf(() => convertText([sourceOf('a.edi', inputOf('request'))], { objects: 'status,states' }));
    expect([code, message]).toEqual(['EDI_BAD_PARAMETER', expect.stringMatching(/^objects has 'states'; allowed are (.+, )?status, (.+, )?all\.$/)]);
  });
});
