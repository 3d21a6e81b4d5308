import { ThrottlerStorageService } from '@nestjs/throttler';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Admission, RateLimit } from '../../../../src/http/auth/api-key.guard';
import { RequestNotes } from '../../../../src/http/logging/request-notes';

/** What admission without keys reads of a request. */
function requestFrom(ip: string | undefined): FastifyRequest {
  const request: Partial<FastifyRequest> = { headers: {}, ...(ip === undefined ? {} : { ip }) };
  return request as FastifyRequest;
}

function recordingReply(headers = new Map<string, unknown>()): FastifyReply {
  const reply = { header: (name: string, value: unknown) => headers.set(name, value) };
  return reply as unknown as FastifyReply;
}

describe('admission', () => {
  let storage: ThrottlerStorageService;
  beforeEach(() => {
    jest.useFakeTimers({ now: 1_000_000 });
    storage = new ThrottlerStorageService();
  });
  afterEach(() => {
    storage.onApplicationShutdown();
    jest.useRealTimers();
  });

  const admissionOf = (perMinute: number): Admission => new Admission(undefined, new RateLimit(storage, perMinute), new RequestNotes());
  const admitFrom = async (admission: Admission, ip: string | undefined): Promise<void> => admission.admit(requestFrom(ip), recordingReply());

  it('counts requests without keys by the client address', async () => {
    const admission = admissionOf(1);
    await admitFrom(admission, '192.0.2.1');
    await admitFrom(admission, '192.0.2.2');
    await expect(admitFrom(admission, '192.0.2.1')).rejects.toMatchObject({ code: 'EDI_TOO_MANY_REQUESTS', message: expect.stringContaining('This address') });
  });

  it('counts the IPv6 addresses of one network together', async () => {
    const admission = admissionOf(1);
    await admitFrom(admission, '2001:db8::1');
    await expect(admitFrom(admission, '2001:db8::2')).rejects.toMatchObject({ code: 'EDI_TOO_MANY_REQUESTS' });
  });

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('does not count requests of this machine: %s', async (ip) => {
    const admission = admissionOf(1);
    for (let count = 0; count < 3; count++) await admitFrom(admission, ip);
  });

  it('bears a client that is gone and has no address any more', async () => {
    await expect(admitFrom(admissionOf(1), undefined)).resolves.toBeUndefined();
  });

  it('counts a request once however often it is asked', async () => {
    const admission = admissionOf(1);
    const request = requestFrom('192.0.2.1');
    await admission.admit(request, recordingReply());
    await expect(admission.admit(request, recordingReply())).resolves.toBeUndefined();
  });

  it('says in whole seconds when the next request may come, and lets it in then', async () => {
    const admission = admissionOf(2);
    await admitFrom(admission, '192.0.2.1');
    jest.advanceTimersByTime(20_500);
    await admitFrom(admission, '192.0.2.1');
    const headers = new Map<string, unknown>();
    await expect(admission.admit(requestFrom('192.0.2.1'), recordingReply(headers))).rejects.toMatchObject({
      code: 'EDI_TOO_MANY_REQUESTS',
      message: expect.stringContaining('Wait 40 s'),
    });
    expect(headers.get('retry-after')).toBe('40');
    jest.advanceTimersByTime(40_000);
    await admitFrom(admission, '192.0.2.1');
    await expect(admitFrom(admission, '192.0.2.1')).rejects.toMatchObject({ code: 'EDI_TOO_MANY_REQUESTS' });
  });

  it('has no limit when the limit is 0', async () => {
    const admission = admissionOf(0);
    for (let count = 0; count < 3; count++) await admitFrom(admission, '192.0.2.1');
  });

  it('holds the largest limit', async () => {
    const limit = new RateLimit(storage, 10_000);
    const refusals = new Set<number | undefined>();
    for (let count = 0; count < 10_000; count++) refusals.add(await limit.count('a'));
    expect([...refusals]).toEqual([undefined]);
    expect(await limit.count('a')).toBe(60);
  });
});
