import { CodeDescriptions, type DescribedCode, type DescriptionLimits, MissingCodes } from '../../../src/mapping/code-descriptions';
import { type CodeList, codeList, hashCode } from '../../../src/mapping/code-list';
import { chunkOf } from '../../support/chunk';
import { directoryOf, everyCode, type TestDirectory } from '../../support/code-directory';
import { itLong } from '../../support/fuzz';

const CARC = codeList('CARC');
const RARC = codeList('RARC');

const missingOf = (...codes: readonly string[]): MissingCodes => {
  const missing = new MissingCodes();
  for (const code of codes) {
    const { chunk, end } = chunkOf(code);
    missing.add(CARC, chunk, 0, end);
  }
  return missing;
};

/** A cache over a directory, asked and taught in text. */
function cacheOf(directory: TestDirectory, limits: DescriptionLimits = {}) {
  const descriptions = new CodeDescriptions(directory, limits);
  const find = (code: string, list = CARC): DescribedCode | undefined => {
    const bytes = Buffer.from(`<${code}>`);
    return descriptions.find(list, bytes, 1, bytes.length - 1);
  };
  return {
    find,
    desc: (code: string, list = CARC): string | undefined => find(code, list)?.description.desc,
    learn: async (...codes: readonly string[]): Promise<void> => descriptions.learn(missingOf(...codes)),
    descriptions,
  };
}

describe('codes that are not described yet', () => {
  it('are gathered by list, each once', () => {
    const missing = missingOf('45', '96', '45');
    const { chunk } = chunkOf('N130,45');
    missing.add(RARC, chunk, 0, 4);
    missing.add(RARC, chunk, 5, 7);
    expect(missing.size).toBe(5);
    expect(missing.byList()).toEqual(
      new Map([
        ['CARC', new Set(['45', '96'])],
        ['RARC', new Set(['N130', '45'])],
      ]),
    );
    missing.clear();
    expect([missing.size, missing.byList().size]).toEqual([0, 0]);
  });

  it('belong to one list where two lists have one name', () => {
    const missing = missingOf('45');
    const { chunk, end } = chunkOf('96');
    missing.add(codeList('CARC'), chunk, 0, end);
    expect(missing.byList()).toEqual(new Map([['CARC', new Set(['45', '96'])]]));
  });

  it.each([
    ['é', 'utf8'],
    ['\xff', 'latin1'],
    ['45é', 'utf8'],
    ['x'.repeat(49), 'utf8'],
    ['x'.repeat(100_000), 'utf8'],
  ] as const)('are none for damage: %#', (text, encoding) => {
    const missing = new MissingCodes();
    const { chunk, end } = chunkOf(text, encoding);
    missing.add(CARC, chunk, 0, end);
    expect(missing.size).toBe(0);
  });

  it('have up to 48 characters', () => {
    expect(missingOf('x'.repeat(48)).size).toBe(1);
  });
});

describe('descriptions of codes', () => {
  it('are found after they were learned, and not before', async () => {
    const { desc, learn } = cacheOf(everyCode());
    expect(desc('45')).toBeUndefined();
    await learn('45');
    expect([desc('45'), desc('4'), desc('455'), desc('')]).toEqual(['CARC 45', undefined, undefined, undefined]);
  });

  it('are written as the members of an object, in one order', async () => {
    const directory = directoryOf(() => ({ formattedCode: 'E11.9', instructionDesc: 'Report "it"', desc: 'Diabète\n' }));
    const { find, learn } = cacheOf(directory);
    await learn('E119');
    expect(find('E119')?.suffix.bytes.toString()).toBe(',"desc":"Diabète\\n","instructionDesc":"Report \\"it\\"","formattedCode":"E11.9"');
    expect(find('E119')?.description).toEqual({ formattedCode: 'E11.9', instructionDesc: 'Report "it"', desc: 'Diabète\n' });
  });

  it('are kept empty for a code that nothing is known of, so that it is asked for once', async () => {
    const directory = directoryOf(() => undefined);
    const { find, learn } = cacheOf(directory);
    await learn('45');
    expect(find('45')).toMatchObject({ description: {} });
    expect(find('45')?.suffix.length).toBe(0);
    expect(directory.asked).toEqual(['CARC:45']);
  });

  it('are empty where the directory leaves a whole list out', async () => {
    const { find, learn } = cacheOf({ asked: [], describe: async () => new Map() });
    await learn('45');
    expect(find('45')?.description).toEqual({});
  });

  it('differ for the same code in two lists', async () => {
    const { desc, descriptions } = cacheOf(everyCode());
    const missing = missingOf('45');
    const { chunk, end } = chunkOf('45');
    missing.add(RARC, chunk, 0, end);
    await descriptions.learn(missing);
    expect([desc('45', CARC), desc('45', RARC), desc('45', codeList('CARC')), desc('45', codeList('DRG'))]).toEqual([
      'CARC 45',
      'RARC 45',
      'CARC 45',
      undefined,
    ]);
  });

  it('are kept apart for codes whose hashes are equal', async () => {
    const codes = collision();
    const { desc, learn } = cacheOf(everyCode());
    await learn(...codes);
    expect(codes.map((code) => desc(code))).toEqual(codes.map((code) => `CARC ${code}`));
  });

  itLong('are kept apart for lists whose hashes of a code are equal', async () => {
    const [one, other] = listCollision('45');
    const { desc, descriptions } = cacheOf(everyCode());
    const missing = new MissingCodes();
    const { chunk, end } = chunkOf('45');
    for (const list of [one, other]) missing.add(list, chunk, 0, end);
    await descriptions.learn(missing);
    expect([desc('45', one), desc('45', other)]).toEqual([`${one.subType} 45`, `${other.subType} 45`]);
  });

  it('are found among very many', async () => {
    const codes = Array.from({ length: 5_000 }, (_, i) => `C${i}`);
    const { desc, learn } = cacheOf(everyCode());
    await learn(...codes);
    expect(codes.filter((code) => desc(code) !== `CARC ${code}`)).toEqual([]);
    expect(desc('C5000')).toBeUndefined();
  });
});

describe('how long descriptions are kept', () => {
  it('forgets the codes that were not met while as many others were learned twice over', async () => {
    const { desc, learn } = cacheOf(everyCode(), { capacity: 2 });
    await learn('1', '2');
    await learn('3', '4');
    expect([desc('1'), desc('2')]).toEqual(['CARC 1', 'CARC 2']);
    await learn('5', '6');
    await learn('7', '8');
    await learn('9', '10');
    expect(['1', '2', '3', '4', '5', '6'].map((code) => desc(code))).toEqual(Array(6).fill(undefined));
    expect([desc('9'), desc('10')]).toEqual(['CARC 9', 'CARC 10']);
  });

  it('keeps a code that is met again and again', async () => {
    const { desc, learn } = cacheOf(everyCode(), { capacity: 2 });
    await learn('kept');
    for (let i = 0; i < 50; i++) {
      await learn(`a${i}`, `b${i}`);
      expect(desc('kept')).toBe('CARC kept');
    }
    expect(desc('a0')).toBeUndefined();
  });

  it('keeps all codes of one batch, however many', async () => {
    const codes = Array.from({ length: 100 }, (_, i) => `C${i}`);
    const { desc, learn } = cacheOf(everyCode(), { capacity: 2 });
    await learn(...codes);
    expect(codes.filter((code) => desc(code) === undefined)).toEqual([]);
    await learn('one more');
    expect(codes.filter((code) => desc(code) === undefined)).toEqual([]);
  });

  it('forgets everything when the time is over and something is learned', async () => {
    const clock = { now: 0 };
    const { desc, learn } = cacheOf(everyCode(), { seconds: 60, clock: () => clock.now });
    await learn('1');
    clock.now = 59_999;
    await learn('2');
    expect(desc('1')).toBe('CARC 1');
    clock.now = 60_000;
    await learn('3');
    expect([desc('1'), desc('2'), desc('3')]).toEqual([undefined, undefined, 'CARC 3']);
    clock.now = 119_999;
    await learn('4');
    expect(desc('3')).toBe('CARC 3');
  });

  it('forgets a code when the time is over also where nothing new is learned', async () => {
    const clock = { now: 0 };
    const { desc, learn, descriptions } = cacheOf(everyCode(), { seconds: 60, clock: () => clock.now });
    await learn('1');
    clock.now = 59_999;
    descriptions.refresh();
    expect(desc('1')).toBe('CARC 1');
    clock.now = 60_000;
    descriptions.refresh();
    expect(desc('1')).toBeUndefined();
  });

  it('takes over what a directory says after the time', async () => {
    const clock = { now: 0 };
    const state = { desc: 'before' };
    const { desc, learn } = cacheOf(
      directoryOf(() => ({ desc: state.desc })),
      { seconds: 1, clock: () => clock.now },
    );
    await learn('1');
    state.desc = 'after';
    clock.now = 1_000;
    await learn('1');
    expect(desc('1')).toBe('after');
  });
});

/** The first two of a series that have one hash. */
function firstCollision<T>(make: (number: number) => T, hashOf: (one: T) => number): readonly [T, T] {
  const byHash = new Map<number, T>();
  for (let i = 0; ; i++) {
    const one = make(i);
    const hash = hashOf(one);
    const known = byHash.get(hash);
    if (known !== undefined) return [known, one];
    byHash.set(hash, one);
  }
}

const hashOf = (list: CodeList, code: string): number => hashCode(list, Buffer.from(code), 0, code.length);

/** Two codes of CARC with one hash. */
const collision = (): readonly string[] =>
  firstCollision(
    (number) => number.toString(36),
    (code) => hashOf(CARC, code),
  );

/** Two lists in which a code has one hash. */
const listCollision = (code: string): readonly [CodeList, CodeList] =>
  firstCollision(
    (number) => codeList(`LIST_${number}`),
    (list) => hashOf(list, code),
  );
