import { EdiError, type FileProblems, nearestName } from '../../../src/plugin';
import type { SchemaSource } from './schema-source';

/** The schemas of one file, by name, alias and transaction type. They may stand on those of other files, and on those of the product. */
export class SchemaSet {
  constructor(
    private readonly schemas: readonly SchemaSource[],
    readonly problems: FileProblems,
    /** Where names are looked for that the file does not have. */
    private readonly below?: SchemaSet,
    /** True for the schemas of the product, which need no checking at run time. */
    readonly isOfProduct = false,
  ) {
    schemas.forEach((schema, i) => this.checkNames(schema, schemas.slice(0, i)));
    for (const schema of schemas) for (const type of schema.transactionTypes) this.checkBase(schema, type);
  }

  private checkNames(schema: SchemaSource, earlier: readonly SchemaSource[]): void {
    const names = [schema.name, ...schema.aliases];
    for (const other of earlier) {
      const type = schema.transactionTypes.find((one) => other.transactionTypes.includes(one));
      const name = names.find((one) => answersTo(other, one));
      if (type !== undefined && name !== undefined)
        this.problems.report(schema.offset, `Two schemas of ${type} are called \`${name}\`; the other begins in line ${this.problems.lineOf(other.offset)}.`);
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
    }
    if (this.baseOf(schema, type) !== undefined) return;
    this.problems.report(baseOffset, `No schema of ${type} is called \`${baseName}\`. ${this.advice(baseName, type)}`);
  }

  /** True for a schema that stands in the file itself. */
  has(schema: SchemaSource): boolean {
    return this.schemas.includes(schema);
  }

  private find(name: string, type: string): SchemaSource | undefined {
    return this.schemas.find((schema) => schema.transactionTypes.includes(type) && answersTo(schema, name)) ?? this.below?.find(name, type);
  }

  /** The schema that another stands on. One that names itself stands on that of the files below its own. */
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

  /** The schema and those that it stands on, itself first. Throws EDI_BAD_PARAMETER when the type has none of the name. */
  chain(name: string, type: string): readonly SchemaSource[] {
    const chain: SchemaSource[] = [];
    for (let one = this.find(name, type); one !== undefined; one = this.baseOf(one, type)) chain.push(one);
    if (chain.length > 0) return chain;
    const others = this.typesOf(name).join(', ');
    throw new EdiError('EDI_BAD_PARAMETER', `schemaName is '${name}', which is for ${others} and not for ${type}. ${this.advice(name, type)}`);
  }

  private get all(): readonly SchemaSource[] {
    return [...this.schemas, ...(this.below?.all ?? [])];
  }

  private advice(name: string, type?: string): string {
    const known = this.all.filter(({ transactionTypes }) => type === undefined || transactionTypes.includes(type));
    const names = [...new Set(known.flatMap((schema) => [schema.name, ...schema.aliases]))];
    const nearest = nearestName(
      name,
      names.filter((one) => one !== name),
    );
    return nearest === undefined ? `Known are ${names.join(', ') || 'none'}.` : `Did you mean \`${nearest}\`?`;
  }
}

const answersTo = (schema: SchemaSource, name: string): boolean => schema.name === name || schema.aliases.includes(name);
