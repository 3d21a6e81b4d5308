import { digitsOfDay } from '../../../src/common/dates';

// What was read last is remembered, so that each test of what comes first would need a module of its own: there is one.
describe('the digits of a day', () => {
  it('are none for text that is no day, before and after one that is', () => {
    expect([digitsOfDay(''), digitsOfDay('2026-02-30'), digitsOfDay('2026-0101')]).toEqual([undefined, undefined, undefined]);
    expect([digitsOfDay('2026-02-28'), digitsOfDay('2026-02-28'), digitsOfDay('20260301')]).toEqual(['20260228', '20260228', '20260301']);
    expect([digitsOfDay(''), digitsOfDay('2026-02-30'), digitsOfDay('2026-02-28')]).toEqual([undefined, undefined, '20260228']);
  });
});
