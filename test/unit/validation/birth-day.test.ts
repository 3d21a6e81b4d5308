import { biller, claim, claimFile, patient, subscriber, readClaims } from '../../support/claims';

/** A file with these people and the claims of one patient, made in January 2025. */
const family = (born: Readonly<Record<'subscriber' | 'patient', string>>): string =>
  claimFile([[...biller('A', '1'), ...subscriber('A', '2', '1'), ...patient('AP', '3', '2'), ...claim('A1'), ...claim('A2')]])
    .replace('DMG*D8*19700101', `DMG*D8*${born.subscriber}`)
    .replace('DMG*D8*20100101', `DMG*D8*${born.patient}`);

const findings = async (text: string): Promise<unknown[]> => {
  const { issues } = await readClaims(text, { validate: true, levels: '4' });
  return issues.filter(({ ruleId }) => ruleId === '837-birth-day').map(({ loop }) => loop);
};

describe('837-birth-day', () => {
  it('should report a patient with several claims once', async () => {
    expect(await findings(family({ subscriber: '19700101', patient: '20260101' }))).toEqual(['2010CA']);
  });

  it('should report a subscriber whose dependent is the patient', async () => {
    expect(await findings(family({ subscriber: '20260101', patient: '20100101' }))).toEqual(['2010BA']);
  });
});
