import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { NodeSource, SegmentSource } from '../../../src/guide/guide-source';
import { preparedGuideFolder, readGuide } from '../../../src/guide/guide-loader';
import { readPreparedGuide } from '../../../src/guide/prepared-guides';
import { NO_SEGMENT, StandardDictionary, standardFolder } from '../../../src/guide/standard-dictionary';
import { StandardNotes } from '../../../src/guide/standard-notes';
import { productGuides } from '../../support/product-guides';
import { changed, loopOf, segmentOf } from './small-guide';

const notes = new StandardNotes();
const table = parse(readFileSync(join(standardFolder(), 'relational-notes.yaml'), 'utf8'), { stringKeys: true }) as Record<string, Record<string, string[]>>;

const WITH_RELEASE = "source: invented\nrelease: '005010'\n#";

/** Notes of the segment `prior_authorization`, a REF with two elements. */
function notesIn(text: string): readonly string[] {
  return segmentOf(loopOf(readGuide(text, 'small.yaml'), '2000A/2000B/2300'), 'prior_authorization').syntax;
}

describe('relational notes of the standard', () => {
  const all = Object.entries(table).flatMap(([release, segments]) => Object.entries(segments).map(([id, list]) => [release, id, list] as const));

  it.each(all)('are of the known form, without repetition, and on elements of the standard: %s %s', (_release, id, list) => {
    const { length } = new StandardDictionary().elementsOf(id);
    for (const note of list) {
      expect(note).toMatch(/^[CELPR]([0-9]{2}){2,}$/);
      expect((note.match(/[0-9]{2}/g) ?? []).filter((element) => Number(element) > length)).toEqual([]);
    }
    expect(new Set(list).size).toBe(list.length);
  });

  it('differ between the releases', () => {
    const nm1 = { ...NO_SEGMENT, id: 'NM1', elements: new StandardDictionary().elementSources('NM1') };
    expect(notes.notesOf(nm1, '004010')).toEqual(['P0809', 'C1110']);
    expect(notes.notesOf(nm1, '005010')).toEqual(['P0809', 'C1110', 'C1203']);
    expect(notes.notesOf(nm1, undefined)).toEqual([]);
  });

  it('do not hold members of every object for segments', () => {
    expect(notes.notesOf({ ...NO_SEGMENT, id: 'constructor', elements: [] }, '005010')).toEqual([]);
  });

  it('apply to segments without notes of a guide that names its release', () => {
    expect(notesIn(changed('                  syntax: [R0102]\n', '').replace('source: invented', WITH_RELEASE))).toEqual([]);
    const three = '                    - REF03: { usage: S, type: AN 1/80, element: 352, name: description }\n';
    const withThree = changed('                  syntax: [R0102]\n', '').replace(/^.*REF02.*\n/m, (line) => line + three);
    expect(notesIn(withThree.replace('source: invented', WITH_RELEASE))).toEqual(['R0203']);
    expect(notesIn(withThree)).toEqual([]);
  });

  it.each([
    ['[R0102]', ['R0102']],
    ['[]', []],
  ])('give way to those of the guide: %s', (own, expected) => {
    const three = '                    - REF03: { usage: S, type: AN 1/80, element: 352, name: description }\n';
    const text = changed('syntax: [R0102]', `syntax: ${own}`).replace(/^.*REF02.*\n/m, (line) => line + three);
    expect(notesIn(text.replace('source: invented', WITH_RELEASE))).toEqual(expected);
  });
});

describe('guides of the product', () => {
  const headers = productGuides.readHeaders();

  it.each(headers.map(({ id, release }) => [id, release] as const))('%s names its release', (id, release) => {
    expect(release).toBe(id.slice(0, 6));
  });

  it.each(headers.map(({ id, release }) => [id, release] as const))('%s repeats no notes of the standard', (id, release) => {
    const source = readPreparedGuide(preparedGuideFolder(), id, undefined);
    const repeated = segmentsOf(source?.children ?? []).filter(({ syntax, ...segment }) => {
      const standard = notes.notesOf({ ...segment, syntax: undefined }, release).join(' ');
      return syntax?.map(({ note }) => note).join(' ') === standard;
    });
    expect(repeated).toEqual([]);
  });

  it.each(headers.map(({ id }) => id))('%s has no note that contradicts its usage', (id) => {
    const wrong = productGuides
      .load(id)
      .segments.flatMap(({ id: segment, syntax, elements, loop }) =>
        syntax.filter((note) => !canHold(note, (number) => elements[number - 1]?.usage !== 'N')).map((note) => `${loop.id} ${segment} ${note}`),
      );
    expect(wrong).toEqual([]);
  });
});

/** False for a note that takes an element which the guide uses away from every sender. */
function canHold(note: string, isUsed: (element: number) => boolean): boolean {
  const used = (note.match(/[0-9]{2}/g) ?? []).map((element) => isUsed(Number(element)));
  const [first = false, ...others] = used;
  switch (note.charAt(0)) {
    case 'P':
      return used.every((one) => one === first);
    case 'R':
      return used.includes(true);
    case 'C':
      return !first || others.every(Boolean);
    case 'L':
      return !first || others.includes(true);
    default:
      return true;
  }
}

function segmentsOf(nodes: readonly NodeSource[]): SegmentSource[] {
  return nodes.flatMap((node) => (node.kind === 'loop' ? segmentsOf(node.children) : [node]));
}
