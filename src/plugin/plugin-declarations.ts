import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { EdiError } from '../common/edi-error';
import { nearestName } from '../common/nearest-name';
import { GUIDE_FILE } from '../guide/guide-file';
import { GuideLoader, productGuideFolder } from '../guide/guide-loader';
import type { GuideHeader } from '../guide/guide-source';
import type { Guide, LoopDef } from '../guide/guide.types';
import type { BindingObserver, FieldDoc } from '../mapping/field';
import { bindTransactionSet } from './bound-transaction-set';
import { codeIn, missingElement, namesRecord, nearestPlace, type PackageCode, sourcePlace } from './declared-places';
import { declarationOf } from './plugin-metadata';
import type { PluginPackage } from './plugin-package';
import { refusePlugin } from './plugin-refusal';
import type { RegisteredTransactionSet } from './plugin.registry';
import { checkTables } from './table-declarations';
import type { TransactionSetOptions } from './transaction-set.plugin';

/**
 * Checks the guides of a package, and that the declarations of its plugins fit their guides. Throws EDI_PLUGIN_INVALID with the name of the package; errors in
 * a guide are listed with file, line and column.
 */
export function checkDeclarations(loaded: PluginPackage): void {
  try {
    const own = readOwnGuides(loaded);
    for (const plugin of loaded.plugins) {
      const declared = declarationOf(plugin);
      if (declared?.kind === 'transactionSet') checkSet(asEntry(declared.options, plugin), own, loaded.folder);
    }
  } catch (cause) {
    if (!(cause instanceof EdiError) || cause.code === 'EDI_PLUGIN_INVALID') throw cause;
    throw refusePlugin(loaded.name, cause.message, cause);
  }
}

/** The guides that a plugin may use: those of the product, and of its package. */
interface Guides {
  readonly loader: GuideLoader;
  readonly headers: readonly GuideHeader[];
}

function readOwnGuides({ name, guideFolder }: PluginPackage): Guides {
  const product = new GuideLoader();
  const ofProduct = product.readHeaders();
  if (guideFolder === undefined) return { loader: product, headers: ofProduct };
  const own = new GuideLoader([guideFolder]);
  for (const id of guideIdsIn(guideFolder)) {
    if (ofProduct.some((header) => header.id === id)) {
      throw refusePlugin(name, `its guide ${id} has the id of a guide that comes with Clearloop. Give the file another name, and the guide that id.`);
    }
    own.load(id);
  }
  const loader = new GuideLoader([productGuideFolder(), guideFolder]);
  return { loader, headers: loader.readHeaders() };
}

const guideIdsIn = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((file) => (file.endsWith(GUIDE_FILE) ? [basename(file, GUIDE_FILE)] : []));

function checkSet(entry: RegisteredTransactionSet, { loader, headers }: Guides, folder: string): void {
  const { id, guides } = entry.options;
  for (const guide of guides ?? []) if (!headers.some((header) => header.id === guide)) throw unknownGuide(id, guide, headers);
  const bound = headers.filter((header) => isFor(header, entry)).map((header) => loader.load(header.id));
  checkFields(entry, bound, folder);
  if (bound.length === 0 && entry.options.claims.some(({ set }) => set !== '*')) {
    const sets = [...new Set(entry.options.claims.map(({ set }) => set))].join(', ');
    throw refusePlugin(id, `there is no guide for set ${sets}. Put one into the folder guides of its package.`);
  }
  checkRules(entry, bound);
  checkTables(id, entry.plugin, folder);
}

function isFor({ id, transactionSet, versions }: GuideHeader, { options: { claims, guides } }: RegisteredTransactionSet): boolean {
  if (guides?.includes(id) === false) return false;
  return claims.some(
    (claim) => claim.set === transactionSet && (claim.versions?.some((start) => versions.some((version) => version.startsWith(start))) ?? true),
  );
}

/**
 * A record for several guides may have fields that only some of them have a place for, but none that all lack: neither a segment that no
 * guide has there, nor an element that the segment lacks. The same holds for records inside others, in all loops where they are used.
 */
function checkFields(entry: RegisteredTransactionSet, guides: readonly Guide[], folder: string): void {
  const { fields, failure } = gatherFields(entry, guides);
  const code = codeIn(folder);
  const nowhere = [...fields.values()].filter((found) => !(found.isBound && found.hasElement) && isOfPackage(found, code));
  // A field without a place takes the fields of its record with it.
  const lost = new Set(nowhere.filter(({ isBound }) => !isBound).map(({ doc }) => doc.record?.name));
  const found = nowhere.find(({ isMain }) => isMain) ?? nowhere.find(({ record }) => !lost.has(record)) ?? nowhere[0];
  if (found === undefined) {
    if (failure !== undefined) throw failure;
    return;
  }
  const advice = found.nearest ?? (found.isBound ? undefined : nearestPlace(found.doc.place, guides));
  const where = `${found.field} of record ${found.record} has no place in any guide of the plugin${lineOf(found, code)}.`;
  throw refusePlugin(entry.options.id, advice === undefined ? where : `${where} ${advice}`);
}

/** Declarations of one field in the guides of a plugin. */
interface FieldFindings {
  readonly record: string;
  readonly field: string;
  readonly doc: FieldDoc;
  /** True for a field of a record that is emitted; those inside other records may be shared with other loops. */
  readonly isMain: boolean;
  isBound: boolean;
  hasElement: boolean;
  nearest: string | undefined;
}

/** Binds a plugin to its guides, and gathers what became of each field. `failure` is the first error of a declaration without a place. */
function gatherFields(entry: RegisteredTransactionSet, guides: readonly Guide[]): { readonly fields: Map<string, FieldFindings>; readonly failure?: EdiError } {
  const { emits, transaction } = entry.plugin;
  const names = new Set([...emits.map((emission) => ('whole' in emission ? emission.whole : emission.record).name), transaction?.name]);
  const fields = new Map<string, FieldFindings>();
  let failure: EdiError | undefined;
  // A watched plugin is bound to all its guides at once.
  for (const guide of guides) {
    failure ??= bindChecked(entry, guide, (record, field, isBound, scope, doc) => {
      if (doc.neverProduced !== undefined) return;
      const key = `${record} ${field}`;
      const known = fields.get(key) ?? { record, field, doc, isMain: names.has(record), isBound: false, hasElement: false, nearest: undefined };
      const missing = isBound ? missingElement(doc, scope) : undefined;
      known.isBound ||= isBound;
      known.hasElement ||= isBound && missing === undefined;
      known.nearest ??= missing;
      fields.set(key, known);
    });
  }
  return failure === undefined ? { fields } : { fields, failure };
}

const lineOf = ({ field, doc }: FieldFindings, code: PackageCode): string => sourcePlace(code, { field, place: doc.place });

/** A shape of the product, such as an address, may have more elements than the guide of a plugin, and segments that its loop has no place for. */
const isOfPackage = (found: FieldFindings, code: PackageCode): boolean =>
  found.isMain || (lineOf(found, code) !== '' && (found.isBound || namesRecord(code, found.record)));

/** Binds the plugin. Returns the error of a declaration without a place; text that is no place at all is refused at once. */
function bindChecked(entry: RegisteredTransactionSet, guide: Guide, onField: BindingObserver): EdiError | undefined {
  try {
    bindTransactionSet(entry, guide, onField);
    return undefined;
  } catch (cause) {
    if (cause instanceof EdiError && cause.code === 'EDI_MAPPING_INVALID') return cause;
    throw cause instanceof TypeError ? refusePlugin(entry.options.id, cause.message, cause) : cause;
  }
}

/** A rule for a loop that does not exist would never run. */
function checkRules({ options, plugin }: RegisteredTransactionSet, guides: readonly Guide[]): void {
  for (const rule of plugin.rules ?? []) {
    if (!('loop' in rule)) continue;
    const ofRule = guides.filter(({ id }) => rule.guides?.includes(id) ?? true);
    const nowhere = [rule.loop].flat().find((loop) => !ofRule.some(({ root }) => hasLoop(root, loop)));
    if (nowhere !== undefined) throw refusePlugin(options.id, `rule ${rule.id} looks at loop ${nowhere}, which no guide of the plugin has.`);
  }
}

const hasLoop = (loop: LoopDef, id: string): boolean => loop.id === id || loop.children.some((child) => child.kind === 'loop' && hasLoop(child, id));

function unknownGuide(id: string, guide: string, headers: readonly GuideHeader[]): EdiError {
  const nearest = nearestName(
    guide,
    headers.map((header) => header.id),
  );
  return refusePlugin(id, `its guide ${guide} is unknown.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`);
}

/** The shape was checked when the package was loaded. */
function asEntry(options: TransactionSetOptions, plugin: object): RegisteredTransactionSet {
  return { options, plugin } as RegisteredTransactionSet;
}
