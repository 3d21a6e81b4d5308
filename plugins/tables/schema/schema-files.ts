import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { EdiError } from '../../../src/plugin';
import { packageRoot, readYamlNodes, type SchemaFile, yaml } from '../../../src/plugin/io';
import { readSchemas, type SchemaYaml } from './schema-reader';
import { MAX_FILE_BYTES } from './schema-limits';
import { type SchemaOwner, SchemaSet } from './schema-set';
import type { SchemaSource } from './schema-source';

/** The schemas that come with the product, and the name under which a custom folder may replace them. */
export const PRODUCT_SCHEMA_FILE = 'csv_conversion.yaml';

/** A bare file name: nothing that leads anywhere else. */
const BARE_NAME = /^[^./\\:\0][^/\\:\0]*\.ya?ml$/i;

interface KnownFile {
  readonly version: string;
  readonly below: SchemaSet | undefined;
  readonly set: SchemaSet;
}

/** Schema files that were read, each once until it changes. */
export class SchemaFiles {
  private readonly known = new Map<string, KnownFile>();
  private readonly productFolder = join(packageRoot(), 'schemas', 'csv');

  /**
   * Returns the schemas of a file: one in the folder, or that of the product. Throws EDI_BAD_PARAMETER for a name that is no bare file
   * name, or of no file, and EDI_SCHEMA_INVALID for a file that breaks the language.
   */
  open(name: string, folder: string | undefined, ofPackages: readonly SchemaFile[]): SchemaSet {
    if (!BARE_NAME.test(name) || name.includes('..')) {
      const message = 'schemaFileName is not the bare name of a YAML file (such as my-columns.yaml). Folders are not allowed.';
      throw new EdiError('EDI_BAD_PARAMETER', message);
    }
    const path = folder === undefined ? undefined : fileIn(folder, name);
    if (path !== undefined) return this.read(path, this.shipped(ofPackages), 'user');
    if (name === PRODUCT_SCHEMA_FILE) return this.shipped(ofPackages);
    throw new EdiError('EDI_BAD_PARAMETER', `schemaFileName is '${name}', which is no file of schemas. There are: ${this.namesIn(folder).join(', ')}.`);
  }

  /** The schemas of the product, and those of packages for their tables: each is based on those before it. */
  private shipped(ofPackages: readonly SchemaFile[]): SchemaSet {
    const product = join(this.productFolder, PRODUCT_SCHEMA_FILE);
    let set = this.read(product, undefined, 'product');
    for (const { path, transactionTypes } of ofPackages) set = this.read(path, set, 'package', transactionTypes);
    return set;
  }

  /** `below` is searched for names that the file does not have; `types` are its allowed types, absent for all. */
  private read(path: string, below: SchemaSet | undefined, owner: SchemaOwner, types?: readonly string[]): SchemaSet {
    const { mtimeMs, size } = statSync(path);
    const version = `${mtimeMs} ${size}`;
    const known = this.known.get(path);
    if (known?.version === version && known.below === below) return known.set;
    if (size > MAX_FILE_BYTES)
      throw new EdiError('EDI_SCHEMA_INVALID', `${basename(path)} has ${size} bytes; ${MAX_FILE_BYTES} are allowed for a file of schemas.`);
    const text = readFileSync(path, 'utf8');
    const problems = new yaml.FileProblems(basename(path), text);
    const prepared: SchemaYaml = (...given) => readYamlNodes(path, ...given);
    const file = readSchemas(text, problems, owner === 'product' ? prepared : undefined);
    for (const schema of file.schemas) checkTypes(schema, types, problems);
    const refuseIfAny = (): void => {
      // All errors of a file are reported at once.
      if (!problems.isEmpty) problems.include(file.warnings);
      problems.throwIfAny('EDI_SCHEMA_INVALID');
    };
    refuseIfAny();
    const set = new SchemaSet(file, problems, below, owner);
    refuseIfAny();
    this.known.set(path, { version, below, set });
    return set;
  }

  private namesIn(folder: string | undefined): readonly string[] {
    const own = folder === undefined || !existsSync(folder) ? [] : readdirSync(folder).filter((name) => BARE_NAME.test(name));
    return [...new Set([PRODUCT_SCHEMA_FILE, ...own])].sort();
  }
}

/** The schemas of a package are for its own tables, so that it cannot change those of others. */
function checkTypes({ transactionTypes, name, offset }: SchemaSource, types: readonly string[] | undefined, problems: yaml.FileProblems): void {
  const other = transactionTypes.find((type) => types?.includes(type) === false);
  if (other !== undefined) problems.report(offset, `Schema ${name} is for ${other}, of which the package has no table.`);
}

/**
 * The path of a file of the folder; undefined if there is none. A link may lead to another file below the folder, as in a mounted one; files outside are never
 * read. Throws EDI_BAD_PARAMETER for a link to one.
 */
function fileIn(folder: string, name: string): string | undefined {
  const path = join(folder, name);
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const root = realpathSync(folder);
  if (realpathSync(path).startsWith(root.endsWith(sep) ? root : root + sep)) return path;
  throw new EdiError('EDI_BAD_PARAMETER', `schemaFileName is '${name}', a link that leads out of the folder of schemas.`);
}
