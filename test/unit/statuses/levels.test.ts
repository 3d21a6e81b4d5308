import type { Json } from '../../support/conversion';
import { at } from '../../support/claims';
import { claim, patient, provider, readStatuses, receiver } from '../../support/statuses';
import { sizeOf } from '../../support/fuzz';

/** What each object is for: kind, claim or name. */
const shown = (objects: readonly Json[]): readonly unknown[] =>
  objects.map((object) => [
    object['objectType'],
    object['patientControlNumber'],
    at(object, 'provider', 'lastNameOrOrgName'),
    at(object, 'receiver', 'identifier'),
  ]);

describe('the levels of an acknowledgment', () => {
  it('should report a second name that stands after the status of the provider', async () => {
    const name = 'NM1*QC*1*STRAY*NAME****MI*STRAY1';
    const { objects, issues } = await readStatuses([...receiver(2), ...provider(3, 2, 0), name, ...provider(4, 2), ...patient(5, 4), ...claim('ONE')]);
    expect(JSON.stringify(objects)).not.toContain('STRAY');
    expect(issues).toMatchObject([{ ruleId: 'segment-unread', segment: 'NM1', loop: '2100C', place: { segmentNumber: 18 } }]);
  });

  it('give a status for each claim, in the order of the file', async () => {
    const { objects } = await readStatuses([
      ...receiver(2),
      ...provider(3, 2),
      ...patient(4, 3),
      ...claim('ONE'),
      ...claim('TWO'),
      ...patient(5, 3),
      ...claim('THREE'),
    ]);
    expect(shown(objects)).toEqual([
      ['CLAIM_STATUS', 'ONE', 'PROVIDER 3', 'R2'],
      ['CLAIM_STATUS', 'TWO', 'PROVIDER 3', 'R2'],
      ['CLAIM_STATUS', 'THREE', 'PROVIDER 3', 'R2'],
    ]);
    expect(objects.map((object) => at(object, 'patient', 'identifier'))).toEqual(['M4', 'M4', 'M5']);
  });

  it('give a status for a provider without patients and for a receiver without providers, and for no other', async () => {
    const { objects } = await readStatuses([
      ...receiver(2),
      ...provider(3, 2, 0),
      ...provider(4, 2),
      ...patient(5, 4),
      ...claim('ONE'),
      ...provider(6, 2, 0),
      ...receiver(7, 0),
      ...receiver(8),
      ...provider(9, 8, 0),
    ]);
    expect(shown(objects)).toEqual([
      ['PROVIDER_STATUS', undefined, 'PROVIDER 3', 'R2'],
      ['CLAIM_STATUS', 'ONE', 'PROVIDER 4', 'R2'],
      ['PROVIDER_STATUS', undefined, 'PROVIDER 6', 'R2'],
      ['RECEIVER_STATUS', undefined, undefined, 'R7'],
      ['PROVIDER_STATUS', undefined, 'PROVIDER 9', 'R8'],
    ]);
    expect(objects[0]).toMatchObject({ providerBatchStatus: { traceIdentifier: 'PROVIDER-3' }, receiverBatchStatus: { traceIdentifier: 'BATCH-2' } });
    expect(objects[3]).toMatchObject({ receiverBatchStatus: { traceIdentifier: 'BATCH-7' } });
  });

  it('give one status for each claim and none for its provider in a transaction of many segments', async () => {
    const numbers = Array.from({ length: sizeOf(700, 200) }, (_, i) => 3 + 2 * i);
    const { objects } = await readStatuses([
      ...receiver(2),
      ...numbers.flatMap((number) => [...provider(number, 2), ...patient(number + 1, number), ...claim(`C${number}`)]),
    ]);
    expect(shown(objects)).toEqual(numbers.map((number) => ['CLAIM_STATUS', `C${number}`, `PROVIDER ${number}`, 'R2']));
  });

  it('give a status for a provider who announces patients that do not come', async () => {
    const { objects } = await readStatuses([...receiver(2), ...provider(3, 2, 1)]);
    expect(shown(objects)).toEqual([['PROVIDER_STATUS', undefined, 'PROVIDER 3', 'R2']]);
  });

  it('give a status for a patient without a claim', async () => {
    const { objects } = await readStatuses([...receiver(2), ...provider(3, 2), ...patient(4, 3), ...patient(5, 3), ...claim('ONE')]);
    expect(shown(objects)).toEqual([
      ['CLAIM_STATUS', undefined, 'PROVIDER 3', 'R2'],
      ['CLAIM_STATUS', 'ONE', 'PROVIDER 3', 'R2'],
    ]);
    expect(at(objects[0] ?? {}, 'patient', 'identifier')).toBe('M4');
  });

  it('follow their numbers although others stand between', async () => {
    const { objects } = await readStatuses([
      ...receiver(2),
      ...provider(3, 2),
      ...patient(5, 3),
      ...claim('ONE'),
      ...provider(4, 2),
      ...patient(6, 3),
      ...claim('TWO'),
      ...patient(7, 4),
      ...claim('THREE'),
    ]);
    expect(shown(objects.filter(({ objectType }) => objectType === 'CLAIM_STATUS'))).toEqual([
      ['CLAIM_STATUS', 'ONE', 'PROVIDER 3', 'R2'],
      ['CLAIM_STATUS', 'TWO', 'PROVIDER 3', 'R2'],
      ['CLAIM_STATUS', 'THREE', 'PROVIDER 4', 'R2'],
    ]);
  });

  it('go to the level that has just announced one where numbers stand twice, and that is told', async () => {
    const body = [
      ...receiver(2),
      ...provider(4, 2, 0),
      ...provider(3, 2),
      ...patient(5, 3),
      ...claim('ONE'),
      ...provider(4, 2),
      ...patient(6, 3),
      ...claim('TWO'),
    ];
    const { objects, issues } = await readStatuses(body);
    expect(shown(objects)).toEqual([
      ['PROVIDER_STATUS', undefined, 'PROVIDER 4', 'R2'],
      ['CLAIM_STATUS', 'ONE', 'PROVIDER 3', 'R2'],
      ['CLAIM_STATUS', 'TWO', 'PROVIDER 4', 'R2'],
    ]);
    expect(issues.map(({ element, message }) => `${element}: ${message}`)).toEqual([
      'HL01: HL 4 stands twice in the transaction; from here on the newer level is meant',
      'HL02: HL 6 names parent 3, but follows a level that has none yet and announced one; it is read as part of that',
    ]);
  });
});

describe('the quantities of a batch', () => {
  it.each([
    ['90', 'AA'],
    ['QA', 'QC'],
  ])('have the codes %s and %s at the receiver and at the provider', async (accepted, rejected) => {
    const quantities = [`QTY*${accepted}*3`, `QTY*${rejected}*4`, 'AMT*YU*60', 'AMT*YY*40'];
    const { objects } = await readStatuses([...receiver(2), ...quantities, ...provider(3, 2, 0), ...quantities]);
    const batch = { acceptedQuantity: 3, acceptedAmount: 60, rejectedQuantity: 4, rejectedAmount: 40 };
    expect(objects).toMatchObject([{ receiverBatchStatus: batch, providerBatchStatus: batch }]);
  });
});

describe('the lines of a claim', () => {
  it.each([
    ['472*D8*20260203', '2026-02-03', '2026-02-03'],
    ['472*RD8*20260203-20260205', '2026-02-03', '2026-02-05'],
    ['472*D8*20261303', undefined, undefined],
  ])('have from DTP*%s the days %s and %s', async (dtp, from, to) => {
    const { objects } = await readStatuses([
      ...receiver(2),
      ...provider(3, 2),
      ...patient(4, 3),
      ...claim('ONE', `DTP*${dtp}`, 'SVC*HC:99213*100', 'STC*A8:21**U', `DTP*${dtp}`),
    ]);
    const [status] = objects;
    expect([status?.['serviceDateFrom'], status?.['serviceDateTo']]).toEqual([from, to]);
    expect(status?.['lineStatuses']).toEqual([expect.objectContaining({ chargeAmount: 100, ...(from ? { serviceDateFrom: from, serviceDateTo: to } : {}) })]);
  });

  it('have their number in REF FJ or 6R', async () => {
    const line = (ref: string): string[] => ['SVC*HC:99213*100', 'STC*A8:21**U', ref];
    const { objects } = await readStatuses([...receiver(2), ...provider(3, 2), ...patient(4, 3), ...claim('ONE', ...line('REF*FJ*L1'), ...line('REF*6R*L2'))]);
    expect(objects).toMatchObject([{ lineStatuses: [{ controlNumber: 'L1' }, { controlNumber: 'L2' }] }]);
  });
});
