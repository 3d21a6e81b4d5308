import type { MatchSide } from '../plugin/matching';
import { MatchDatabase } from './match-database';
import { MatchSecret } from './match-secret';
import type { MatchedUnit } from './match.types';

/** Units that are written to the database together. */
const UNITS_PER_INSERT = 2_000;

/** Requests that are compared with a response of the same key; more of them fit it equally. */
const MAX_CANDIDATES = 64;

/** Units that are joined or read at a time. */
const PAGE = 1_000;

/** Responses that a record shows. */
const MAX_SHOWN_RESPONSES = 100;

/** Roles of keys. */
const ROLE = { request: 0, response: 1, requestBatch: 2, responseBatch: 3 } as const;

/** Rank of an answer to a batch, after all keys. */
const BATCH_RANK = 99;

type Values = Readonly<Record<string, unknown>>;

/** A request with one of its responses, or without; or a response without a request. */
export interface LedgerRow {
  readonly id: number;
  readonly side: number;
  readonly sealed: string;
  readonly duplicates: number | null;
  readonly responseId: number | null;
  readonly responseSide: number | null;
  readonly responseSealed: string | null;
  readonly rank: number | null;
  readonly differences: string | null;
  readonly requests: number | null;
  readonly responseCount: number | null;
}

interface Candidate {
  readonly response: number;
  readonly rank: number;
  readonly request: number;
  readonly given: string;
  readonly asked: string;
}

type Answer = readonly [request: number, response: number, rank: number, differences: string, requestCount: number];

/**
 * The requests and responses of a run, on disk: hashes of their keys, and their values encrypted. Memory does not depend on their number. Used in this order: `add`,
 * `join`, then `requests` and `strays`.
 */
export class MatchLedger {
  private readonly secret = new MatchSecret();
  private count = 0;
  private units: string[] = [];
  private contents: string[] = [];
  private keys: string[] = [];
  private readonly compared = new Map<string, readonly string[]>();
  /** Kinds of responses that were added, by pair. */
  readonly kinds = new Map<string, Set<string>>();

  private constructor(
    private readonly database: MatchDatabase,
    private readonly sides: readonly MatchSide[],
  ) {}

  static async open(sides: readonly MatchSide[]): Promise<MatchLedger> {
    const database = await MatchDatabase.open();
    await database.run('CREATE TABLE unit (id INTEGER PRIMARY KEY, side INTEGER, print INTEGER, compared TEXT)');
    await database.run('CREATE TABLE content (unit INTEGER PRIMARY KEY, sealed TEXT)');
    await database.run('CREATE TABLE key (hash INTEGER, role INTEGER, unit INTEGER, rank INTEGER)');
    await database.run('CREATE TABLE answer (request INTEGER, response INTEGER, rank INTEGER, differences TEXT, requests INTEGER)');
    return new MatchLedger(database, sides);
  }

  get size(): number {
    return this.count;
  }

  /** Adds a unit; without keys and batch, a response answers nothing and is left out. */
  async add(sideNumber: number, values: Values, unit: MatchedUnit): Promise<void> {
    const side = this.sides[sideNumber];
    if (side === undefined) return;
    const { pair, response, keys, batch } = side;
    const isRequest = response === undefined;
    const batches = batch !== undefined && (isRequest || keys.length === 0) ? textsOf(values[batch]) : [];
    if (!isRequest && keys.length === 0 && batches.length === 0) return;
    const id = ++this.count;
    for (const [rank, name] of keys.entries()) {
      for (const text of textsOf(values[name])) this.addKey(`${pair}\n${name}\n${text}`, isRequest ? ROLE.request : ROLE.response, id, rank);
    }
    for (const text of batches) this.addKey(`${pair}\n\n${text}`, isRequest ? ROLE.requestBatch : ROLE.responseBatch, id, BATCH_RANK);
    const compared = this.comparedNames(pair).map((name) => textsOf(values[name]).map((text) => this.secret.shortHash(text))[0] ?? 0);
    const print = this.secret.hash(JSON.stringify([...keys, ...(side.compared ?? [])].map((name) => textsOf(values[name]))));
    this.units.push(`[${id},${sideNumber},${print},"${JSON.stringify(compared)}"]`);
    this.contents.push(`[${id},"${this.secret.seal(JSON.stringify(unit))}"]`);
    if (!isRequest) this.kinds.set(pair, (this.kinds.get(pair) ?? new Set()).add(response));
    if (this.units.length >= UNITS_PER_INSERT) await this.flush();
  }

  private addKey(text: string, role: number, unit: number, rank: number): void {
    this.keys.push(`[${this.secret.hash(text)},${role},${unit},${rank}]`);
  }

  /** The compared fields of a pair: both sides store them in this order. */
  private comparedNames(pair: string): readonly string[] {
    const names = this.compared.get(pair) ?? [...new Set(this.sides.flatMap((side) => (side.pair === pair ? (side.compared ?? []) : [])))];
    this.compared.set(pair, names);
    return names;
  }

  private async flush(): Promise<void> {
    await this.insert('unit', 4, this.units);
    await this.insert('content', 2, this.contents);
    await this.insert('key', 4, this.keys);
    this.units = [];
    this.contents = [];
    this.keys = [];
  }

  /** Inserts rows that are JSON arrays: one statement for all of them. */
  private async insert(table: string, width: number, rows: readonly string[]): Promise<void> {
    if (rows.length === 0) return;
    const columns = Array.from({ length: width }, (_, i) => `json_extract(value, '$[${i}]')`).join(', ');
    await this.database.run(`INSERT INTO ${table} SELECT ${columns} FROM json_each(?)`, [`[${rows.join(',')}]`]);
  }

  /** Finds the requests of all responses. The order of the input has no influence. */
  async join(): Promise<void> {
    await this.flush();
    const { database } = this;
    await database.run('CREATE INDEX key_of_hash ON key (role, hash, unit)');
    await database.run(`CREATE INDEX key_of_response ON key (unit, rank, hash) WHERE role = ${ROLE.response}`);
    await this.joinBy(`SELECT hash, unit AS request FROM key WHERE role = ${ROLE.request}`);
    await database.run('CREATE INDEX answer_of_response ON answer (response)');
    // A response may share the number of the payer with another one whose request is known.
    await this.joinBy(`SELECT DISTINCT hash, request FROM key JOIN answer ON response = unit WHERE role = ${ROLE.response}`);
    await database.run('CREATE INDEX answer_of_request ON answer (request, response)');
    await this.joinBatches();
    await database.run('CREATE TABLE same (print INTEGER, side INTEGER, number INTEGER, PRIMARY KEY (print, side)) WITHOUT ROWID');
    const requests = this.sidesWhere(({ response }) => response === undefined);
    await database.run(`INSERT INTO same SELECT print, side, count(*) FROM unit WHERE side IN (${requests}) GROUP BY print, side HAVING count(*) > 1`);
  }

  /** Joins responses without an answer to requests by a table of keys and requests. */
  private async joinBy(asked: string): Promise<void> {
    const { database, count } = this;
    await database.run('DROP TABLE IF EXISTS asked');
    await database.run(
      `CREATE TABLE asked AS SELECT hash, request FROM (SELECT hash, request, row_number() OVER (PARTITION BY hash ORDER BY request) AS number FROM (${asked})) WHERE number <= ${MAX_CANDIDATES}`,
    );
    await database.run('CREATE INDEX asked_of_hash ON asked (hash, request)');
    const isOpen = 'NOT EXISTS (SELECT 1 FROM answer WHERE answer.response = key.unit)';
    const hasAnswers = (await database.all('SELECT 1 FROM answer LIMIT 1')).length > 0;
    const query = `SELECT key.unit AS response, key.rank AS rank, asked.request AS request, one.compared AS given, other.compared AS asked
      FROM key INDEXED BY key_of_response JOIN asked ON asked.hash = key.hash JOIN unit AS one ON one.id = key.unit JOIN unit AS other ON other.id = asked.request
      WHERE key.role = ${ROLE.response} AND key.unit BETWEEN ? AND ? ${hasAnswers ? `AND ${isOpen}` : ''} ORDER BY key.unit, key.rank`;
    for (let first = 1; first <= count; first += PAGE) {
      const answers = chooseAll(await database.all<Candidate>(query, [first, first + PAGE - 1]));
      await this.insert(
        'answer',
        5,
        answers.map((answer) => JSON.stringify(answer)),
      );
    }
  }

  /** A response to a batch answers those of its requests that have no answer of that kind. */
  private async joinBatches(): Promise<void> {
    const kind = (unit: string): string => `(SELECT side FROM unit WHERE id = ${unit})`;
    const sameKind = this.sides.flatMap(({ pair, response }, i) =>
      this.sides.flatMap((other, j) => (other.pair === pair && other.response === response ? [`(${i},${j})`] : [])),
    );
    await this.database.run(
      `INSERT INTO answer SELECT asked.unit, given.unit, ${BATCH_RANK}, '[]', 1 FROM key AS given JOIN key AS asked ON asked.role = ${ROLE.requestBatch} AND asked.hash = given.hash
       WHERE given.role = ${ROLE.responseBatch} AND NOT EXISTS (SELECT 1 FROM answer WHERE answer.request = asked.unit AND (${kind('given.unit')}, ${kind('answer.response')}) IN (VALUES ${sameKind.join(',')}))`,
    );
  }

  /** All requests, each with its responses, in the order of the input. */
  requests(): AsyncGenerator<readonly LedgerRow[], void, undefined> {
    const side = this.sidesWhere(({ response }) => response === undefined);
    return this.pages(
      `SELECT u.id AS id, u.side AS side, (SELECT sealed FROM content WHERE unit = u.id) AS sealed,
         (SELECT number FROM same WHERE same.print = u.print AND same.side = u.side) AS duplicates,
         r.id AS responseId, r.side AS responseSide, (SELECT sealed FROM content WHERE unit = r.id) AS responseSealed, a.rank AS rank, a.differences AS differences, a.requests AS requests, a.total AS responseCount
       FROM unit AS u LEFT JOIN (SELECT *, row_number() OVER (PARTITION BY request ORDER BY response) AS number, count(*) OVER (PARTITION BY request) AS total
         FROM answer WHERE request BETWEEN ?1 AND ?2) AS a ON a.request = u.id AND a.number <= ${MAX_SHOWN_RESPONSES}
       LEFT JOIN unit AS r ON r.id = a.response WHERE u.id BETWEEN ?1 AND ?2 AND u.side IN (${side}) ORDER BY u.id, r.id`,
    );
  }

  /** The responses without a request, in the order of the input. */
  strays(): AsyncGenerator<readonly LedgerRow[], void, undefined> {
    const side = this.sidesWhere(({ response }) => response !== undefined);
    return this.pages(
      `SELECT id, side, sealed FROM unit JOIN content ON unit = id WHERE id BETWEEN ?1 AND ?2 AND side IN (${side}) AND NOT EXISTS (SELECT 1 FROM answer WHERE answer.response = unit.id) ORDER BY id`,
    );
  }

  private async *pages(query: string): AsyncGenerator<readonly LedgerRow[], void, undefined> {
    for (let first = 1; first <= this.count; first += PAGE) {
      const rows = await this.database.all<LedgerRow>(query, [first, first + PAGE - 1]);
      if (rows.length > 0) yield rows;
    }
  }

  private sidesWhere(isWanted: (side: MatchSide) => boolean): string {
    return this.sides.flatMap((side, i) => (isWanted(side) ? [i] : [])).join(',');
  }

  /** The names of compared fields by their numbers in a row. */
  differences(pair: string, numbers: string | null): readonly string[] {
    const names = this.comparedNames(pair);
    return readNumbers(numbers ?? '[]').flatMap((number) => names[number] ?? []);
  }

  /** The name of the field that joined a response. */
  keyName({ keys, batch }: MatchSide, rank: number): string | undefined {
    return rank === BATCH_RANK ? batch : keys[rank];
  }

  /** The values of a unit. */
  read(sealed: string): MatchedUnit {
    return readUnit(this.secret.open(sealed));
  }

  close(): Promise<void> {
    return this.database.close();
  }
}

/** A request that a response may answer. */
interface Fit {
  readonly request: number;
  readonly rank: number;
  /** Keys and compared values that are equal. */
  readonly equal: number;
  readonly differences: readonly number[];
}

/** Chooses the requests of each response. The rows of a response are together, the strongest key first. */
function chooseAll(rows: readonly Candidate[]): readonly Answer[] {
  const answers: Answer[] = [];
  for (let i = 0; i < rows.length;) {
    const response = rows[i]?.response ?? 0;
    const fits = new Map<number, Fit>();
    for (let row = rows[i]; row?.response === response; row = rows[++i]) {
      const known = fits.get(row.request);
      fits.set(row.request, known === undefined ? fitOf(row) : { ...known, equal: known.equal + 1 });
    }
    const chosen = bestOf([...fits.values()]);
    for (const { request, rank, differences } of chosen) answers.push([request, response, rank, JSON.stringify(differences), chosen.length]);
  }
  return answers;
}

function fitOf({ request, rank, given, asked }: Candidate): Fit {
  const one = readNumbers(given);
  const other = readNumbers(asked);
  const both = [...one.keys()].filter((i) => one[i] !== 0 && other[i] !== 0);
  const differences = both.filter((i) => one[i] !== other[i]);
  return { request, rank, equal: 1 + both.length - differences.length, differences };
}

/** The strongest key decides, then the number of equal values. Several requests may fit equally. */
function bestOf(fits: readonly Fit[]): readonly Fit[] {
  const rank = Math.min(...fits.map((fit) => fit.rank));
  const left = fits.filter((fit) => fit.rank === rank);
  const equal = Math.max(...left.map((fit) => fit.equal));
  return left.filter((fit) => fit.equal === equal);
}

/** A value that identifies something: `0` and `000` stand for numbers that are not known. */
const IDENTIFIES = /[1-9A-Z]/;

/** The texts of a field that is a text, an amount or a list of texts, in one form. */
function textsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value === 'number') return [String(Math.abs(value))];
  const text = typeof value === 'string' ? value.trim().toUpperCase() : '';
  return IDENTIFIES.test(text) ? [text] : [];
}

/** The ledger has written them. */
function readNumbers(text: string): readonly number[] {
  return JSON.parse(text) as readonly number[];
}

/** The ledger has written them. */
function readUnit(text: string): MatchedUnit {
  return JSON.parse(text) as MatchedUnit;
}
