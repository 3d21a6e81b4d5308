import type { MigrationInterface, QueryRunner } from 'typeorm';

interface Types {
  readonly id: string;
  /** Text that sorts and compares by bytes. */
  readonly text: string;
}

const SQLITE: Types = { id: 'INTEGER PRIMARY KEY', text: 'TEXT' };
const POSTGRES: Types = { id: 'INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY', text: 'TEXT COLLATE "C"' };

const TABLES = ({ id, text }: Types): readonly string[] => [
  `CREATE TABLE code_set (
    id ${id}, name ${text} NOT NULL UNIQUE, release ${text} NOT NULL, source ${text} NOT NULL, digest ${text} NOT NULL,
    loaded_at ${text} NOT NULL, row_count INTEGER NOT NULL)`,
  `CREATE TABLE code (
    id ${id}, set_id INTEGER NOT NULL REFERENCES code_set (id), type ${text} NOT NULL, sub_type ${text} NOT NULL, code ${text} NOT NULL,
    plain_code ${text} NOT NULL, alternative_code ${text}, formatted_code ${text}, description ${text}, full_description ${text},
    short_description ${text}, enum_name ${text}, start_date ${text}, end_date ${text}, words ${text} NOT NULL,
    UNIQUE (type, sub_type, code))`,
  'CREATE INDEX code_by_plain_code ON code (plain_code)',
  'CREATE INDEX code_by_alternative_code ON code (alternative_code)',
  'CREATE INDEX code_by_type ON code (type, code)',
  'CREATE INDEX code_by_set ON code (set_id)',
  `CREATE TABLE code_category (
    id ${id}, set_id INTEGER NOT NULL REFERENCES code_set (id), type ${text} NOT NULL, plain_code ${text} NOT NULL,
    category_type ${text} NOT NULL, category_sub_type ${text} NOT NULL, category_code ${text} NOT NULL, category_description ${text} NOT NULL)`,
  `CREATE TABLE unit_limit (
    id ${id}, set_id INTEGER NOT NULL REFERENCES code_set (id), type ${text} NOT NULL, plain_code ${text} NOT NULL,
    claim_type ${text} NOT NULL, max_units INTEGER NOT NULL, rationale ${text} NOT NULL)`,
  `CREATE TABLE age_limit (
    id ${id}, set_id INTEGER NOT NULL REFERENCES code_set (id), type ${text} NOT NULL, plain_code ${text} NOT NULL,
    min_age INTEGER, max_age INTEGER)`,
  `CREATE TABLE code_pair (
    id ${id}, set_id INTEGER NOT NULL REFERENCES code_set (id), type ${text} NOT NULL, plain_code ${text} NOT NULL,
    partner_code ${text} NOT NULL, claim_type ${text} NOT NULL, rationale ${text} NOT NULL, modifier_allowed INTEGER NOT NULL,
    start_date ${text}, end_date ${text})`,
  ...['code_category', 'unit_limit', 'age_limit', 'code_pair'].flatMap((table) => [
    `CREATE INDEX ${table}_by_code ON ${table} (plain_code)`,
    `CREATE INDEX ${table}_by_set ON ${table} (set_id)`,
  ]),
  'CREATE INDEX code_pair_by_partner ON code_pair (partner_code)',
];

/** The index follows the table by triggers, so that it is right inside every transaction. */
const SQLITE_WORDS = [
  "CREATE VIRTUAL TABLE code_words USING fts5(words, content='code', content_rowid='id', prefix='1 2 3 4', detail='none', columnsize=0)",
  'CREATE TRIGGER code_words_insert AFTER INSERT ON code BEGIN INSERT INTO code_words (rowid, words) VALUES (new.id, new.words); END',
  "CREATE TRIGGER code_words_delete AFTER DELETE ON code BEGIN INSERT INTO code_words (code_words, rowid, words) VALUES ('delete', old.id, old.words); END",
  `CREATE TRIGGER code_words_update AFTER UPDATE OF words ON code WHEN old.words <> new.words BEGIN
    INSERT INTO code_words (code_words, rowid, words) VALUES ('delete', old.id, old.words);
    INSERT INTO code_words (rowid, words) VALUES (new.id, new.words);
  END`,
];

/** Words are lexemes as they are: no parser and no dictionary, so that both databases find the same codes. */
const POSTGRES_WORDS = [
  "ALTER TABLE code ADD COLUMN word_vector tsvector GENERATED ALWAYS AS (array_to_tsvector(string_to_array(btrim(words), ' '))) STORED",
  'CREATE INDEX code_by_word ON code USING gin (word_vector)',
];

/** Tables of code sets, codes, categories and edits, and the index of words. */
export class CreateTables1763700000000 implements MigrationInterface {
  readonly name = 'CreateTables1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    const isPostgres = runner.connection.options.type === 'postgres';
    const statements = isPostgres ? [...TABLES(POSTGRES), ...POSTGRES_WORDS] : [...TABLES(SQLITE), ...SQLITE_WORDS];
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (runner.connection.options.type !== 'postgres') await runner.query('DROP TABLE code_words');
    for (const table of ['code_pair', 'age_limit', 'unit_limit', 'code_category', 'code', 'code_set']) await runner.query(`DROP TABLE ${table}`);
  }
}
