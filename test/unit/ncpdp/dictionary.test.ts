import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { telecomDictionary } from '../../../plugins/ncpdp/dictionary';
import { readDictionary } from '../../../plugins/ncpdp/dictionary.reader';
import { ediErrorOf } from '../../support/conversion';
import { sharedFolder } from '../../support/shared-data';
import { everyNth } from '../../support/fuzz';

const file = readFileSync(join(__dirname, '../../../schemas/ncpdp/telecom.yaml'), 'utf8');

/** What the reader says of a file with one thing changed. */
async function complaint(from: string, to: string): Promise<string> {
  expect(file).toContain(from);
  const error = await ediErrorOf(() => readDictionary(file.replace(from, to), 'telecom.yaml'));
  expect(error.code).toBe('EDI_GUIDE_INVALID');
  return error.message;
}

describe('the dictionary', () => {
  it('has a name for every field and segment that no other has', () => {
    const { fields, segments } = telecomDictionary();
    for (const names of [[...fields.values()].map(({ key }) => key), [...segments.values()].map(({ name }) => name)])
      expect(new Set(names).size).toBe(names.length);
  });

  it('has headers of the lengths of the standard', () => {
    expect(telecomDictionary().headers.map(({ length }) => length)).toEqual([56, 31, 56, 31, 58]);
  });

  it('places every field of requests and responses in some segment', () => {
    const { fields, segments } = telecomDictionary();
    const ids = JSON.stringify([...segments.values()].map(({ members }) => members));
    expect([...fields.keys()].filter((id) => !ids.includes(`"id":"${id}"`))).toEqual([]);
  });

  it('has every field of the fact tables, with its type and length', () => {
    const facts = sharedFolder('facts/ncpdp');
    if (facts === undefined) return;
    const tables = JSON.parse(readFileSync(join(facts, 'telecom-d0.json'), 'utf8'));
    const { fields } = telecomDictionary();
    const headers = new Set(['A1', 'A2', 'A3', 'A4', 'A9', 'B1', 'B2', 'D1', 'AK', 'F1', 'AM']);
    const known = Object.entries<{ name: string; len: number; dec?: number }>({ ...tables.fields, ...tables.later_fields }).filter(([id]) => !headers.has(id));
    const own = [...fields.values()].map(({ id, key, length, decimals }) => [id, key, length, decimals].join(' '));
    expect(own.sort()).toEqual(known.map(([id, { name, len, dec = 0 }]) => [id, name, len, dec].join(' ')).sort());
  });

  const mistakes = [
    ['type: amount', 'type: money', '`type` of field', 'one of text, digits'],
    ['list: gender_code', 'list: genders', 'the name of a list', 'genders'],
    ['- CX', '- C', 'There is no field C.', ''],
    ['count: SE', 'count: S0', 'There is no field S0.', ''],
    ['AM26: S', 'AM89: S', 'name the unknown segment AM89', ''],
    ['direction: request', 'direction: question', '`direction` of header request must be one of request, response', ''],
    ['headers:', 'heads:', 'Unknown key `heads` in the dictionary. Did you mean `headers`?', ''],
    ["'03': [N4, Drug Info - NDC]", "'03': N4", 'A shown code must be a list', ''],
  ] as const;
  it.each(everyNth(3, mistakes))('with %s changed to %s is refused with its place', async (from, to, message, other) => {
    const text = await complaint(from, to);
    expect(text).toContain(message);
    expect(text).toContain(other);
    expect(text).toMatch(/telecom\.yaml:\d+:\d+: /);
  });
});
