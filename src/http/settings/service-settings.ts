import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Matches, Max, Min, ValidateBy } from 'class-validator';
import { QUEUE_NAME, QUEUE_NAME_RULE } from '../../batch/queue/queue-name';
import { parseAddress } from '../../storage/address';
import { areLevels } from '../../validation/rule-switches';
import { toBoolean, toWholeNumber, toWords } from '../validation/transforms';

const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;

const SCHEMA_CHECKS = ['auto', 'strict', 'lenient'] as const;

const METRICS_ACCESS = ['keys', 'open', 'off'] as const;

/** Access to metrics: with a key, for everybody, or for nobody. */
export type MetricsAccess = (typeof METRICS_ACCESS)[number];

const API_KEY_SCOPES = ['codes', 'all'] as const;

/** What API keys guard: code look-up, or everything but the health check and the page of the viewer. */
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** The most words that go to the log; each level includes those before it. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * The settings of the service: one property for each environment variable that it reads. An empty variable counts as absent.
 * The doc comment of a property is its row in docs/service.md, links included: `npm run settings` writes the table.
 */
export class ServiceSettings {
  /** TCP port; 0 takes any free one. */
  @Transform(toWholeNumber)
  @IsInt()
  @Min(0)
  @Max(65_535)
  readonly PORT: number = 5080;

  /** Address to listen on. The default is reached from this machine only; any other address needs [API keys](#api-keys) or `CLEARLOOP_ALLOW_ANONYMOUS`. */
  @Matches(/^[A-Za-z0-9_.:%-]+$/, { message: 'an IP address or a host name' })
  readonly HOST: string = '127.0.0.1';

  /** Default of `validate`. */
  @Transform(toBoolean)
  @IsBoolean()
  readonly EDI_VALIDATE: boolean = false;

  /** Default of `levels`. */
  @IsOptional()
  @ValidateBy({ name: 'areLevels', validator: { validate: areLevels } }, { message: 'levels from 1 to 7 and ranges, such as 1-3,5' })
  readonly EDI_VALIDATION_LEVELS?: string;

  /** Default of `rules`. */
  @IsOptional()
  @Matches(/^-?[a-z0-9-]+(,-?[a-z0-9-]+)*$/, { message: 'ids of rules separated by commas, such as -element-too-long' })
  readonly EDI_VALIDATION_RULES?: string;

  /** Default of `ndjson`. */
  @Transform(toBoolean)
  @IsBoolean()
  readonly EDI_NDJSON: boolean = false;

  /** Default of `descriptions`. */
  @Transform(toBoolean)
  @IsBoolean()
  readonly EDI_DESCRIPTIONS: boolean = true;

  /** Default of `convertControlSegments`. */
  @Transform(toBoolean)
  @IsBoolean()
  readonly EDI_CONVERT_CONTROL_SEGMENTS: boolean = false;

  /** Default of `transactionTopLevel`. */
  @Transform(toBoolean)
  @IsBoolean()
  readonly EDI_TRANSACTION_TOP_LEVEL: boolean = false;

  /** Default of [`objects`](objects.md), such as `all` or `eligibility,status`. */
  @IsOptional()
  @Matches(/^[A-Za-z-]+( *, *[A-Za-z-]+)*$/, { message: 'names of objects separated by commas, such as eligibility,status, or all' })
  readonly CLEARLOOP_OBJECTS?: string;

  /** Licence file that `/api/about` reports. */
  @IsOptional()
  @IsNotEmpty({ message: 'the path of a licence file' })
  readonly EDI_LICENSE_FILE?: string;

  /** Ed25519 public key that licences are checked with: PEM, or the base64 of its 32 bytes. */
  @IsOptional()
  @Matches(/^(-----BEGIN PUBLIC KEY-----[\s\S]+|[A-Za-z0-9+/]{43}=?)$/, { message: 'an Ed25519 public key as PEM, or its 32 bytes in base64' })
  readonly CLEARLOOP_LICENSE_PUBLIC_KEY?: string;

  /** File with a secret of 16 bytes or more: [scrubbing](scrub.md) gives the same person the same pseudonym in every request. Absent: a random one for each request. */
  @IsOptional()
  @IsNotEmpty({ message: 'the path of a file with a secret' })
  readonly CLEARLOOP_SCRUB_KEY_FILE?: string;

  /** File of API keys, written by `clearloop keys`; then requests need a key. */
  @IsOptional()
  @IsNotEmpty({ message: 'the path of a file of API keys' })
  readonly CLEARLOOP_API_KEYS_FILE?: string;

  /** What keys guard: code look-up (`codes`), or everything but `/health` and the page of the viewer (`all`). */
  @IsIn(API_KEY_SCOPES)
  readonly CLEARLOOP_API_KEYS_SCOPE: ApiKeyScope = 'codes';

  /** `true` lets the service listen on any address without keys, because something else guards it. */
  @Transform(toBoolean)
  @IsBoolean()
  readonly CLEARLOOP_ALLOW_ANONYMOUS: boolean = false;

  /** Requests a minute of each key to guarded operations; 0 for no limit. */
  @Transform(toWholeNumber)
  @IsInt()
  @Min(0)
  @Max(10_000)
  readonly CLEARLOOP_RATE_LIMIT: number = 600;

  /** Folder of the embedded database of [codes](codes.md#database); default `~/.clearloop`. `:memory:` stores nothing. */
  @IsOptional()
  @IsNotEmpty({ message: 'the path of a folder, or :memory:' })
  readonly CLEARLOOP_DATA_DIR?: string;

  /** PostgreSQL database of codes instead. */
  @IsOptional()
  @Matches(/^postgres(ql)?:\/\/./, { message: 'an address such as postgres://user:password@host:5432/name' })
  readonly CLEARLOOP_DB_URL?: string;

  /** Folders and addresses below which [batches](batches.md#rest) may read and write; without them the service takes no batches. Needs `CLEARLOOP_QUEUE_URL`. */
  @Transform(toWords)
  @ValidateBy(
    { name: 'isRoot', validator: { validate: isRoot } },
    { each: true, message: 'absolute paths and addresses such as /data/in or s3://bucket/in, separated by commas' },
  )
  readonly CLEARLOOP_BATCH_ROOTS: readonly string[] = [];

  /** [Queue of batches](batches.md#workers). */
  @IsOptional()
  @Matches(/^(rediss?|postgres(ql)?):\/\/./, { message: 'an address such as redis://host:6379 or postgres://user:password@host:5432/name' })
  readonly CLEARLOOP_QUEUE_URL?: string;

  /** Name of the queue, which separates installations that share its server. */
  @Matches(QUEUE_NAME, { message: QUEUE_NAME_RULE })
  readonly CLEARLOOP_QUEUE_NAME: string = 'clearloop';

  /** PostgreSQL database of the [ledger of batches](batches.md#ledger); default `CLEARLOOP_DB_URL`, else a database in `CLEARLOOP_DATA_DIR`. */
  @IsOptional()
  @Matches(/^postgres(ql)?:\/\/./, { message: 'an address such as postgres://user:password@host:5432/name' })
  readonly CLEARLOOP_LEDGER_URL?: string;

  /** Folder of files with [CSV schemas](csv-schema.md) of your own. */
  @IsOptional()
  @ValidateBy({ name: 'isFolder', validator: { validate: isFolder } }, { message: 'the path of a folder that exists' })
  readonly CLEARLOOP_CSV_SCHEMAS?: string;

  /** `strict` refuses schema files with unknown keys, columns and lists, `lenient` warns; `auto` is strict for [files with a version](csv-schema.md#strict-and-lenient-files). */
  @IsIn(SCHEMA_CHECKS)
  readonly CLEARLOOP_CSV_SCHEMA_CHECK: (typeof SCHEMA_CHECKS)[number] = 'auto';

  /** Folders and installed packages with [plugins](plugins.md). One that does not fit stops the start. */
  @Transform(toWords)
  @IsString({ each: true, message: 'folders and names of packages, separated by commas' })
  readonly CLEARLOOP_PLUGINS: readonly string[] = [];

  /** Largest `howMany` of a code search. */
  @Transform(toWholeNumber)
  @IsInt()
  @Min(1)
  @Max(100_000)
  readonly CLEARLOOP_MAX_CODES: number = 1000;

  /** Largest request body, inflated. */
  @Transform(toWholeNumber)
  @IsInt()
  @Min(1)
  readonly CLEARLOOP_MAX_BODY_BYTES: number = 20_000_000_000;

  /** Largest body of `POST /api/edi/parse`, inflated. */
  @Transform(toWholeNumber)
  @IsInt()
  @Min(1)
  @Max(1_000_000_000)
  readonly CLEARLOOP_MAX_PARSE_BYTES: number = 10_000_000;

  /** Largest answer of `POST /api/edi/parse`; a larger one is answered with 413. */
  @Transform(toWholeNumber)
  @IsInt()
  @Min(1_000)
  @Max(1_000_000_000)
  readonly CLEARLOOP_MAX_PARSE_ANSWER_BYTES: number = 64_000_000;

  /** Longest segment; a longer one ends its file with an error. */
  @Transform(toWholeNumber)
  @IsInt()
  @Min(1_000)
  @Max(1_000_000_000)
  readonly CLEARLOOP_MAX_SEGMENT_BYTES: number = 10_000_000;

  /** Segments of a transaction set; a longer one ends its file with an error; 0 for no limit. */
  @Transform(toWholeNumber)
  @IsInt()
  @Min(0)
  readonly CLEARLOOP_MAX_TRANSACTION_SEGMENTS: number = 0;

  /** Segments of one claim, payment, member or record of a format, held in memory; more end the file with an error. */
  @Transform(toWholeNumber)
  @IsInt()
  @Min(1_000)
  readonly CLEARLOOP_MAX_RECORD_SEGMENTS: number = 20_000;

  /** Bytes of one claim, payment, member or record of a format, the loops that it shares with others included; more end the file with an error. */
  @Transform(toWholeNumber)
  @IsInt()
  @Min(100_000)
  readonly CLEARLOOP_MAX_RECORD_BYTES: number = 16_000_000;

  /** Records of more than 1 MB that all requests together read at the same time; others wait `CLEARLOOP_WAIT_SECONDS`, then get 503. */
  @Transform(toWholeNumber)
  @IsInt()
  @Min(1)
  @Max(10_000)
  readonly CLEARLOOP_MAX_LARGE_RECORDS: number = 4;

  /** Resident memory above which requests with input get 503; 0 for no limit. */
  @Transform(toWholeNumber)
  @IsInt()
  @Min(0)
  readonly CLEARLOOP_MAX_RSS_BYTES: number = 1_500_000_000;

  /** Mean delay of the event loop, in milliseconds, above which requests with input get 503; 0 for no limit. */
  @Transform(toWholeNumber)
  @IsInt()
  @Min(0)
  @Max(60_000)
  readonly CLEARLOOP_MAX_EVENT_LOOP_DELAY: number = 500;

  /** Issues of a file, also of one that is only validated or acknowledged, and of a request to generate; more end it with an error. */
  @Transform(toWholeNumber)
  @IsInt()
  @Min(1)
  readonly CLEARLOOP_MAX_ISSUES: number = 100_000;

  /** Parts of a form. */
  @Transform(toWholeNumber)
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  readonly CLEARLOOP_MAX_FILES: number = 1_000;

  /** Requests with input that are [worked on at the same time](#limits). */
  @Transform(toWholeNumber)
  @IsInt()
  @Min(1)
  @Max(10_000)
  readonly CLEARLOOP_MAX_CONVERSIONS: number = 32;

  /** Of those, the ones that hold their input whole: `POST /api/edi/parse`. */
  @Transform(toWholeNumber)
  @IsInt()
  @Min(1)
  @Max(10_000)
  readonly CLEARLOOP_MAX_PARSES: number = 2;

  /** Worker threads for bodies of more than 8 MB, of which each is [converted in one](#worker-threads), so that others do not wait; `auto` is one for each core where the package `piscina` is installed. */
  @Transform(toWholeNumber)
  @ValidateBy({ name: 'isWorkers', validator: { validate: isWorkers } }, { message: 'auto, or a number from 0 to 64' })
  readonly CLEARLOOP_WORKERS: number | 'auto' = 'auto';

  /** Requests with input that wait for their turn; one more is answered with 429. */
  @Transform(toWholeNumber)
  @IsInt()
  @Min(0)
  @Max(100_000)
  readonly CLEARLOOP_MAX_WAITING: number = 1_000;

  /** How long a request waits for its turn before it is answered with 429. */
  @Transform(toWholeNumber)
  @IsInt()
  @Min(0)
  @Max(3_600)
  readonly CLEARLOOP_WAIT_SECONDS: number = 30;

  /** Waiting time after which a client that is [too slow](#slow-clients) is cut off. */
  @Transform(toWholeNumber)
  @IsInt()
  @Min(1)
  @Max(3_600)
  readonly CLEARLOOP_CLIENT_SECONDS: number = 60;

  /** Minimum rate of a client while the service waits for it; with 0, one byte in the time above is enough. */
  @Transform(toWholeNumber)
  @IsInt()
  @Min(0)
  @Max(1_000_000)
  readonly CLEARLOOP_CLIENT_BYTES_PER_SECOND: number = 1_000;

  /** `false` turns the [viewer](viewer.md) off: `/view` and `/api/view`. */
  @Transform(toBoolean)
  @IsBoolean()
  readonly CLEARLOOP_VIEWER: boolean = true;

  /** `true` opens files in the viewer with names, numbers and dates of persons [masked](viewer.md#masking). */
  @Transform(toBoolean)
  @IsBoolean()
  readonly CLEARLOOP_VIEWER_MASK: boolean = false;

  /** Files that may be open in the viewer at the same time; one more is answered with 429. */
  @Transform(toWholeNumber)
  @IsInt()
  @Min(1)
  @Max(1_000)
  readonly CLEARLOOP_VIEWER_FILES: number = 8;

  /** Largest file that the viewer takes, inflated. It waits in the folder for temporary files while it is open. */
  @Transform(toWholeNumber)
  @IsInt()
  @Min(1)
  readonly CLEARLOOP_VIEWER_MAX_BYTES: number = 5_000_000_000;

  /** Access to [`/metrics`](operations.md#metrics): with a key, if there are keys (`keys`), for everybody (`open`), or for nobody (`off`). */
  @IsIn(METRICS_ACCESS)
  readonly CLEARLOOP_METRICS: MetricsAccess = 'keys';

  /** File that gets [a line about every conversion](operations.md#audit-log), or `stdout`. */
  @IsOptional()
  @IsNotEmpty({ message: 'the path of a file, or stdout' })
  readonly CLEARLOOP_AUDIT_LOG?: string;

  /** Origins whose pages may call the service. */
  @Transform(toWords)
  @ValidateBy(
    { name: 'isOrigin', validator: { validate: isOrigin } },
    { each: true, message: 'origins such as https://claims.example.com, separated by commas' },
  )
  readonly CLEARLOOP_CORS_ORIGINS: readonly string[] = [];

  /** Lowest level of the log; requests for `/health` appear at `debug`. */
  @IsIn(LOG_LEVELS)
  readonly CLEARLOOP_LOG_LEVEL: LogLevel = 'info';

  /** How long running requests may go on after SIGTERM. */
  @Transform(toWholeNumber)
  @IsInt()
  @Min(0)
  @Max(3_600)
  readonly CLEARLOOP_SHUTDOWN_SECONDS: number = 30;

  /** How long the service goes on listening after SIGTERM, [not ready any more](#stopping). */
  @Transform(toWholeNumber)
  @IsInt()
  @Min(0)
  @Max(300)
  readonly CLEARLOOP_DRAIN_SECONDS: number = 0;
}

const MAX_WORKERS = 64;

function isWorkers(value: unknown): boolean {
  return value === 'auto' || (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_WORKERS);
}

/** True for an absolute path, or an address whose storage can be read. */
function isRoot(text: unknown): boolean {
  if (typeof text !== 'string') return false;
  try {
    return parseAddress(text).kind !== 'file' || isAbsolute(text);
  } catch {
    // A scheme that nothing reads, or an address with a password.
    return false;
  }
}

/** True for scheme, host and port alone, in the form that browsers send in the Origin header. */
function isOrigin(text: unknown): boolean {
  return typeof text === 'string' && URL.canParse(text) && new URL(text).origin === text;
}

function isFolder(path: unknown): boolean {
  try {
    return typeof path === 'string' && statSync(path).isDirectory();
  } catch {
    // A folder that cannot be read cannot be used either.
    return false;
  }
}
