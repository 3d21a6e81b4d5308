import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { GuideLoader, productGuideFolder } from '../../../src/guide/guide-loader';
import { linesOfFacts, linesOfGuide, type GuideFacts } from './guide-facts';

const FACTS = join(process.env['CLEARLOOP_SHARED'] ?? join(__dirname, '../../../../shared'), 'facts', 'x12');
const FOLDER = process.env['CLEARLOOP_GUIDES'] ?? productGuideFolder();

describe('guide files and the fact tables', () => {
  const ids = readdirSync(FOLDER).map((name) => basename(name, '.yaml'));
  const withFacts = ids.filter((id) => existsSync(join(FACTS, `${id}.json`)));

  if (!existsSync(FACTS) && process.env['CI'] === undefined) {
    it.skip('agree', () => undefined);
    console.warn(`No fact tables in ${FACTS}; set CLEARLOOP_SHARED to compare the guides with them.`);
    return;
  }

  it('finds a fact table for the 835', () => {
    expect(withFacts).toContain('005010X221A1');
  });

  it.each(withFacts)('agree in every loop, segment, element, length, code and note of %s', (id) => {
    const facts = readFacts(join(FACTS, `${id}.json`));
    const guide = new GuideLoader([FOLDER]).load(id);
    expect(linesOfGuide(guide)).toEqual(linesOfFacts(facts, readLengths()));
  });
});

function readFacts(file: string): GuideFacts {
  return JSON.parse(readFileSync(file, 'utf8')) as GuideFacts;
}

function readLengths(): (dataElement: string) => string {
  const elements = JSON.parse(readFileSync(join(FACTS, 'dataelements.json'), 'utf8')) as Record<string, { min: number; max: number }>;
  return (dataElement) => `${elements[dataElement]?.min}/${elements[dataElement]?.max}`;
}
