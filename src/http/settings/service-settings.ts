import { IsOptional } from 'class-validator';
import { ExistingFolder, ListOf, OneOf, TextLike, TrueOrFalse, WholeNumber } from '../validation/text-rules';

const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;

const SCHEMA_CHECKS = ['auto', 'strict', 'lenient'] as const;

const METRICS_ACCESS = ['keys', 'open', 'off'] as const;

/** Who gets the metrics: whoever may look codes up, everybody, nobody. */
export type MetricsAccess = (typeof METRICS_ACCESS)[number];

const API_KEY_SCOPES = ['codes', 'all'] as const;

/** What API keys guard: code look-up, or everything but the health check. */
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** The most words that go to the log; each level includes those before it. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * The settings of the service: one property for each environment variable that it reads. An empty variable counts as absent.
 * `docs/service.md` has the same list; a test compares the two.
 */
export class ServiceSettings {
  /** PORT (default 5080): TCP port to listen on; 0 takes any free port. */
  @WholeNumber(0, 65_535)
  readonly PORT: number = 5080;

  /** HOST (default 127.0.0.1): address to listen on. Only this machine reaches the default; others need API keys or CLEARLOOP_ALLOW_ANONYMOUS. */
  @TextLike(/^[A-Za-z0-9_.:%-]+$/, 'an IP address or a host name')
  readonly HOST: string = '127.0.0.1';

  /** EDI_VALIDATE (default false): default of the query parameter validate. */
  @TrueOrFalse()
  readonly EDI_VALIDATE: boolean = false;

  /** EDI_VALIDATION_LEVELS (no default): default of the query parameter levels; without it levels 1, 2, 3 and 5 are looked at. */
  @IsOptional()
  @TextLike(/^[1-7](-[1-7])?(,[1-7](-[1-7])?)*$/, 'levels from 1 to 7 and ranges, such as 1-3,5')
  readonly EDI_VALIDATION_LEVELS?: string;

  /** EDI_VALIDATION_RULES (no default): default of the query parameter rules. */
  @IsOptional()
  @TextLike(/^-?[a-z0-9-]+(,-?[a-z0-9-]+)*$/, 'ids of rules separated by commas, such as -element-too-long')
  readonly EDI_VALIDATION_RULES?: string;

  /** EDI_NDJSON (default false): default of the query parameter ndjson. */
  @TrueOrFalse()
  readonly EDI_NDJSON: boolean = false;

  /** EDI_DESCRIPTIONS (default true): default of the query parameter descriptions. */
  @TrueOrFalse()
  readonly EDI_DESCRIPTIONS: boolean = true;

  /** EDI_CONVERT_CONTROL_SEGMENTS (default false): default of the query parameter convertControlSegments. */
  @TrueOrFalse()
  readonly EDI_CONVERT_CONTROL_SEGMENTS: boolean = false;

  /** EDI_TRANSACTION_TOP_LEVEL (default false): default of the query parameter transactionTopLevel. */
  @TrueOrFalse()
  readonly EDI_TRANSACTION_TOP_LEVEL: boolean = false;

  /** EDI_LICENSE_FILE (no default): path of the licence file that /api/about reports. */
  @IsOptional()
  @TextLike(/./, 'the path of a licence file')
  readonly EDI_LICENSE_FILE?: string;

  /** CLEARLOOP_LICENSE_PUBLIC_KEY (no default): Ed25519 public key that licences are checked with, as PEM or as the base64 of its 32 bytes. */
  @IsOptional()
  @TextLike(/^(-----BEGIN PUBLIC KEY-----[\s\S]+|[A-Za-z0-9+/]{43}=?)$/, 'an Ed25519 public key as PEM, or its 32 bytes in base64')
  readonly CLEARLOOP_LICENSE_PUBLIC_KEY?: string;

  /** CLEARLOOP_API_KEYS_FILE (no default): file of hashed API keys that `clearloop keys` writes. With it, keys are asked for. */
  @IsOptional()
  @TextLike(/./, 'the path of a file of API keys')
  readonly CLEARLOOP_API_KEYS_FILE?: string;

  /** CLEARLOOP_API_KEYS_SCOPE (default codes): what keys guard: code look-up (codes), or everything but the health check (all). */
  @OneOf(API_KEY_SCOPES)
  readonly CLEARLOOP_API_KEYS_SCOPE: ApiKeyScope = 'codes';

  /** CLEARLOOP_ALLOW_ANONYMOUS (default false): lets the service listen on any address without API keys. */
  @TrueOrFalse()
  readonly CLEARLOOP_ALLOW_ANONYMOUS: boolean = false;

  /** CLEARLOOP_RATE_LIMIT (default 600): requests a minute of each API key to guarded operations; 0 for no limit. */
  @WholeNumber(0, 10_000)
  readonly CLEARLOOP_RATE_LIMIT: number = 600;

  /** CLEARLOOP_DATA_DIR (default ~/.clearloop): folder of the embedded database of codes, or :memory: to keep nothing. */
  @IsOptional()
  @TextLike(/./, 'the path of a folder, or :memory:')
  readonly CLEARLOOP_DATA_DIR?: string;

  /** CLEARLOOP_DB_URL (no default): PostgreSQL database of codes instead of the embedded one, such as postgres://user:password@host:5432/name. */
  @IsOptional()
  @TextLike(/^postgres(ql)?:\/\/./, 'an address such as postgres://user:password@host:5432/name')
  readonly CLEARLOOP_DB_URL?: string;

  /** CLEARLOOP_CSV_SCHEMAS (no default): folder of files with CSV schemas of one's own; it must exist. */
  @IsOptional()
  @ExistingFolder()
  readonly CLEARLOOP_CSV_SCHEMAS?: string;

  /**
   * CLEARLOOP_CSV_SCHEMA_CHECK (default auto): strict refuses a file of CSV schemas with patterns and keys that mean nothing, lenient warns of them, auto is strict
   * for files that name the version of the language.
   */
  @OneOf(SCHEMA_CHECKS)
  readonly CLEARLOOP_CSV_SCHEMA_CHECK: (typeof SCHEMA_CHECKS)[number] = 'auto';

  /** CLEARLOOP_PLUGINS (no default): folders and installed packages with plugins, separated by commas. One that does not fit stops the start. */
  @ListOf(() => true, 'folders and names of packages, separated by commas')
  readonly CLEARLOOP_PLUGINS: readonly string[] = [];

  /** CLEARLOOP_MAX_CODES (default 1000): largest howMany of a code search. */
  @WholeNumber(1, 100_000)
  readonly CLEARLOOP_MAX_CODES: number = 1000;

  /** CLEARLOOP_MAX_BODY_BYTES (default 20000000000): largest request body, counted after inflating; a larger one is answered with 413. */
  @WholeNumber(1)
  readonly CLEARLOOP_MAX_BODY_BYTES: number = 20_000_000_000;

  /** CLEARLOOP_MAX_PARSE_BYTES (default 10000000): largest body of POST /api/edi/parse, which holds all of it in memory; a larger one is answered with 413. */
  @WholeNumber(1, 1_000_000_000)
  readonly CLEARLOOP_MAX_PARSE_BYTES: number = 10_000_000;

  /** CLEARLOOP_MAX_PARSE_ANSWER_BYTES (default 64000000): largest answer of POST /api/edi/parse; input that would give a larger one is answered with 413. */
  @WholeNumber(1_000, 1_000_000_000)
  readonly CLEARLOOP_MAX_PARSE_ANSWER_BYTES: number = 64_000_000;

  /** CLEARLOOP_MAX_SEGMENT_BYTES (default 10000000): longest segment; a longer one ends its file with an error. */
  @WholeNumber(1_000, 1_000_000_000)
  readonly CLEARLOOP_MAX_SEGMENT_BYTES: number = 10_000_000;

  /** CLEARLOOP_MAX_TRANSACTION_SEGMENTS (default 0): segments of a transaction set; a longer one ends its file with an error; 0 for no limit. */
  @WholeNumber(0)
  readonly CLEARLOOP_MAX_TRANSACTION_SEGMENTS: number = 0;

  /** CLEARLOOP_MAX_RECORD_SEGMENTS (default 20000): segments of one claim, payment or member, which is held in memory and written at once; more end its file with an error. */
  @WholeNumber(1_000)
  readonly CLEARLOOP_MAX_RECORD_SEGMENTS: number = 20_000;

  /** CLEARLOOP_MAX_RECORD_BYTES (default 16000000): bytes of one claim, payment or member, what it shares with others included; more end its file with an error. */
  @WholeNumber(100_000)
  readonly CLEARLOOP_MAX_RECORD_BYTES: number = 16_000_000;

  /** CLEARLOOP_MAX_LARGE_RECORDS (default 4): records of more than 1 MB that all requests together read at the same time; others wait for CLEARLOOP_WAIT_SECONDS, then their requests are answered with 503. */
  @WholeNumber(1, 10_000)
  readonly CLEARLOOP_MAX_LARGE_RECORDS: number = 4;

  /** CLEARLOOP_MAX_RSS_BYTES (default 1500000000): resident memory above which requests with input are answered with 503; 0 for no limit. */
  @WholeNumber(0)
  readonly CLEARLOOP_MAX_RSS_BYTES: number = 1_500_000_000;

  /** CLEARLOOP_MAX_EVENT_LOOP_DELAY (default 500): mean delay of the event loop, in milliseconds, above which requests with input are answered with 503; 0 for no limit. */
  @WholeNumber(0, 60_000)
  readonly CLEARLOOP_MAX_EVENT_LOOP_DELAY: number = 500;

  /** CLEARLOOP_MAX_ISSUES (default 100000): issues of a file, or of a request to generate, also when nothing else limits them; more end it with an error. */
  @WholeNumber(1)
  readonly CLEARLOOP_MAX_ISSUES: number = 100_000;

  /** CLEARLOOP_MAX_FILES (default 1000): parts of a form. */
  @WholeNumber(1, 1_000_000)
  readonly CLEARLOOP_MAX_FILES: number = 1_000;

  /** CLEARLOOP_MAX_CONVERSIONS (default 32): requests with input that are worked on at the same time. */
  @WholeNumber(1, 10_000)
  readonly CLEARLOOP_MAX_CONVERSIONS: number = 32;

  /** CLEARLOOP_MAX_PARSES (default 2): of those, the ones that hold their input whole in memory: POST /api/edi/parse. */
  @WholeNumber(1, 10_000)
  readonly CLEARLOOP_MAX_PARSES: number = 2;

  /** CLEARLOOP_MAX_WAITING (default 1000): requests with input that wait for their turn; one more is answered with 429. */
  @WholeNumber(0, 100_000)
  readonly CLEARLOOP_MAX_WAITING: number = 1_000;

  /** CLEARLOOP_WAIT_SECONDS (default 30): how long a request waits for its turn before it is answered with 429. */
  @WholeNumber(0, 3_600)
  readonly CLEARLOOP_WAIT_SECONDS: number = 30;

  /** CLEARLOOP_CLIENT_SECONDS (default 60): after so many seconds of waiting for a client it is looked at whether it is too slow. */
  @WholeNumber(1, 3_600)
  readonly CLEARLOOP_CLIENT_SECONDS: number = 60;

  /** CLEARLOOP_CLIENT_BYTES_PER_SECOND (default 1000): fewer bytes a second, while the service waits for them, are too slow; 0: one byte in CLEARLOOP_CLIENT_SECONDS is enough. */
  @WholeNumber(0, 1_000_000)
  readonly CLEARLOOP_CLIENT_BYTES_PER_SECOND: number = 1_000;

  /** CLEARLOOP_METRICS (default keys): who gets /metrics: whoever has a key, where there are keys (keys), everybody (open), nobody (off). */
  @OneOf(METRICS_ACCESS)
  readonly CLEARLOOP_METRICS: MetricsAccess = 'keys';

  /** CLEARLOOP_AUDIT_LOG (no default): file that gets a line about every request with input, or stdout. */
  @IsOptional()
  @TextLike(/./, 'the path of a file, or stdout')
  readonly CLEARLOOP_AUDIT_LOG?: string;

  /** CLEARLOOP_CORS_ORIGINS (no default): origins, separated by commas, whose pages may call the service from a browser. */
  @ListOf(isOrigin, 'origins such as https://claims.example.com, separated by commas')
  readonly CLEARLOOP_CORS_ORIGINS: readonly string[] = [];

  /** CLEARLOOP_LOG_LEVEL (default info): error, warn, info or debug. */
  @OneOf(LOG_LEVELS)
  readonly CLEARLOOP_LOG_LEVEL: LogLevel = 'info';

  /** CLEARLOOP_SHUTDOWN_SECONDS (default 30): how long running requests may go on after SIGTERM before they are cut. */
  @WholeNumber(0, 3_600)
  readonly CLEARLOOP_SHUTDOWN_SECONDS: number = 30;

  /** CLEARLOOP_DRAIN_SECONDS (default 0): how long the service goes on listening after SIGTERM, not ready any more, so that load balancers notice. */
  @WholeNumber(0, 300)
  readonly CLEARLOOP_DRAIN_SECONDS: number = 0;
}

/** True for scheme, host and port alone, in the form that browsers send in the Origin header. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}
