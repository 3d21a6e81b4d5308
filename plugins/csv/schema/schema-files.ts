import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { EdiError, FileProblems, packageRoot } from '../../../src/plugin';
import { readSchemas } from './schema-reader';
import { SchemaSet } from './schema-set';

/** The schemas that come with the product, and the name under which a folder of one's own may replace them. */
export const PRODUCT_SCHEMA_FILE = 'csv_conversion.yaml';

/** A bare file name: nothing that leads anywhere else. */
const BARE_NAME = /^[^./\\:\0][^/\\:\0]*\.ya?ml$/i;

interface KnownFile {
  readonly version: string;
  readonly set: SchemaSet;
}

/** Schema files that were read, each once for as long as it does not change. */
export class SchemaFiles {
  private readonly known = new Map<string, KnownFile>();
  private readonly productFolder = join(packageRoot(), 'schemas', 'csv');

  /**
   * Gives the schemas of a file: one in the folder, or that of the product. Throws EDI_BAD_PARAMETER for a name that is no bare file
   * name, or of no file, and EDI_SCHEMA_INVALID for a file that breaks the language.
   */
  open(name: string, folder: string | undefined): SchemaSet {
    if (!BARE_NAME.test(name) || name.includes('..')) {
      const message = 'schemaFileName is not the bare name of a YAML file (such as my-columns.yaml). Folders are not allowed.';
      throw new EdiError('EDI_BAD_PARAMETER', message);
    }
    const folders = [...(folder === undefined ? [] : [folder]), ...(name === PRODUCT_SCHEMA_FILE ? [this.productFolder] : [])];
    for (const one of folders) {
      const path = join(one, name);
      const version = versionOf(path);
      if (version !== undefined) return this.read(path, name, version);
    }
    throw new EdiError('EDI_BAD_PARAMETER', `schemaFileName is '${name}', which is no file of schemas. There are: ${this.namesIn(folder).join(', ')}.`);
  }

  private get product(): SchemaSet {
    const path = join(this.productFolder, PRODUCT_SCHEMA_FILE);
    return this.read(path, PRODUCT_SCHEMA_FILE, versionOf(path) ?? '');
  }

  private read(path: string, name: string, version: string): SchemaSet {
    const known = this.known.get(path);
    if (known?.version === version) return known.set;
    const text = readFileSync(path, 'utf8');
    const problems = new FileProblems(name, text);
    const schemas = readSchemas(text, problems);
    problems.throwIfAny('EDI_SCHEMA_INVALID');
    const isProduct = path === join(this.productFolder, PRODUCT_SCHEMA_FILE);
    const set = isProduct ? new SchemaSet(schemas, problems, undefined, true) : new SchemaSet(schemas, problems, this.product);
    problems.throwIfAny('EDI_SCHEMA_INVALID');
    this.known.set(path, { version, set });
    return set;
  }

  private namesIn(folder: string | undefined): readonly string[] {
    const own = folder === undefined || !existsSync(folder) ? [] : readdirSync(folder).filter((name) => BARE_NAME.test(name));
    return [...new Set([PRODUCT_SCHEMA_FILE, ...own])].sort();
  }
}

/** Changes when a file changes; undefined for no file. */
function versionOf(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() === true ? `${stats.mtimeMs} ${stats.size}` : undefined;
}
