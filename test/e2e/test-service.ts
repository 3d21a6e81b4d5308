import type { DynamicModule } from '@nestjs/common';
import { AppModule } from '../../src/app.module';
import { HttpModule } from '../../src/http/http.module';
import { readSettings } from '../../src/http/settings/settings.module';
import { type RunningService, startService } from '../../src/main';
import { ACKNOWLEDGER, CONVERTER, EDI_GENERATOR, PARSER, SCRUBBER } from '../../src/pipeline/pipeline.tokens';
import type { Conversion, Converter } from '../../src/pipeline/conversion.types';
import { NO_SHEDDING } from './built-process';

/** A free port, a quiet log, the data folder of the test run, and no load shedding. */
export const QUIET = {
  PORT: '0',
  CLEARLOOP_LOG_LEVEL: 'error',
  CLEARLOOP_DATA_DIR: process.env['CLEARLOOP_DATA_DIR'] ?? ':memory:',
  ...NO_SHEDDING,
};

/** Starts the service as it is, on a free port; the log is quiet unless the environment says otherwise. */
export async function startRealService(environment: Readonly<Record<string, string>> = {}): Promise<RunningService> {
  const settings = readSettings({ ...QUIET, ...environment });
  return startService(settings, AppModule.forRoot(settings));
}

const shared = new Map<string, Promise<RunningService>>();

/**
 * Returns the service with these settings that the cases of a folder share, and starts it for the first of them. For cases that change
 * nothing about the service and count nothing of it. The suite of the folder calls `stopSharedServices` at its end.
 */
export async function sharedService(environment: Readonly<Record<string, string>> = {}): Promise<RunningService> {
  const key = JSON.stringify(environment);
  const started = shared.get(key) ?? startRealService(environment);
  shared.set(key, started);
  return started;
}

/** Stops the services that `sharedService` started. */
export async function stopSharedServices(): Promise<void> {
  for (const service of shared.values()) await (await service).stop();
  shared.clear();
}

/** Starts the service over a converter of the test, for what no input can bring about reliably. */
export async function startFakeService(
  convert: Converter['convert'],
  environment: Readonly<Record<string, string>> = {},
  convertToFiles: Converter['convertToFiles'] = () => {
    throw new Error('The test has no files.');
  },
): Promise<RunningService> {
  const settings = readSettings({ ...QUIET, ...environment });
  return startService(settings, HttpModule.forRoot(settings, converterModule({ convert, convertToFiles, validate: convert })));
}

function converterModule(converter: Converter): DynamicModule {
  class FakePipelineModule {}
  const providers = [
    { provide: CONVERTER, useValue: converter },
    ...[EDI_GENERATOR, ACKNOWLEDGER, PARSER, SCRUBBER].map((provide) => ({ provide, useValue: {} })),
  ];
  return { module: FakePipelineModule, providers, exports: [CONVERTER, EDI_GENERATOR, ACKNOWLEDGER, PARSER, SCRUBBER] };
}

/** Makes a conversion of chunks that the test writes. */
export function conversionOf(chunks: () => AsyncGenerator<Buffer>): Conversion {
  return {
    contentType: 'application/x-ndjson',
    summary: { files: 1, bytes: 0, segments: 0, transactions: 0, records: 0, issues: 0, errors: 0, skippedSegments: 0, unreadValues: 0 },
    [Symbol.asyncIterator]: chunks,
  };
}

/** Posts a body to an operation on EDI. */
type PostEdi = (service: RunningService, body: string | Uint8Array | FormData, query?: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;

const postTo =
  (path: string): PostEdi =>
  async (service, body, query = '', headers = {}) => {
    const contentType = body instanceof FormData ? {} : { 'content-type': 'text/plain' };
    return fetch(`${service.url}${path}${query}`, { method: 'POST', headers: { ...contentType, ...headers }, body });
  };

/** Posts a body to /api/edi/json. */
export const postEdi: PostEdi = postTo('/api/edi/json');

/** Posts a body to /api/edi/csv. */
export const postCsv: PostEdi = postTo('/api/edi/csv');

/** Gives the values of one key of the objects in a JSON array or in lines of NDJSON; a line that is no JSON fails the test. */
export async function valuesOf(response: Response, key: string): Promise<readonly unknown[]> {
  const text = await response.text();
  const records: readonly Readonly<Record<string, unknown>>[] = text.startsWith('[')
    ? JSON.parse(text)
    : text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
  return records.map((record) => record[key]);
}

/** Makes a form of files. */
export function formOf(files: readonly (readonly [name: string, content: string | Uint8Array])[]): FormData {
  const form = new FormData();
  for (const [name, content] of files) form.append('files', new Blob([content]), name);
  return form;
}
