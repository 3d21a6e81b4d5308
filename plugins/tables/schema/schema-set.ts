import { EdiError } from '../../../src/plugin';
import { type DescribedSchema, nearestName, yaml } from '../../../src/plugin/io';
import type { SchemaCheck } from './schema-format';
import { MAX_CHAIN } from './schema-limits';
import type { SchemaFileSource, SchemaSource } from './schema-source';

/** Names that a message lists. */
const MAX_KNOWN_NAMES = 50;

/** Whose schemas a set has: those of the product need no check at run time, those of a package are always strict. */
export type SchemaOwner = 'product' | 'package' | 'user';

/** The schemas of one file, by name, alias and transaction type. Their bases may be schemas of other files, and of the product. */
export class SchemaSet {
  private readonly schemas: ReadonlySet<SchemaSource>;
  private readonly byName = new Map<string, SchemaSource>();
  /** A line for each key that the language does not have. */
  readonly warnings: readonly string[];
  private readonly isVersioned: boolean;

  constructor(
    { schemas, warnings, isVersioned }: SchemaFileSource,
    readonly problems: yaml.FileProblems,
    /** Searched for names that the file does not have. */
    private readonly below: SchemaSet | undefined,
    private readonly owner: SchemaOwner,
  ) {
    this.schemas = new Set(schemas);
    this.warnings = warnings.lines();
    this.isVersioned = isVersioned;
    for (const schema of schemas) this.addNames(schema);
    for (const schema of schemas) for (const type of schema.transactionTypes) this.checkBase(schema, type);
  }

  get isOfProduct(): boolean {
    return this.owner === 'product';
  }

  /** True where patterns and keys that mean nothing refuse the file; else they are warnings. */
  isStrict(check: SchemaCheck): boolean {
    return this.owner !== 'user' || check === 'strict' || (check === 'auto' && this.isVersioned);
  }

  private addNames(schema: SchemaSource): void {
    const others = new Set<SchemaSource>();
    for (const type of new Set(schema.transactionTypes)) {
      for (const name of new Set(namesOf(schema))) {
        const other = this.byName.get(keyOf(name, type));
        if (other === undefined) this.byName.set(keyOf(name, type), schema);
        else if (!others.has(other)) {
          others.add(other);
          const { problems } = this;
          problems.report(schema.offset, () => `Two schemas of ${type} are called \`${name}\`; the other begins in line ${problems.lineOf(other.offset)}.`);
        }
      }
    }
  }

  private checkBase(schema: SchemaSource, type: string): void {
    const { baseName, baseOffset } = schema;
    if (baseName === undefined) return;
    const seen = new Set<SchemaSource>();
    for (let one: SchemaSource | undefined = schema; one !== undefined; one = this.baseOf(one, type)) {
      if (seen.has(one)) {
        this.problems.report(baseOffset, `\`baseName\` of schema ${schema.name} leads back to itself.`);
        return;
      }
      seen.add(one);
      if (seen.size > MAX_CHAIN) {
        this.problems.report(baseOffset, `Schema ${schema.name} stands on more than ${MAX_CHAIN} others.`);
        return;
      }
    }
    if (this.baseOf(schema, type) !== undefined) return;
    const { problems, below, owner } = this;
    const known = [...new Set(below?.all.flatMap(({ transactionTypes }) => transactionTypes))].sort();
    if (answersTo(schema, baseName)) problems.report(baseOffset, `Schema ${schema.name} is based on itself.`);
    else if (owner === 'user' && !known.includes(type)) problems.report(schema.typesOffset, unknownType(type, schema, 'included schemas', known));
    else problems.report(baseOffset, () => `No schema of ${type} is called \`${baseName}\`. ${this.advice(baseName, type)}`);
  }

  /** True for a schema of the file itself. */
  has(schema: SchemaSource): boolean {
    return this.schemas.has(schema);
  }

  /** True when the transaction type has a schema of the name. */
  hasFor(name: string, type: string): boolean {
    return this.find(name, type) !== undefined;
  }

  private find(name: string, type: string): SchemaSource | undefined {
    return this.byName.get(keyOf(name, type)) ?? this.below?.find(name, type);
  }

  /** The base of a schema. A schema that names itself is based on the schema of that name in the files below its own. */
  private baseOf(schema: SchemaSource, type: string): SchemaSource | undefined {
    const { baseName } = schema;
    if (baseName === undefined) return undefined;
    const { below } = this;
    if (below !== undefined && !this.has(schema)) return below.baseOf(schema, type);
    return below !== undefined && answersTo(schema, baseName) ? below.find(baseName, type) : this.find(baseName, type);
  }

  /** The transaction types that have a schema of the name. Throws EDI_BAD_PARAMETER when none has. */
  typesOf(name: string): readonly string[] {
    const types = this.all.filter((schema) => answersTo(schema, name)).flatMap(({ transactionTypes }) => transactionTypes);
    if (types.length === 0) throw new EdiError('EDI_BAD_PARAMETER', `schemaName is '${name}', which ${this.problems.file} does not have. ${this.advice(name)}`);
    return [...new Set(types)];
  }

  /** The schema and its bases, itself first. Throws EDI_BAD_PARAMETER when the type has none of the name. */
  chain(name: string, type: string): readonly SchemaSource[] {
    const chain: SchemaSource[] = [];
    for (let one = this.find(name, type); one !== undefined; one = this.baseOf(one, type)) chain.push(one);
    if (chain.length > 0) return chain;
    const others = this.typesOf(name).join(', ');
    if (!this.all.some(({ transactionTypes }) => transactionTypes.includes(type))) {
      const message = `There is no schema for ${type}. Name a file of schemas that has one, or add one to the folder \`csv\` of the plugin.`;
      throw new EdiError('EDI_BAD_PARAMETER', message);
    }
    throw new EdiError('EDI_BAD_PARAMETER', `schemaName is '${name}', which is for ${others} and not for ${type}. ${this.advice(name, type)}`);
  }

  /** All schemas, those of the files below it after its own. */
  list(): readonly DescribedSchema[] {
    return this.all.map(({ name, aliases, transactionTypes, baseName }) => ({
      name,
      aliases,
      transactionTypes,
      ...(baseName === undefined ? {} : { baseName }),
    }));
  }

  private get all(): readonly SchemaSource[] {
    return [...this.schemas, ...(this.below?.all ?? [])];
  }

  private advice(name: string, type?: string): string {
    const known = this.all.filter(({ transactionTypes }) => type === undefined || transactionTypes.includes(type));
    const names = [...new Set(known.flatMap(namesOf))];
    const nearest = nearestName(
      name,
      names.filter((one) => one !== name),
    );
    const more = names.length > MAX_KNOWN_NAMES ? ` and ${names.length - MAX_KNOWN_NAMES} more` : '';
    return nearest === undefined ? `Known are ${names.slice(0, MAX_KNOWN_NAMES).join(', ') || 'none'}${more}.` : `Did you mean \`${nearest}\`?`;
  }
}

/** Says that there is nothing, such as tables, of a transaction type of a schema. */
export const unknownType = (type: string, { name }: SchemaSource, what: string, known: readonly string[]): string =>
  `\`transactionTypes\` of schema ${name} has \`${yaml.excerptOf(type)}\`, of which there are no ${what}. Known are ${known.join(', ')}.`;

const answersTo = (schema: SchemaSource, name: string): boolean => schema.name === name || schema.aliases.includes(name);
const namesOf = ({ name, aliases }: SchemaSource): readonly string[] => [name, ...aliases];
const keyOf = (name: string, type: string): string => JSON.stringify([name, type]);
