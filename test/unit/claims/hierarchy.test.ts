import type { Issue } from '../../../src/common/issue';
import { biller, claim, claimFile, GUIDE, patient, peopleOf, readClaims, subscriber } from '../../support/claims';
import { sizeOf } from '../../support/fuzz';

const people = async (...bodies: readonly (readonly string[])[]): Promise<string[]> => (await readClaims(claimFile(bodies))).claims.map(peopleOf);

const read = async (...bodies: readonly (readonly string[])[]) => {
  const { claims, issues } = await readClaims(claimFile(bodies));
  return { people: claims.map(peopleOf), issues };
};

/** The issues about a segment. */
const about = (issues: readonly Issue[], id: string): Issue[] => issues.filter(({ segment }) => segment === id);

describe('the levels of claims', () => {
  it('give claims of subscribers and of patients in one file their own people', async () => {
    const { people, issues } = await read([
      ...biller('A', '1'),
      ...subscriber('A', '2', '1'),
      ...claim('A1'),
      ...claim('A2'),
      ...patient('AP', '3', '2'),
      ...claim('A3'),
      ...patient('AQ', '4', '2'),
      ...claim('A4'),
      ...claim('A5'),
      ...subscriber('B', '5', '1'),
      ...claim('B1'),
      ...biller('B', '6'),
      ...subscriber('C', '7', '6'),
      ...patient('CP', '8', '7'),
      ...claim('C1'),
      ...subscriber('D', '9', '6'),
      ...claim('D1'),
    ]);
    expect(people).toEqual([
      'A1 | BILLER A | SUBSCRIBER A | PAYER A | -',
      'A2 | BILLER A | SUBSCRIBER A | PAYER A | -',
      'A3 | BILLER A | SUBSCRIBER A | PAYER A | PATIENT AP',
      'A4 | BILLER A | SUBSCRIBER A | PAYER A | PATIENT AQ',
      'A5 | BILLER A | SUBSCRIBER A | PAYER A | PATIENT AQ',
      'B1 | BILLER A | SUBSCRIBER B | PAYER B | -',
      'C1 | BILLER B | SUBSCRIBER C | PAYER C | PATIENT CP',
      'D1 | BILLER B | SUBSCRIBER D | PAYER D | -',
    ]);
    expect(issues).toEqual([]);
  });

  it('are joined by HL02 where all subscribers stand before their patients', async () => {
    const { people, issues } = await read([
      ...biller('A', '1'),
      ...subscriber('A', '2', '1'),
      ...subscriber('B', '3', '1'),
      ...patient('BP', '4', '3'),
      ...claim('B1'),
      ...patient('AP', '5', '2'),
      ...claim('A1'),
      ...patient('AQ', '6', '2'),
      ...claim('A2'),
      ...patient('BQ', '7', '3'),
      ...claim('B2'),
    ]);
    expect(people).toEqual([
      'B1 | BILLER A | SUBSCRIBER B | PAYER B | PATIENT BP',
      'A1 | BILLER A | SUBSCRIBER A | PAYER A | PATIENT AP',
      'A2 | BILLER A | SUBSCRIBER A | PAYER A | PATIENT AQ',
      'B2 | BILLER A | SUBSCRIBER B | PAYER B | PATIENT BQ',
    ]);
    expect(issues).toEqual([]);
  });

  it('are joined by HL02 where all billing providers stand before their subscribers', async () => {
    expect(
      await people([...biller('A', '1'), ...biller('B', '2'), ...subscriber('B', '3', '2'), ...claim('B1'), ...subscriber('A', '4', '1'), ...claim('A1')]),
    ).toEqual(['B1 | BILLER B | SUBSCRIBER B | PAYER B | -', 'A1 | BILLER A | SUBSCRIBER A | PAYER A | -']);
  });

  it('are numbered anew in each transaction set', async () => {
    const set = (name: string) => [...biller(name, '1'), ...subscriber(name, '2', '1'), ...patient(name, '3', '2'), ...claim(name)];
    const { people, issues } = await read(set('A'), set('B'));
    expect(people).toEqual(['A | BILLER A | SUBSCRIBER A | PAYER A | PATIENT A', 'B | BILLER B | SUBSCRIBER B | PAYER B | PATIENT B']);
    expect(issues).toEqual([]);
  });

  it('are never taken from the transaction set before', async () => {
    const { people, issues } = await read(
      [...biller('A', '1'), ...subscriber('A', '2', '1'), ...claim('A1')],
      [...biller('B', '1'), ...patient('BP', '3', '2'), ...claim('B1')],
    );
    expect(people).toEqual(['A1 | BILLER A | SUBSCRIBER A | PAYER A | -', 'B1 | BILLER B | - | - | PATIENT BP']);
    expect(issues).toContainEqual(expect.objectContaining({ issueType: 'INVALID', element: 'HL02', message: 'HL 3 names parent 2, which does not exist' }));
  });

  it.each(['professional', 'institutional', 'dental', 'professional4010', 'institutional4010', 'dental4010'] as const)(
    'are those of the guide of %s claims',
    async (kind) => {
      const body = [
        ...biller('A', '1'),
        ...subscriber('A', '2', '1'),
        'CLM*A1*100***11:B:1*Y*A*Y*Y',
        ...patient('AP', '3', '2'),
        'CLM*A2*100***11:B:1*Y*A*Y*Y',
        ...subscriber('B', '4', '1'),
        'CLM*B1*100***11:B:1*Y*A*Y*Y',
      ];
      expect((await readClaims(claimFile([body], { guide: GUIDE[kind] }))).claims.map(peopleOf)).toEqual([
        'A1 | BILLER A | SUBSCRIBER A | PAYER A | -',
        'A2 | BILLER A | SUBSCRIBER A | PAYER A | PATIENT AP',
        'B1 | BILLER A | SUBSCRIBER B | PAYER B | -',
      ]);
    },
  );

  it('may be more than a register of them holds: 200 subscribers before their patients', async () => {
    expect(await subscribersFirst(200)).toEqual(Array.from({ length: 200 }, (_, i) => `C${i} | BILLER A | SUBSCRIBER S${i} | PAYER S${i} | PATIENT P${i}`));
  });

  it('never give a claim another subscriber, however many stand before their patients: own ones, or none', async () => {
    for (const [i, shown] of (await subscribersFirst(sizeOf(300, 100))).entries()) {
      expect([`C${i} | BILLER A | SUBSCRIBER S${i} | PAYER S${i} | PATIENT P${i}`, `C${i} | BILLER A | - | - | PATIENT P${i}`]).toContain(shown);
    }
  });

  it('never give a claim another subscriber, where HL04 denies that they have patients', async () => {
    for (const [i, shown] of (await subscribersFirst(30, '0')).entries()) {
      expect([`C${i} | BILLER A | SUBSCRIBER S${i} | PAYER S${i} | PATIENT P${i}`, `C${i} | BILLER A | - | - | PATIENT P${i}`]).toContain(shown);
    }
  });
});

async function subscribersFirst(count: number, hl04 = '1'): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_, i) => i);
  return people([
    ...biller('A', '1'),
    ...numbers.flatMap((i) => subscriber(`S${i}`, String(i + 2), '1')).map((segment) => segment.replace(/^(HL.*)1$/, `$1${hl04}`)),
    ...numbers.flatMap((i) => [...patient(`P${i}`, String(count + 2 + i), String(i + 2)), ...claim(`C${i}`)]),
  ]);
}

describe('a level with a broken parent', () => {
  const first = [...biller('A', '1'), ...subscriber('A', '2', '1'), ...claim('A1')];

  it.each([
    ['that does not exist', '77', 'HL 3 names parent 77, which does not exist'],
    ['that is the level itself', '3', 'HL 3 names parent 3, which does not exist'],
    ['that is another subscriber', '2', 'HL 3 names parent 2, which has no level of this kind'],
    ['that is missing', '', 'HL 3 names parent (no number), which has no level of this kind'],
    ['that is a name, not repeated in the message', 'DOE', 'HL 3 names parent (no number), which does not exist'],
  ])('is reported, and the subscriber keeps its own claims: a parent %s', async (_what, parent, message) => {
    const { people, issues } = await read([...first, ...subscriber('B', '3', parent), ...claim('B1')]);
    expect(people).toEqual(['A1 | BILLER A | SUBSCRIBER A | PAYER A | -', 'B1 | BILLER A | SUBSCRIBER B | PAYER B | -']);
    expect(about(issues, 'HL')).toMatchObject([{ issueType: 'INVALID', loop: '2000B', element: 'HL02', message }]);
  });

  it('is reported at its code where the guide has none of it', async () => {
    const { people, issues } = await read([...first, ...subscriber('B', '3', '1').map((segment) => segment.replace(/^(HL.*)\*22/, '$1*99')), ...claim('B1')]);
    expect(people).toHaveLength(2);
    const message = 'HL 3 has a level code (HL03) that the guide does not have';
    expect(about(issues, 'HL')).toMatchObject([{ issueType: 'INVALID', element: 'HL03', message }]);
  });

  it.each([
    ['does not exist', '99'],
    ['is the level itself', '4'],
  ])('is reported where the parent of a patient %s, and no claim is lost', async (_what, parent) => {
    const { people, issues } = await read([...first, ...subscriber('B', '3', '1'), ...claim('B1'), ...patient('BP', '4', parent), ...claim('B2')]);
    expect(people.slice(0, 2)).toEqual(['A1 | BILLER A | SUBSCRIBER A | PAYER A | -', 'B1 | BILLER A | SUBSCRIBER B | PAYER B | -']);
    expect(people[2]).toMatch(/^B2 \| BILLER A \| .* \| PATIENT BP$/);
    expect(people).toHaveLength(3);
    expect(about(issues, 'HL')).toMatchObject([
      { issueType: 'INVALID', loop: '2000C', element: 'HL02' },
      { issueType: 'REQUIRED', loop: '2000B' },
    ]);
  });

  it('of a patient that names a patient keeps its subscriber and its own person', async () => {
    const { people, issues } = await read([
      ...biller('A', '1'),
      ...subscriber('A', '2', '1'),
      ...patient('AP', '3', '2'),
      ...claim('A1'),
      ...patient('AQ', '4', '3'),
      ...claim('A2'),
    ]);
    expect(people).toEqual(['A1 | BILLER A | SUBSCRIBER A | PAYER A | PATIENT AP', 'A2 | BILLER A | SUBSCRIBER A | PAYER A | PATIENT AQ']);
    expect(about(issues, 'HL')).toHaveLength(1);
  });

  it('is read without a subscriber when a patient stands directly under the first billing provider', async () => {
    const { people, issues } = await read([...biller('A', '1'), ...patient('X', '2', '1'), ...claim('X1')]);
    expect(people).toEqual(['X1 | BILLER A | - | - | PATIENT X']);
    expect(about(issues, 'HL').map(({ issueType }) => issueType)).toEqual(['INVALID', 'REQUIRED']);
  });

  it('takes no subscriber from before when a patient stands directly under the billing provider', async () => {
    const { people } = await read([...first, ...patient('X', '3', '1'), ...claim('X1')]);
    expect(people).toEqual(['A1 | BILLER A | SUBSCRIBER A | PAYER A | -', 'X1 | BILLER A | - | - | PATIENT X']);
  });

  it('takes no subscriber from before when a patient names a level that does not exist', async () => {
    const { people } = await read([...first, ...patient('X', '3', '99'), ...claim('X1')]);
    expect(people).toEqual(['A1 | BILLER A | SUBSCRIBER A | PAYER A | -', 'X1 | BILLER A | - | - | PATIENT X']);
  });

  it('is reported where two levels of a transaction set have the same number', async () => {
    const { issues } = await read([...biller('A', '1'), ...subscriber('A', '2', '1'), ...subscriber('B', '2', '1'), ...patient('P', '3', '2'), ...claim('P1')]);
    expect(about(issues, 'HL')).toHaveLength(1);
  });
});

describe('a level that is missing', () => {
  const a = [...biller('A', '1'), ...subscriber('A', '2', '1')];
  const withoutHl = (segments: readonly string[]): string[] => segments.filter((segment) => !segment.startsWith('HL*'));

  it('is reported and made up for where it is that of the only subscriber', async () => {
    const { people, issues } = await read([...biller('A', '1'), ...withoutHl(subscriber('A', '2', '1')), ...claim('A1')]);
    expect(people).toEqual(['A1 | BILLER A | SUBSCRIBER A | PAYER A | -']);
    expect(issues).toContainEqual(expect.objectContaining({ issueType: 'REQUIRED', loop: '2000B' }));
  });

  it('is reported and made up for where it is that of the only patient, behind claims of the subscriber too', async () => {
    for (const before of [[], claim('A1')]) {
      const { people, issues } = await read([...a, ...before, ...withoutHl(patient('AP', '3', '2')), ...claim('A2')]);
      expect(people.at(-1)).toBe('A2 | BILLER A | SUBSCRIBER A | PAYER A | PATIENT AP');
      expect(people).toHaveLength(before.length > 0 ? 2 : 1);
      expect(issues).toContainEqual(expect.objectContaining({ issueType: 'REQUIRED', loop: '2000C' }));
    }
  });

  it('is reported and made up for where it is that of the only billing provider', async () => {
    const { people, issues } = await read([...withoutHl(biller('A', '1')), ...subscriber('A', '2', '1'), ...claim('A1')]);
    expect(people).toEqual(['A1 | BILLER A | SUBSCRIBER A | PAYER A | -']);
    expect(issues).toContainEqual(expect.objectContaining({ issueType: 'REQUIRED', loop: '2000A' }));
  });

  it('loses no claim where all levels are missing, but not their segments', async () => {
    const { people } = await read([...withoutHl(biller('A', '1')), ...withoutHl(subscriber('A', '2', '1')), ...claim('A1'), ...claim('A2')]);
    expect(people).toEqual(['A1 | BILLER A | SUBSCRIBER A | PAYER A | -', 'A2 | BILLER A | SUBSCRIBER A | PAYER A | -']);
  });

  it('loses no claim of a billing provider without subscriber', async () => {
    expect(await people([...biller('A', '1'), ...claim('A1'), ...claim('A2')])).toEqual(['A1 | BILLER A | - | - | -', 'A2 | BILLER A | - | - | -']);
  });

  it('is reported where it is that of the second subscriber, patient or billing provider, and no claim is lost', async () => {
    const seconds = [
      [...a, ...claim('A1'), ...withoutHl(subscriber('B', '3', '1')), ...claim('B1')],
      [...a, ...patient('AP', '3', '2'), ...claim('A1'), ...withoutHl(patient('AQ', '4', '2')), ...claim('A2')],
      [...a, ...claim('A1'), ...withoutHl(biller('B', '3')), ...subscriber('B', '4', '3'), ...claim('B1')],
    ];
    for (const body of seconds) {
      const { people, issues } = await read(body);
      expect(people).toHaveLength(2);
      expect(issues).not.toEqual([]);
    }
  });

  it('is made up for where there is none in the file: several billing providers, subscribers and patients', async () => {
    const body = [
      ...biller('A', '1'),
      ...subscriber('A', '2', '1'),
      ...patient('AP', '3', '2'),
      ...claim('A1'),
      ...patient('AQ', '4', '2'),
      ...claim('A2'),
      ...subscriber('B', '5', '1'),
      ...claim('B1'),
      ...biller('B', '6'),
      ...subscriber('C', '7', '6'),
      ...claim('C1'),
    ];
    expect(await people(withoutHl(body))).toEqual([
      'A1 | BILLER A | SUBSCRIBER A | PAYER A | PATIENT AP',
      'A2 | BILLER A | SUBSCRIBER A | PAYER A | PATIENT AQ',
      'B1 | BILLER A | SUBSCRIBER B | PAYER B | -',
      'C1 | BILLER B | SUBSCRIBER C | PAYER C | -',
    ]);
  });

  it('gives the subscriber no data of the patient: PAT behind the payer, where the level of the patient is missing', async () => {
    const dead = withoutHl(patient('AP', '3', '2')).map((segment) => segment.replace('PAT*19', 'PAT*19****D8*20250101*01*55*Y'));
    const { claims } = await readClaims(claimFile([[...a, ...dead, ...claim('A1')]]));
    expect(claims[0]?.['subscriber']).not.toHaveProperty('deathDate');
  });

  it('gives no claim the subscriber before, where it is that of the second subscriber', async () => {
    const { people } = await read([...a, ...claim('A1'), ...withoutHl(subscriber('B', '3', '1')), ...claim('B1')]);
    expect(people[1]).not.toContain('SUBSCRIBER A');
  });

  it('makes no other subscriber of the claim before, where it is that of the second subscriber', async () => {
    const body = [...a, ...claim('A1'), ...withoutHl(subscriber('B', '3', '1')), ...claim('B1')];
    const { claims } = await readClaims(claimFile([body]));
    expect(claims[0]).not.toHaveProperty('otherSubscribers');
  });

  it('gives no patient the subscriber before, where it is that of the second subscriber', async () => {
    const { people } = await read([...a, ...claim('A1'), ...withoutHl(subscriber('B', '3', '1')), ...patient('BP', '4', '3'), ...claim('B1')]);
    expect(people[1]).not.toContain('SUBSCRIBER A');
  });

  it('gives no claim the patient before, where it is that of the second patient', async () => {
    const { people } = await read([...a, ...patient('AP', '3', '2'), ...claim('A1'), ...withoutHl(patient('AQ', '4', '2')), ...claim('A2')]);
    expect(people[1]).not.toContain('PATIENT AP');
  });

  it('gives no claim the billing provider before, where it is that of the second one', async () => {
    const { people } = await read([...a, ...claim('A1'), ...withoutHl(biller('B', '3')), ...subscriber('B', '4', '3'), ...claim('B1')]);
    expect(people[1]).not.toContain('BILLER A');
  });

  it('loses no claim where there are no levels at all', async () => {
    expect(await people([...claim('A1'), ...claim('A2')])).toHaveLength(2);
  });
});

describe('a level whose HL03 is of no guide', () => {
  const a = [...biller('A', '1'), ...subscriber('A', '2', '1')];
  const unknown = (segments: readonly string[]): string[] => segments.map((segment) => segment.replace(/^(HL\*\d+\*\d*)\*\d+/, '$1*99'));

  it.each([
    ['subscriber', [...a, ...claim('A1'), ...unknown(subscriber('B', '3', '1')), ...claim('B1')]],
    ['patient', [...a, ...claim('A1'), ...unknown(patient('AP', '3', '2')), ...claim('A2')]],
    ['second patient', [...a, ...patient('AP', '3', '2'), ...claim('A1'), ...unknown(patient('AQ', '4', '2')), ...claim('A2')]],
    ['billing provider', [...a, ...claim('A1'), ...unknown(biller('B', '3')), ...subscriber('B', '4', '3'), ...claim('B1')]],
  ])('is reported and loses no claim: %s', async (_what, body) => {
    const { people, issues } = await read(body);
    expect(people).toHaveLength(2);
    expect(about(issues, 'HL').length).toBeGreaterThan(0);
  });

  it('gives no claim the subscriber before', async () => {
    const { people } = await read([...a, ...claim('A1'), ...unknown(subscriber('B', '3', '1')), ...claim('B1')]);
    expect(people[1]).not.toContain('SUBSCRIBER A');
  });

  it('gives no claim the patient before', async () => {
    const { people } = await read([...a, ...patient('AP', '3', '2'), ...claim('A1'), ...unknown(patient('AQ', '4', '2')), ...claim('A2')]);
    expect(people[1]).not.toContain('PATIENT AP');
  });

  it('gives no claim the billing provider before', async () => {
    const { people } = await read([...a, ...claim('A1'), ...unknown(biller('B', '3')), ...subscriber('B', '4', '3'), ...claim('B1')]);
    expect(people[1]).not.toContain('BILLER A');
  });
});

describe('a file that lacks one segment', () => {
  const body = [
    ...biller('A', '1'),
    ...subscriber('A', '2', '1'),
    ...claim('A1'),
    ...patient('AP', '3', '2'),
    ...claim('A2'),
    ...patient('AQ', '4', '2'),
    ...claim('A3'),
    ...subscriber('B', '5', '1'),
    ...claim('B1'),
    ...biller('B', '6'),
    ...subscriber('C', '7', '6'),
    ...patient('CP', '8', '7'),
    ...claim('C1'),
  ];
  const own = [
    ['A1', 'BILLER A', 'SUBSCRIBER A', 'PAYER A', '-'],
    ['A2', 'BILLER A', 'SUBSCRIBER A', 'PAYER A', 'PATIENT AP'],
    ['A3', 'BILLER A', 'SUBSCRIBER A', 'PAYER A', 'PATIENT AQ'],
    ['B1', 'BILLER A', 'SUBSCRIBER B', 'PAYER B', '-'],
    ['C1', 'BILLER B', 'SUBSCRIBER C', 'PAYER C', 'PATIENT CP'],
  ];
  const without = (missing: string) => body.filter((segment) => segment !== missing);
  /** What a claim shows that is not its own: nothing, or nobody at all. */
  const others = (shown: readonly string[], lost = ''): string[] =>
    shown.flatMap((line) => {
      const found = line.split(' | ');
      const right = own.find(([number]) => number === (found[0] === '-' ? lost : found[0])) ?? [];
      return found.every((name, i) => name === '-' || name === right[i]) ? [] : [line];
    });

  it.each([...new Set(body.filter((segment) => !/^(HL|CLM|LX|HI|SV1|DTP|N3|N4|DMG)\*/.test(segment)))])(
    'shows no claim with people of another: %s',
    async (missing) => {
      const shown = await people(without(missing));
      expect(shown).toHaveLength(own.length);
      expect(others(shown)).toEqual([]);
    },
  );

  it.each(body.filter((segment) => segment.startsWith('CLM*')))('shows the other claims with their own people: %s', async (missing) => {
    expect(others(await people(without(missing)), missing.split('*')[1])).toEqual([]);
  });

  it.each(['HL*1**20*1', 'HL*2*1*22*1', 'HL*3*2*23*0', 'HL*7*6*22*1', 'HL*8*7*23*0'])('shows no claim with people of another: %s', async (missing) => {
    const shown = await people(without(missing));
    expect(shown).toHaveLength(own.length);
    expect(others(shown)).toEqual([]);
  });

  it.each(['HL*4*2*23*0', 'HL*5*1*22*1', 'HL*6**20*1'])('shows no claim with people of another, a level behind others: %s', async (missing) => {
    expect(others(await people(without(missing)))).toEqual([]);
  });
});
