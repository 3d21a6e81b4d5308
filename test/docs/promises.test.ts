import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './project-files';

/** A promise of a page, and the test that fails when it is broken: words of the page, file of the test, title of the test. */
type Promised = readonly [words: string, file: string, title: string];

const PROMISES: Readonly<Record<string, readonly Promised[]>> = {
  'SECURITY.md': [
    ['Logs, metrics and messages hold no element values of patients', 'e2e/privacy/phi-canary', 'are in no line of the log, nor are names of files'],
    ['The log and the metrics of the service hold no file names', 'e2e/privacy/phi-canary', 'are not in the metrics, nor are names of files'],
    ['neither inputs nor outputs are written to disk by the service', 'e2e/process/temporary-folder', 'keeps nothing from answers that need no disk: %s'],
    ['the mode 0600', 'e2e/edi/edi-csv-zip.cases', 'keeps what waits in files without a name, for this user alone, and none when the client goes away'],
    [
      'the next run removes the leftovers of a killed process',
      'e2e/process/killed',
      'leaves no output file, only a hidden one of another name, which the next run removes',
    ],
    ['Errors of libraries are not passed on', 'e2e/http/service.cases', 'hides the inside of the service from a failed request'],
    ['it listens on 127.0.0.1 only', 'docs/container', 'serves this machine only, and its health check is 0 until SIGTERM ends it, then 1'],
    [
      'unless `CLEARLOOP_API_KEYS_SCOPE` is `all`, which leaves only `/health` and the page of the viewer open',
      'e2e/operation/api-keys.cases',
      'guard everything but the health check and the page of the viewer with the scope all',
    ],
    ['With keys, `/metrics` needs a key', 'e2e/operation/metrics.cases', 'needs a key where there are keys, unless they are open; off takes them away'],
    ['A key is 32 random bytes', 'unit/http/auth/api-key', 'is a prefix, its id and 32 random bytes'],
    ['stored as its SHA-256', 'unit/http/auth/api-key', 'is kept as the SHA-256 of the whole key, without the key'],
    ['stored as its SHA-256 in a file that only its owner can read', 'unit/http/auth/key-file', 'is for its owner alone, in a folder that is made for it'],
    ['No log and no message contains a key', 'e2e/operation/api-keys.cases', 'names the ids of keys and never a key, and warns of what is open or shut'],
    ['A revoked key stops working', 'e2e/operation/api-keys.cases', 'can be revoked and added while the service runs'],
    ['so a compressed bomb is stopped', 'e2e/http/abuse.cases', 'stops a body that inflates beyond the limit: %s'],
    ['Work ends when its client disconnects', 'e2e/operation/streaming.cases', 'ends the work when the client goes away in the middle of its upload'],
    ['They apply to every operation with input', 'e2e/operation/limits.cases', 'are taken by operations of modules that know nothing of them'],
    ['A request can name no file of the disk', 'e2e/http/abuse.cases', 'reads no file outside the folder of schemas: %j'],
    ['File names in forms and parameters are never used as paths', 'e2e/http/abuse.cases', 'takes names of files for names, not for paths'],
    ['CORS is off unless `CLEARLOOP_CORS_ORIGINS` names origins', 'e2e/http/service.cases', 'allows pages of no origin'],
    ['Security headers are set on every answer', 'e2e/http/connections.cases', 'carry security headers and a request id with the answer to %s'],
    [
      'Every package that a user installs has an integrity hash',
      'docs/dependencies',
      'has an integrity hash for every package but optional binaries of development tools for other platforms',
    ],
  ],
  'docs/service.md': [
    [
      'answers are written while the body is still being read',
      'e2e/operation/streaming.cases',
      'sends the first records while the rest is still being uploaded',
    ],
    ['A slow reader slows the work down', 'e2e/operation/streaming.cases', 'pulls no further ahead than a slow reader takes'],
    [
      'nothing is held in memory or on disk whole',
      'unit/pipeline/back-pressure',
      'holds as little at the end of 200 MB in a single transaction as at their beginning',
    ],
    ['the files of a form share one limit', 'e2e/edi/edi-json-multipart.cases', 'counts inflated bytes of all files against one limit'],
    ['Of a repeated parameter the last one counts', 'e2e/edi/edi-json-query.cases', 'takes the last value of a repeated parameter'],
    ['named in the response header `X-Clearloop-Ignored`', 'e2e/edi/edi-json-query.cases', 'ignores unknown parameters and names them in a header'],
    [
      'Only a fault of the service itself cuts the connection',
      'e2e/operation/streaming.cases',
      'cuts the connection when the service itself fails after the first byte',
    ],
    [
      'the first 64 KB of them are held, so that most fail with a status',
      'e2e/edi/edi-acknowledge.cases',
      'answers with a status where a later transaction set cannot be read, and sends nothing of the acknowledgment',
    ],
    ['a failure after that cuts the connection', 'e2e/operation/overload.cases', 'is cut behind its first 64 KB, because EDI has no place for an error'],
    [
      'also one to what is no HTTP, has security headers and `x-request-id`',
      'e2e/http/connections.cases',
      'carry security headers and a request id with the answer to %s',
    ],
    [
      'a larger one is answered with 413',
      'e2e/edi/edi-parse.cases',
      'reads a compressed body, and answers 413 for one that is larger than the setting once it is inflated',
    ],
    ['a larger one is answered with 413', 'e2e/operation/overload.cases', 'is 413, and a smaller one is given: %s'],
    [
      'Bytes of one claim, payment, member',
      'e2e/operation/overload.cases',
      'of more than CLEARLOOP_MAX_RECORD_BYTES are an error in the output of %s, after the records before',
    ],
    [
      'others wait `CLEARLOOP_WAIT_SECONDS`, then get 503',
      'e2e/operation/overload.cases',
      'share the memory of CLEARLOOP_MAX_LARGE_RECORDS: another one gets 503 and Retry-After when it waits too long, small ones go on',
    ],
    [
      'Of records over 1 MB, at most `CLEARLOOP_MAX_LARGE_RECORDS` are read at the same time',
      'e2e/operation/overload.cases',
      'are waited for, and released with a client that goes away',
    ],
    [
      'requests with input are answered with 503 and `Retry-After`',
      'e2e/operation/overload.cases',
      'refuses input with 503 and Retry-After, in the form of the operation: %s',
    ],
    ['everything else is served', 'e2e/operation/overload.cases', 'serves everything that brings no input'],
    ['first come, first served', 'unit/http/limits/conversion-slots', 'let as many run as there are slots, and the others wait in order'],
    ['is answered with 429 and `Retry-After`', 'e2e/operation/limits.cases', 'let a request wait for its turn, and refuse one that finds the queue full'],
    [
      'A client that goes away leaves the queue',
      'e2e/operation/limits.cases',
      'leave the queue with their client, and are given back when a client goes away in the middle',
    ],
    ['a request without the key that it needs does not get one', 'e2e/operation/limits.cases', 'are not given to a request without its key'],
    ['where no other request waits behind them', 'e2e/operation/limits.cases', 'are few for requests that hold their input, which keep no other from working'],
    [
      'Where nothing of the answer is out, it is 408',
      'e2e/operation/slow-clients.cases',
      'that trickle their body get 408, a line in the log, and lose their slot',
    ],
    ['its own work, the queue', 'e2e/operation/slow-clients.cases', 'are not those that wait for the service, or send and read steadily'],
    ['its own work, the queue', 'e2e/operation/slow-clients.cases', 'are not those that wait for their turn'],
    [
      'and a slow reader at the other end of the same request do not',
      'unit/http/limits/client-watch',
      'does not count the time of a slow reader as time in which it should have sent',
    ],
    [
      'CORS preflights carry no key and are answered',
      'e2e/operation/api-keys.cases',
      'let a page of a named origin ask before it sends a key, and read why it was refused',
    ],
    [
      'before its parameters and its body are looked at',
      'e2e/operation/api-keys.cases',
      'refuse a large body without reading it, and the client gets to the answer',
    ],
    ['all its operations together', 'e2e/operation/api-keys.cases', 'have a rate limit each, over all their operations, with the scope %s'],
    ['requests of this machine are not counted', 'unit/http/auth/admission', 'does not count requests of this machine: %s'],
    ['what still runs is cut', 'e2e/process/process', 'ends with 0 at SIGTERM when its work does not end in time, which is cut'],
    ['and `/health` answers 503', 'e2e/operation/limits.cases', 'answers that it is not ready, takes no work and lets work end, while it still listens'],
    ['ends its work with the next slice', 'unit/pipeline/abort', 'ends %s at once'],
    ['A second signal ends the process at once', 'e2e/process/signals', 'ends it at once when it is the second one, with its lines in the logs: %s'],
    ['A second signal ends the process at once', 'e2e/process/process', 'ends at once at a second signal, although an answer is not whole'],
    ['Exit codes: 0 stopped as asked, 1 could not start, 2 a setting is wrong', 'e2e/process/process', 'refuses to start: %j %j'],
    ['Each request gives one line', 'e2e/http/service.cases', 'writes one line a request, with counts and without names or contents'],
  ],
  'docs/operations.md': [
    ['It needs no conversion slot', 'e2e/operation/limits.cases', 'are not needed by what brings no input'],
    ['their values do not grow with what clients send', 'e2e/operation/metrics.cases', 'do not grow with what clients send'],
    ['large requests are counted while they run', 'e2e/operation/metrics.cases', 'count a long conversion while it runs, and nothing twice'],
    [
      'for every request with input, however it ends',
      'e2e/operation/audit-log.cases',
      'tells of conversions that are broken off, by the client or by the service',
    ],
    ['so that it may be renamed at any time', 'e2e/operation/audit-log.cases', 'goes on in a new file when the old one was renamed'],
    ['A file that cannot be written stops the start', 'e2e/operation/audit-log.cases', 'stops the start when it cannot be written, without its path'],
    [
      'conversions go on and the log has one error',
      'e2e/operation/audit-log.cases',
      'does not stop conversions when it cannot be written any more, and the log tells it once',
    ],
    ['runs as the user `node`, with a health check', 'docs/container', 'serves this machine only, and its health check is 0 until SIGTERM ends it, then 1'],
    ['flat for any size of file', 'unit/pipeline/back-pressure', 'holds as little at the end of 200 MB in a single transaction as at their beginning'],
    ['with all 32 slots busy', 'e2e/process/load', 'give what each of them gives alone, without an error and in bounded memory'],
  ],
};

/** The file of a suite, or of the cases of one. */
const sourceOf = (file: string): string => `test/${file}${file.endsWith('.cases') ? '' : '.test'}.ts`;

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** A page as one line, so that the place of its line breaks does not matter. */
const flat = (text: string): string => text.replace(/\s+/g, ' ');

describe.each(Object.entries(PROMISES))('the promises of %s', (page, promises) => {
  it('stand there, and each has its test', () => {
    const text = flat(read(page));
    const broken = promises.filter(([words, file, title]) => !text.includes(words) || !read(sourceOf(file)).includes(`'${title}'`));
    expect(broken).toEqual([]);
  });
});
