import { ISSUE_TYPES } from '../common/issue';
import { nearestName } from '../common/nearest-name';
import { SNIP_LEVELS } from '../validation/rule';
import {
  type AcknowledgmentDefinition,
  type Declared,
  type FormatDefinition,
  isDefinition,
  type OutputDefinition,
  type TransactionSetDefinition,
} from './plugin-metadata';
import type { Sample, TransactionSample } from './sample';

/*
 * What plugins must look like. TypeScript says the same, but plugins may be written without it. Each check gives what is wrong as the
 * end of a sentence, undefined when nothing is.
 */

type Check = (value: unknown) => string | undefined;

const isText: Check = (value) => (typeof value === 'string' && value !== '' ? undefined : 'must be text that is not empty');

const isTextOrTexts: Check = (value) => (Array.isArray(value) ? listOf(isText)(value) : isText(value));

const isId: Check = (value) =>
  typeof value === 'string' && /^[a-z0-9][a-z0-9-]*$/.test(value) ? undefined : 'must be lower-case letters, digits and hyphens, such as x12-810';

/** First words of paths below `/api` that are not those of a format. */
const OWN_PATHS: ReadonlySet<unknown> = new Set(['edi', 'code', 'about', 'batches', 'docs', 'view']);

const isFormatId: Check = (value) => {
  if (OWN_PATHS.has(value)) return `must not be ${String(value)}: /api/${String(value)} is a path of the service`;
  if (typeof value === 'string' && /^\d{3}[a-z]{0,2}$/.test(value)) return `must not be ${value}, which names a transaction set`;
  return isId(value);
};

const isExtension: Check = (value) =>
  typeof value === 'string' && /^[a-z0-9]+(\.[a-z0-9]+)?$/.test(value) ? undefined : 'must be lower-case letters and digits, such as xml';

/** A media type becomes a header, where a line break would fail every request. */
const isMediaType: Check = (value) =>
  typeof value === 'string' && /^[\w.+-]+\/[\w.+-]+( *; *[\w-]+=[\x20-\x3a\x3c-\x7e]+)*$/.test(value)
    ? undefined
    : 'must be a media type, such as application/xml; charset=utf-8';

const isFunction: Check = (value) => (typeof value === 'function' ? undefined : 'must be a function');

const isCount: Check = (value) => (Number.isSafeInteger(value) && Number(value) > 0 ? undefined : 'must be a whole number from 1');

const oneOf =
  (...allowed: readonly unknown[]): Check =>
  (value) =>
    allowed.includes(value) ? undefined : `must be ${allowed.map(String).join(' or ')}`;

const isRecord: Check = (value) =>
  isObject(value) && typeof value['bind'] === 'function' && isObject(value['fields']) ? undefined : 'must be what `record` gives';

const isTable: Check = (value) => (isObject(value) && Array.isArray(value['entries']) ? undefined : 'must be what `table` gives');

const isNameTable: Check = (value) =>
  isObject(value) && Object.values(value).every((name) => typeof name === 'string') ? undefined : 'must be an object of names';

const listOf =
  (check: Check, least = 1): Check =>
  (value) => {
    if (!Array.isArray(value) || value.length < least) return least === 0 ? 'must be a list' : 'must be a list that is not empty';
    const wrong = value.map(check).findIndex((reason) => reason !== undefined);
    return wrong < 0 ? undefined : `has entry ${wrong + 1}, which ${check(value[wrong]) ?? ''}`;
  };

/** A key of an object: its type, and whether it is required. */
type Keys<K extends string = string> = Readonly<Record<K, { readonly check: Check; readonly isNeeded?: true }>>;

const needed = (check: Check): Keys[string] => ({ check, isNeeded: true });
const maybe = (check: Check): Keys[string] => ({ check });

/** Checks the keys of an object that may have no others. */
const object =
  (keys: Keys, what = 'an object'): Check =>
  (value) =>
    isObject(value) ? (unknownKey(value, keys) ?? wrongKey(value, keys)) : `must be ${what}`;

function unknownKey(value: object, keys: Keys): string | undefined {
  const unknown = Object.keys(value).find((key) => !Object.hasOwn(keys, key));
  if (unknown === undefined) return undefined;
  const nearest = nearestName(unknown, Object.keys(keys));
  return `has \`${unknown}\`, which the contract does not know.${nearest === undefined ? ` Known are ${Object.keys(keys).join(', ')}` : ` Did you mean \`${nearest}\`?`}`;
}

function wrongKey(value: Readonly<Record<string, unknown>>, keys: Keys): string | undefined {
  for (const [key, { check, isNeeded }] of Object.entries(keys)) {
    const given = value[key];
    if (given === undefined && !isNeeded) continue;
    const reason = given === undefined ? 'is missing' : check(given);
    if (reason !== undefined) return `\`${key}\` ${reason}`;
  }
  return undefined;
}

const inside =
  (check: Check): Check =>
  (value) => {
    const reason = check(value);
    return reason?.startsWith('`') ? `has a mistake: ${reason}` : reason;
  };

const isClaim = inside(object({ set: needed(isText), versions: maybe(listOf(isText)), objects: maybe(isText) }, 'an object with `set`'));

const guides = maybe(listOf(isText));
const listedAs = maybe(isText);
const EMISSIONS: Readonly<Record<string, Keys>> = {
  unit: { unit: needed(isTextOrTexts), record: needed(isRecord), hasOwnContent: maybe(isFunction), table: maybe(isTable), listedAs, guides },
  each: { each: needed(isText), record: needed(isRecord), table: maybe(isTable), listedAs, guides },
  whole: { whole: needed(isRecord), table: maybe(isTable), listedAs, guides },
};

const isEmission = inside((value) => {
  const kind = isObject(value) ? Object.keys(EMISSIONS).find((key) => key in value) : undefined;
  return kind === undefined ? 'must have `unit`, `each` or `whole`' : object(EMISSIONS[kind] ?? {})(value);
});

const areEmissions: Check = (value) => {
  const emissions = Array.isArray(value) ? value.filter(isObject) : [];
  if (emissions.length < 2 || !emissions.some((emission) => 'whole' in emission)) return listOf(isEmission)(value);
  const ofGuides = emissions.flatMap(({ guides: own }): readonly unknown[] => (Array.isArray(own) ? own : []));
  const isForEachGuide = emissions.every((emission) => 'whole' in emission && 'guides' in emission) && new Set(ofGuides).size === ofGuides.length;
  return isForEachGuide ? listOf(isEmission)(value) : 'must have a record of the whole transaction alone, or one for each guide, without others';
};

const RULE_FACTS: Keys = {
  id: needed(isId),
  level: needed(oneOf(...SNIP_LEVELS)),
  issueType: needed(oneOf(...ISSUE_TYPES)),
  isOnRequest: maybe(oneOf(true)),
  finds: needed(isText),
  guides,
  silentAfter: maybe(listOf(isText, 0)),
};

const isCode: Check = (value) => (typeof value === 'string' && /^[A-Z0-9]{1,3}$/.test(value) ? undefined : 'must be a code of up to three letters and digits');

const isTerm = inside(
  object({
    of: needed(isText),
    at: needed(listOf(isCount)),
    in: maybe(isTextOrTexts),
    around: maybe(oneOf(true)),
    code: maybe(isCode),
    times: maybe(oneOf(-1)),
  }),
);
const zero = needed(listOf(isTerm));
const CLEAN_WHEN: Readonly<Record<string, Keys>> = {
  each: { each: needed(isTextOrTexts), zero },
  zero: { zero },
  counts: { counts: needed(isText), of: needed(isText), at: needed(isCount) },
  same: { same: needed(listOf(inside(object({ of: needed(isText), at: needed(isCount), in: needed(isTextOrTexts) })))) },
  once: { once: needed(isText) },
  without: { without: needed(isText) },
  any: { any: needed((value) => listOf(isCleanWhen)(value)) },
  all: { all: needed((value) => listOf(isCleanWhen)(value)) },
};

const isCleanWhen: Check = inside((value) => {
  const kind = isObject(value) ? Object.keys(CLEAN_WHEN).find((key) => key in value) : undefined;
  return kind === undefined ? 'must have `zero`, `counts`, `same`, `once`, `without`, `any` or `all`' : object(CLEAN_WHEN[kind] ?? {})(value);
});

const isRule = inside((value) => {
  if (!isObject(value)) return 'must be what `loopRule` or `transactionRule` gives';
  const kind: Keys =
    'loop' in value
      ? { loop: needed(isTextOrTexts), check: needed(isFunction), cleanWhen: maybe(isCleanWhen) }
      : { open: needed(isFunction), readsFirstSegmentOnly: maybe(oneOf(true)) };
  return wrongKey(value, { ...RULE_FACTS, ...kind });
});

const isOneGeneration = inside((value) => {
  const isAny: Check = (given) => (isObject(given) ? undefined : 'must be an object');
  return object({
    sets: maybe(listOf(isText)),
    types: needed(isAny),
    units: needed(isText),
    segments: maybe(isAny),
    ignored: maybe(isAny),
    documentedTogether: maybe(listOf(listOf(isText))),
    omitted: maybe(isFunction),
    members: maybe(isFunction),
    defaults: needed(isFunction),
  })(value);
});

const isGeneration: Check = (value) => (Array.isArray(value) ? listOf(isOneGeneration)(value) : isOneGeneration(value));

const isOverview = inside((value) => {
  if (!isObject(value)) return 'must be an object';
  const records = isObject(value['records']) ? Object.values(value['records']) : [];
  const wrong = listOf(inside(object({ label: needed(isText), name: needed(isText), amount: maybe(isTextOrTexts) })), 0)(records);
  if (wrong !== undefined) return wrong;
  const isTotal = inside(object({ label: needed(isText), plus: needed(listOf(isText)), minus: maybe(listOf(isText)) }));
  return object({ records: needed((given) => (isObject(given) ? undefined : 'must be an object')), totals: maybe(listOf(isTotal, 0)) })(value);
});

const SAMPLE: Keys<keyof Sample> = {
  id: needed(isId),
  title: needed(isText),
  records: needed(isText),
  faults: maybe(
    listOf(
      inside(
        object({
          id: needed(isId),
          what: needed(isText),
          rule: needed(isText),
          parts: maybe(listOf(oneOf('record', 'head', 'tail'))),
          apply: needed(isFunction),
        }),
      ),
      0,
    ),
  ),
  open: needed(isFunction),
};

const TRANSACTION_SAMPLE: Keys<keyof TransactionSample> = {
  ...SAMPLE,
  set: needed(isText),
  functionalId: needed(isText),
  version: needed(isText),
  isWithoutConvention: maybe(oneOf(true, false)),
  sender: needed(isText),
  receiver: needed(isText),
  date: needed(isText),
  recordsPerTransaction: needed(isCount),
};

const isMatchSide = inside(
  object({
    pair: needed(isText),
    response: maybe(isText),
    unit: needed(isTextOrTexts),
    hasOwnContent: maybe(isFunction),
    guides,
    record: needed(isRecord),
    keys: needed(listOf(isText, 0)),
    compared: maybe(listOf(isText, 0)),
    batch: maybe(isText),
  }),
);

/** All members of a transaction set; the type proves that the list is complete. */
const TRANSACTION_SET: Keys<keyof TransactionSetDefinition> = {
  id: needed(isId),
  claims: needed(listOf(isClaim)),
  cuts: maybe(inside(object({ unit: needed(isText), around: needed(listOf(isText, 0)) }, 'an object with `unit` and `around`'))),
  replaces: maybe(listOf(isText)),
  chunkSize: maybe(isCount),
  guides,
  emits: needed(areEmissions),
  transaction: maybe(isRecord),
  transactionTable: maybe(isTable),
  envelope: maybe(isRecord),
  rules: maybe(listOf(isRule, 0)),
  issueClasses: maybe(isNameTable),
  generation: maybe(isGeneration),
  codeDay: maybe(isFunction),
  undatedLists: maybe(listOf(isText, 0)),
  matching: maybe(listOf(isMatchSide, 0)),
  overview: maybe(isOverview),
  samples: maybe(listOf(inside(object(TRANSACTION_SAMPLE)), 0)),
};

const areParameters = inside((value) => {
  if (!isObject(value) || Array.isArray(value)) return 'must be an object of types';
  return wrongKey(value, Object.fromEntries(Object.keys(value).map((name) => [name, needed(oneOf('string', 'number', 'boolean'))])));
});

/** All members of an output. */
const OUTPUT: Keys<keyof OutputDefinition> = {
  id: needed(isId),
  contentType: needed(isMediaType),
  extension: needed(isExtension),
  showsDescriptions: maybe(oneOf(false)),
  joins: maybe(oneOf(true)),
  splits: maybe(oneOf(true)),
  takes: maybe(oneOf('records', 'segments')),
  takesAllObjects: maybe(oneOf(true, false)),
  parameters: maybe(areParameters),
  open: needed(isFunction),
  describe: maybe(isFunction),
  schemas: maybe(isFunction),
};

/** All members of an acknowledgment. */
const ACKNOWLEDGMENT: Keys<keyof AcknowledgmentDefinition> = { id: needed(isId), extension: needed(isExtension), open: needed(isFunction) };

/** Rules of a format are facts: it looks itself. */
const isRuleFacts = inside((value) => (isObject(value) ? wrongKey(value, RULE_FACTS) : 'must be what `rule` gives'));

/** Columns of a format may be read from a file: they are not looked at before they are used. */
const isNamedTable: Check = (value) =>
  isObject(value) && isText(value['transactionType']) === undefined && isText(value['list']) === undefined ? undefined : 'must be a table';

/** Everything that a format may say. */
const FORMAT: Keys<keyof FormatDefinition> = {
  id: needed(isFormatId),
  title: needed(isText),
  recordsKey: needed(isText),
  fileExtensions: maybe(listOf(isExtension, 0)),
  chunkSize: maybe(isCount),
  recognise: needed(isFunction),
  open: needed(isFunction),
  openWriter: maybe(isFunction),
  openScrub: maybe(isFunction),
  recordSchema: needed(isFunction),
  explainLine: maybe(isFunction),
  rules: maybe(listOf(isRuleFacts, 0)),
  table: maybe(isNamedTable),
  samples: maybe(listOf(inside(object(SAMPLE)), 0)),
};

const SHAPES: Readonly<Record<Declared['kind'], Keys>> = { transactionSet: TRANSACTION_SET, output: OUTPUT, acknowledgment: ACKNOWLEDGMENT, format: FORMAT };

/**
 * The reason why a plugin is refused, as the end of the sentence `Plugin NAME is refused: it ...`; undefined when it fits the contract. A class may have
 * members of its own, an object may not: there they are misspelt hooks.
 */
export function wrongShape(plugin: object, { kind, options }: Declared): string | undefined {
  const keys = SHAPES[kind];
  const unknown = unknownKey(isDefinition(plugin) ? plugin : options, keys);
  if (unknown !== undefined) return unknown;
  const wrong = wrongKey(valuesOf(plugin, options, Object.keys(keys)), keys);
  return wrong && `has a mistake: ${wrong}`;
}

/** Members of the plugin itself, or of its decorator. */
function valuesOf(plugin: object, options: object, keys: readonly string[]): Readonly<Record<string, unknown>> {
  const valueOf = (from: object, key: string): unknown => (isObject(from) ? from[key] : undefined);
  return Object.fromEntries(keys.map((key) => [key, valueOf(options, key) ?? valueOf(plugin, key)]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
