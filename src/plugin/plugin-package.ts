import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve, sep } from 'node:path';
import { EdiError } from '../common/edi-error';
import { GUIDE_FILE } from '../guide/guide-file';
import { shareContract } from './contract-module';
import { isPluginType, requireModule } from './plugin-loader';
import { declarationOf, isDefinition, PLUGIN_CONTRACT } from './plugin-metadata';
import { refusePlugin } from './plugin-refusal';
import { wrongShape } from './plugin-shape';

/** A class with `@Module()`, or the object of a dynamic module. */
export type NestModule = (new () => object) | { readonly module: new () => object };

/** A plugin package from outside the product, loaded. */
export interface PluginPackage {
  /** Name in messages: that of its package.json, else the folder. */
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
  /** Its exports; each fits the contract. */
  readonly plugins: readonly object[];
  /** Nest modules that it exports, whose providers the service makes. The plugins among those are not known yet. */
  readonly nestModules: readonly NestModule[];
  /** Its folder `guides`; undefined when it has none. */
  readonly guideFolder: string | undefined;
  /** The files of its folder `csv`, absolute, by name. */
  readonly schemaFiles: readonly string[];
}

/**
 * Loads a plugin package: a folder with a package.json, or the name of an installed package, which is resolved from the working folder and next to Clearloop.
 * Throws EDI_PLUGIN_INVALID with its name and the reason.
 */
export function loadPluginPackage(nameOrFolder: string): PluginPackage {
  const folder = findPackage(nameOrFolder);
  const name = readManifest(folder, nameOrFolder);
  const guideFolder = join(folder, 'guides');
  const csvFolder = join(folder, 'csv');
  return {
    name,
    folder,
    ...loadExports(folder, name),
    guideFolder: existsSync(guideFolder) ? guideFolder : undefined,
    schemaFiles: existsSync(csvFolder) ? yamlFilesOf(csvFolder) : [],
  };
}

const yamlFilesOf = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(GUIDE_FILE))
    .sort()
    .map((file) => join(folder, file));

function findPackage(name: string): string {
  const folder = resolve(name);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  if (/^\.{0,2}[/\\]/.test(name)) throw refusePlugin(name, 'there is no such folder.');
  const starts = [join(process.cwd(), 'package.json'), __filename];
  const places = starts.flatMap((start) => createRequire(start).resolve.paths(name) ?? []);
  const found = places.map((place) => join(place, name)).find((place) => existsSync(join(place, 'package.json')));
  if (found === undefined) throw refusePlugin(name, 'there is no folder and no installed package of this name.');
  return found;
}

/** Checks the version of the contract and returns the name of the package. */
function readManifest(folder: string, nameOrFolder: string): string {
  const { name, contract } = parseManifest(folder, nameOrFolder);
  const shown = typeof name === 'string' && name !== '' ? name : nameOrFolder;
  if (contract === undefined) {
    throw refusePlugin(shown, `its package.json does not name the contract. Add "clearloop": { "contract": ${PLUGIN_CONTRACT} }.`);
  }
  if (contract !== PLUGIN_CONTRACT) {
    const message = `it is written for contract ${JSON.stringify(contract)}, and this Clearloop keeps contract ${PLUGIN_CONTRACT}. Use versions that fit each other, or change it as docs/plugin-contracts.md says.`;
    throw refusePlugin(shown, message);
  }
  return shown;
}

function parseManifest(folder: string, nameOrFolder: string): { readonly name: unknown; readonly contract: unknown } {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) throw refusePlugin(nameOrFolder, 'it has no package.json.');
  try {
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { readonly name?: unknown; readonly clearloop?: { readonly contract?: unknown } };
    return { name: manifest.name, contract: manifest.clearloop?.contract };
  } catch (cause) {
    throw refusePlugin(nameOrFolder, 'its package.json is no JSON.', cause);
  }
}

function loadExports(folder: string, name: string): Pick<PluginPackage, 'plugins' | 'nestModules'> {
  const entry = load(folder, name);
  // A plugin may be the module itself, and may be exported under two names.
  const exported = [...new Set(isDefinition(entry) ? [entry] : Object.values(entry))];
  const nestModules = exported.filter(isNestModule);
  const plugins = exported.flatMap((value) => {
    if (isDefinition(value)) return [value];
    // Nest makes the classes of a package with a module: they may have dependencies.
    return isPluginType(value) && nestModules.length === 0 ? [make(value, name, folder)] : [];
  });
  if (plugins.length === 0 && nestModules.length === 0) {
    const advice = 'Export what `defineTransactionSet`, `defineOutput`, `defineAcknowledgment` or `defineFormat` of clearloop/plugin gives.';
    throw refusePlugin(name, `it exports no plugin. ${advice}`);
  }
  for (const plugin of plugins) {
    const declared = declarationOf(plugin);
    const wrong = declared && wrongShape(plugin, declared);
    if (wrong !== undefined) throw refusePlugin(name, `its plugin ${idOf(plugin)} ${withStop(wrong)}`);
  }
  return { plugins, nestModules };
}

/** Metadata that `@Module()` leaves on a class. Nest itself is not loaded for the question. */
const MODULE_KEYS: readonly string[] = ['imports', 'providers', 'controllers', 'exports'];

function isNestModule(value: unknown): value is NestModule {
  if (typeof value === 'object' && value !== null && 'module' in value) return typeof value.module === 'function';
  if (typeof value !== 'function' || !('getOwnMetadataKeys' in Reflect)) return false;
  return Reflect.getOwnMetadataKeys(value).some((key: unknown) => MODULE_KEYS.some((one) => one === key));
}

/** Returns the class of a module, dynamic or not. */
export const moduleClassOf = (nestModule: NestModule): new () => object => ('module' in nestModule ? nestModule.module : nestModule);

function load(folder: string, name: string): Readonly<Record<string, unknown>> {
  shareContract(folder);
  try {
    return requireModule(folder);
  } catch (cause) {
    if (cause instanceof EdiError) throw refusePlugin(name, `${cause.message}${placeOf(cause, folder)}`, cause);
    throw refusePlugin(name, `it cannot be loaded: ${firstLine(cause)}${placeOf(cause, folder)} Is it built, and are its dependencies installed?`, cause);
  }
}

function make(type: new () => object, name: string, folder: string): object {
  try {
    return new type();
  } catch (cause) {
    throw refusePlugin(name, `the constructor of ${type.name} threw: ${firstLine(cause)}${placeOf(cause, folder)}`, cause);
  }
}

/** The name of a plugin in messages; its id may be invalid. */
function idOf(plugin: object): string {
  const id: unknown = declarationOf(plugin)?.options.id;
  return typeof id === 'string' && id !== '' ? id : '(without id)';
}

const withStop = (sentence: string): string => (/[.?]$/.test(sentence) ? sentence : `${sentence}.`);

/** ` (src/order.js:12)`: the place in the package that an error of loading comes from, for syntax errors the place that cannot be read. */
function placeOf(cause: unknown, folder: string): string {
  const stack = cause instanceof Error ? (cause.stack ?? '') : '';
  const root = realpathSync(folder) + sep;
  const inPackage = stack.split('\n').find((line) => line.includes(root) && /:\d+/.test(line));
  const place = inPackage?.slice(inPackage.indexOf(root) + root.length).match(/^(.+?:\d+)/)?.[1];
  return place === undefined ? '' : ` (${place.split(sep).join('/')})`;
}

/** The first line of a module's load error, because Node adds the stack of requires. */
const firstLine = (cause: unknown): string => withStop((cause instanceof Error ? cause.message : String(cause)).split('\n')[0] ?? '');
