import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { EdiError } from '../common/edi-error';
import { nearestName } from '../common/nearest-name';
import { GUIDE_FILE } from '../guide/guide-file';
import { GuideLoader, productGuideFolder } from '../guide/guide-loader';
import type { GuideHeader } from '../guide/guide-source';
import type { Guide, LoopDef } from '../guide/guide.types';
import type { BindingObserver } from '../mapping/field';
import { bindTransactionSet } from './bound-transaction-set';
import { missingElement, nearestPlace, sourcePlace } from './declared-places';
import { declarationOf } from './plugin-metadata';
import type { PluginPackage } from './plugin-package';
import { refusePlugin } from './plugin-refusal';
import type { RegisteredTransactionSet } from './plugin.registry';
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
}

function isFor({ id, transactionSet, versions }: GuideHeader, { options: { claims, guides } }: RegisteredTransactionSet): boolean {
  if (guides?.includes(id) === false) return false;
  return claims.some(
    (claim) => claim.set === transactionSet && (claim.versions?.some((start) => versions.some((version) => version.startsWith(start))) ?? true),
  );
}

/**
 * A record for several guides may have fields that only some of them have a place for, but none that all lack: neither a segment that no
 * guide has there, nor an element that the segment lacks.
 */
function checkFields(entry: RegisteredTransactionSet, guides: readonly Guide[], folder: string): void {
  const { emits, transaction } = entry.plugin;
  const names = new Set([...emits.map((emission) => ('whole' in emission ? emission.whole : emission.record).name), transaction?.name]);
  const fields = new Map<string, FieldFindings>();
  let failure: EdiError | undefined;
  // A watched plugin is bound to all its guides at once.
  for (const guide of guides) {
    failure ??= bindChecked(entry, guide, (record, field, isBound, scope, doc) => {
      const key = `${field} of record ${record}`;
      const known = fields.get(key) ?? { field, place: doc.place, isMain: names.has(record), isBound: false, hasElement: false, nearest: undefined };
      const missing = isBound ? missingElement(doc, scope) : undefined;
      known.isBound ||= isBound;
      known.hasElement ||= isBound && missing === undefined;
      known.nearest ??= missing;
      fields.set(key, known);
    });
  }
  for (const [key, found] of fields) {
    if (found.isBound ? found.hasElement : !found.isMain) continue;
    const at = sourcePlace(folder, found);
    // A shape of the product, such as an address, may have more elements than the guide of a plugin.
    if (!found.isMain && at === '') continue;
    const what = found.nearest ?? (found.isBound ? undefined : nearestPlace(found.place, guides));
    const advice = what === undefined ? '' : ` ${what}`;
    throw refusePlugin(entry.options.id, `${key} has no place in any guide of the plugin${at}.${advice}`);
  }
  if (failure !== undefined) throw failure;
}

/** Declarations of one field in the guides of a plugin. */
interface FieldFindings {
  readonly field: string;
  readonly place: string;
  /** True for a field of a record that is emitted; those inside other records may be shared with other loops. */
  readonly isMain: boolean;
  isBound: boolean;
  hasElement: boolean;
  nearest: string | undefined;
}

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
