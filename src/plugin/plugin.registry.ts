import type { TableLayout } from '../mapping/columns/table';
import type { RuleFacts } from '../validation/rule';
import { GENERAL_RULES } from '../validation/rule-catalogue';
import type { AcknowledgmentOptions, AcknowledgmentPlugin } from './acknowledgment.plugin';
import type { FormatOptions, FormatPlugin } from './format.plugin';
import type { OutputOptions, OutputPlugin, SchemaFile } from './output.plugin';
import type { Generation } from './generation';
import { matchTable } from './match-table';
import type { MatchSide } from './matching';
import { declarationOf } from './plugin-metadata';
import type { PluginPackage } from './plugin-package';
import { refusePlugin } from './plugin-refusal';
import { makeProductPlugins, type ProductSet, productSets } from './product-plugins';
import { tablesOf } from './table-declarations';
import { wrongShape } from './plugin-shape';
import type { Sample, TransactionSample } from './sample';
import type { TransactionSetOptions, TransactionSetPlugin } from './transaction-set.plugin';

/** The set of a claim for every set. */
const ANY_SET = '*';

/** A registered transaction-set plugin. */
export interface RegisteredTransactionSet {
  readonly options: TransactionSetOptions;
  readonly plugin: TransactionSetPlugin;
}

/** A generation of a registered plugin, and the names under which it is requested. */
export interface RegisteredGeneration {
  readonly entry: RegisteredTransactionSet;
  readonly generation: Generation;
  readonly sets: readonly string[];
}

/** A registered output plugin. */
export interface RegisteredOutput {
  readonly options: OutputOptions;
  readonly plugin: OutputPlugin;
}

/** A registered acknowledgment plugin. */
export interface RegisteredAcknowledgment {
  readonly options: AcknowledgmentOptions;
  readonly plugin: AcknowledgmentPlugin;
}

/** A registered plugin for an input format. */
export interface RegisteredFormat {
  readonly options: FormatOptions;
  readonly plugin: FormatPlugin;
}

/**
 * The plugins of one engine. Filled at start, only read afterwards.
 * Refuses duplicate ids, claims that two plugins make, and plugins that do not fit the contract: EDI_PLUGIN_INVALID with the plugin's id.
 */
export class PluginRegistry {
  private readonly transactionSets: RegisteredTransactionSet[] = [];
  private readonly outputs = new Map<string, RegisteredOutput>();
  private readonly acknowledgments = new Map<string, RegisteredAcknowledgment>();
  private readonly formatsById = new Map<string, RegisteredFormat>();
  private readonly packages: PluginPackage[] = [];
  /** The entries of the product's plugins. */
  private productEntries: ReadonlySet<object> = new Set();
  private madeMatchTable: TableLayout | undefined;

  /** A registry with the plugins of the product. */
  static ofProduct(): PluginRegistry {
    const registry = new PluginRegistry();
    registry.addProduct();
    return registry;
  }

  /** Registers a declared object, or an instance of a marked class; returns false for anything else. */
  register(plugin: object): boolean {
    const declared = declarationOf(plugin);
    if (declared === undefined) return false;
    const wrong = wrongShape(plugin, declared);
    if (wrong !== undefined) throw refusePlugin(declared.options.id, `it ${wrong}.`);
    if (declared.kind === 'transactionSet') this.addTransactionSet(asTransactionSet({ options: declared.options, plugin }));
    else if (declared.kind === 'output') this.addOutput(asOutput({ options: declared.options, plugin }));
    else if (declared.kind === 'acknowledgment') this.addAcknowledgment(asAcknowledgment({ options: declared.options, plugin }));
    else this.addFormat(asFormat({ options: declared.options, plugin }));
    return true;
  }

  /**
   * Registers the plugins that come with the product, before all others. What its sets declare is not compared with other plugins, which would load it: tests do
   * that.
   */
  addProduct(plugins = makeProductPlugins(), sets = productSets): void {
    for (const plugin of plugins) this.register(plugin);
    this.transactionSets.push(...sets.map((set) => new MadeLater(set)));
    this.productEntries = new Set(this.all);
  }

  /** Registers the plugins of a package from outside the product. */
  addPackage(added: PluginPackage): void {
    for (const plugin of added.plugins) this.register(plugin);
    this.packages.push(added);
  }

  /** True if a plugin is neither one of the product nor of a package. */
  get hasOther(): boolean {
    const others = this.all.filter((entry) => !this.productEntries.has(entry));
    return !others.every(({ plugin }) => this.packages.some(({ plugins }) => plugins.includes(plugin)));
  }

  private get all(): readonly { readonly plugin: object }[] {
    return [...this.transactionSets, ...this.outputs.values(), ...this.acknowledgments.values(), ...this.formatsById.values()];
  }

  /** Folders with guides that packages bring. */
  get guideFolders(): readonly string[] {
    return this.packages.flatMap(({ guideFolder }) => guideFolder ?? []);
  }

  /** Files with schemas that packages bring for their tables, and the package of each. */
  get schemaFiles(): readonly (SchemaFile & { readonly packageName: string })[] {
    return this.packages.flatMap(({ name: packageName, plugins, schemaFiles }) => {
      const tables = this.transactionSets.flatMap(({ plugin }) => (plugins.includes(plugin) ? tablesOf(plugin) : []));
      const transactionTypes = [...new Set(tables.map(({ transactionType }) => transactionType))];
      return schemaFiles.map((path) => ({ path, transactionTypes, packageName }));
    });
  }

  /**
   * The plugin that claims the set. A plugin takes precedence over those that it replaces, a claim by version over a claim of every version, and a claim of
   * requested objects over one that always holds.
   */
  findTransactionSet(set: string, versions: readonly string[], objects: ReadonlySet<string> = NO_OBJECTS): RegisteredTransactionSet | undefined {
    const claims = this.transactionSets.flatMap((entry) => entry.options.claims.filter((claim) => claim.set === set).map((claim) => ({ entry, claim })));
    const requested = claims.filter(({ claim }) => claim.objects !== undefined && objects.has(claim.objects));
    const always = claims.filter(({ claim }) => claim.objects === undefined);
    return (choose(requested, versions) ?? choose(always, versions))?.entry ?? this.anySetPlugin;
  }

  /** What can be generated, in the order of registration, without plugins that another one replaces. */
  get generations(): readonly RegisteredGeneration[] {
    const all = this.transactionSets.flatMap(generationsOf);
    return all.filter(
      (one) => !all.some((other) => other.sets.some((set) => one.sets.includes(set)) && other.entry.options.replaces?.includes(one.entry.options.id)),
    );
  }

  /** The generation of a name, such as 835 or 277CA; undefined for a set that is not generated. */
  findGeneration(set: string): RegisteredGeneration | undefined {
    return this.generations.find(({ sets }) => sets.includes(set));
  }

  /** The synthetic files that can be written, in the order of their ids, without those that another plugin replaces. */
  get samples(): readonly (Sample | TransactionSample)[] {
    const replaced = new Set(this.transactionSets.flatMap(({ options }) => options.replaces ?? []));
    const ofSets = this.transactionSets.flatMap(({ options, plugin }) => (replaced.has(options.id) ? [] : (plugin.samples ?? [])));
    return [...ofSets, ...this.formats.flatMap(({ plugin }) => plugin.samples ?? [])].sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  /** The rules of all plugins. Loads the declarations of every set. */
  get rules(): readonly RuleFacts[] {
    return [...this.transactionSets, ...this.formats].flatMap(({ plugin }): readonly RuleFacts[] => plugin.rules ?? []);
  }

  /** Names of objects that are emitted only on request, in alphabetical order. */
  get objectNames(): readonly string[] {
    const names = this.transactionSets.flatMap(({ options }) => options.claims.flatMap(({ objects }) => objects ?? []));
    return [...new Set(names)].sort();
  }

  /** The plugin that claims every set; undefined when there is none. */
  get anySetPlugin(): RegisteredTransactionSet | undefined {
    return this.transactionSets.find(({ options }) => options.claims.some(({ set }) => set === ANY_SET));
  }

  findOutput(id: string): RegisteredOutput | undefined {
    return this.outputs.get(id);
  }

  get outputIds(): string[] {
    return [...this.outputs.keys()].sort();
  }

  /** The input formats in addition to X12, in the order of their registration. */
  get formats(): readonly RegisteredFormat[] {
    return [...this.formatsById.values()];
  }

  findFormat(id: string): RegisteredFormat | undefined {
    return this.formatsById.get(id);
  }

  /** The acknowledgment of an id; without one the first that was registered. */
  findAcknowledgment(id?: string): RegisteredAcknowledgment | undefined {
    return id === undefined ? this.acknowledgments.values().next().value : this.acknowledgments.get(id);
  }

  get acknowledgmentIds(): string[] {
    return [...this.acknowledgments.keys()].sort();
  }

  /** All sides of pairs, in the order of registration. */
  get matchSides(): readonly MatchSide[] {
    return this.transactionSets.flatMap(({ plugin }) => plugin.matching ?? []);
  }

  /** A registry with the same outputs whose plugins emit the sides of pairs: `listedAs` is the number of the side in `matchSides`. */
  forMatching(): PluginRegistry {
    const made = new PluginRegistry();
    const { matchSides } = this;
    for (const { options, plugin } of this.transactionSets) {
      const sides = plugin.matching ?? [];
      if (sides.length === 0) continue;
      const claims = options.claims.map(({ objects: _requested, ...claim }) => claim);
      const emits = sides.map((side) => {
        const { unit, record, guides, hasOwnContent } = side;
        return { unit, record, listedAs: String(matchSides.indexOf(side)), ...(guides ? { guides } : {}), ...(hasOwnContent ? { hasOwnContent } : {}) };
      });
      made.transactionSets.push({ options: { ...options, claims }, plugin: { emits } });
    }
    for (const [id, output] of this.outputs) made.outputs.set(id, output);
    made.packages.push(...this.packages);
    return made;
  }

  get transactionSetPlugins(): readonly RegisteredTransactionSet[] {
    return this.transactionSets;
  }

  /** The lists that hold records where a whole file is one object, in the order of the alphabet: without those of objects on request. */
  get listNames(): readonly string[] {
    const usual = this.transactionSets.filter(({ options }) => options.claims.some(({ objects }) => objects === undefined));
    const names = usual.flatMap(({ plugin }) => plugin.emits.flatMap(({ listedAs }) => listedAs ?? []));
    return [...new Set(names)].sort();
  }

  /** The table of MATCH records; undefined without any side of a pair. Made once. */
  get matchTable(): TableLayout | undefined {
    if (this.matchSides.length === 0) return undefined;
    return (this.madeMatchTable ??= matchTable(this.matchSides));
  }

  /** The tables that plugins lay their records out as. */
  get tables(): readonly TableLayout[] {
    const ofFormats = this.formats.flatMap(({ plugin }) => plugin.table ?? []);
    return [...this.transactionSets.flatMap(({ plugin }) => tablesOf(plugin)), ...ofFormats, ...(this.matchTable ? [this.matchTable] : [])];
  }

  private addTransactionSet(added: RegisteredTransactionSet): void {
    const { id, claims } = added.options;
    if (this.transactionSets.some(({ options }) => options.id === id)) throw refusePlugin(id, 'another plugin has the same id.');
    for (const claim of claims) {
      const other = this.transactionSets.find((entry) => entry.options.claims.some((one) => isSameClaim(one, claim)) && !isReplaced(added, entry));
      if (other === undefined) continue;
      const advice = `To stand in for it, say \`replaces: ['${other.options.id}']\``;
      throw refusePlugin(id, `plugin ${other.options.id} claims set ${claim.set} for the same versions. ${advice}.`);
    }
    this.checkTables(added);
    this.checkRules(id, added.plugin.rules);
    this.checkSamples(added.options, added.plugin.samples);
    this.transactionSets.push(added);
  }

  /** Schemas choose tables by these names. */
  private checkTables({ options, plugin }: RegisteredTransactionSet): void {
    for (const { transactionType, list } of tablesOf(plugin)) {
      const other = this.transactionSets.find((entry) => tablesOf(entry.plugin).some((one) => one.transactionType === transactionType && one.list === list));
      if (other === undefined) continue;
      throw refusePlugin(options.id, `plugin ${other.options.id} has a table ${list} of ${transactionType} too. Give the table another transaction type.`);
    }
  }

  /** Levels and switches know rules by their ids. */
  private checkRules(pluginId: string, rules: readonly RuleFacts[] = []): void {
    for (const { id } of rules) {
      const other = [...this.transactionSets, ...this.formats].find(({ plugin }) => plugin.rules?.some((rule: RuleFacts) => rule.id === id));
      const owner = GENERAL_RULES.some((rule) => rule.id === id) ? 'Clearloop' : other && `plugin ${other.options.id}`;
      if (owner !== undefined) throw refusePlugin(pluginId, `${owner} has a rule ${id} too. Give the rule another id.`);
    }
  }

  /** Requests know samples by their ids. A plugin may name a sample as one does that it replaces. */
  private checkSamples({ id, replaces = [] }: { readonly id: string; readonly replaces?: readonly string[] }, samples: readonly Sample[] = []): void {
    for (const sample of samples) {
      const other = [...this.transactionSets, ...this.formats].find(({ plugin }) => plugin.samples?.some((one: Sample) => one.id === sample.id));
      if (other === undefined || replaces.includes(other.options.id)) continue;
      throw refusePlugin(id, `plugin ${other.options.id} has a sample ${sample.id} too. Give the sample another id.`);
    }
  }

  private addOutput(added: RegisteredOutput): void {
    const { id } = added.options;
    if (this.outputs.has(id)) throw refusePlugin(id, 'another output plugin has the same id.');
    this.outputs.set(id, added);
  }

  private addFormat(added: RegisteredFormat): void {
    const { id } = added.options;
    if (this.formatsById.has(id)) throw refusePlugin(id, 'another format plugin has the same id.');
    this.checkRules(id, added.plugin.rules);
    const foreign = added.plugin.rules?.find((rule) => !rule.id.startsWith(`${id}-`));
    if (foreign !== undefined) throw refusePlugin(id, `its rule ${foreign.id} has to begin with the id of the format, as ${id}-${foreign.id} does.`);
    this.checkSamples(added.options, added.plugin.samples);
    this.formatsById.set(id, added);
  }

  private addAcknowledgment(added: RegisteredAcknowledgment): void {
    const { id } = added.options;
    if (this.acknowledgments.has(id)) throw refusePlugin(id, 'another acknowledgment plugin has the same id.');
    this.acknowledgments.set(id, added);
  }
}

/** A transaction-set plugin that is made when it is first needed. */
class MadeLater implements RegisteredTransactionSet {
  readonly options: TransactionSetOptions;
  private made: TransactionSetPlugin | undefined;

  constructor(private readonly set: ProductSet) {
    this.options = set.options;
  }

  get plugin(): TransactionSetPlugin {
    return (this.made ??= this.set.make());
  }
}

type Claim = TransactionSetOptions['claims'][number];

interface Claimed {
  readonly entry: RegisteredTransactionSet;
  readonly claim: Claim;
}

const NO_OBJECTS: ReadonlySet<string> = new Set();

/** The generations of a plugin. Sets without names of their own are those that the plugin claims. */
export function generationsOf(entry: RegisteredTransactionSet): readonly RegisteredGeneration[] {
  const { generation = [] } = entry.plugin;
  const claimed = [...new Set(entry.options.claims.map(({ set }) => set))];
  return [generation].flat().map((one: Generation) => ({ entry, generation: one, sets: one.sets ?? claimed }));
}

/** Of the claims that hold for one of the versions: not those of a replaced plugin, and rather one by version. */
function choose(claims: readonly Claimed[], versions: readonly string[]): Claimed | undefined {
  const isByVersion = ({ claim }: Claimed): boolean => claim.versions?.some((start) => versions.some((version) => version.startsWith(start))) ?? false;
  const holding = claims.filter((one) => one.claim.versions === undefined || isByVersion(one));
  const left = holding.filter(({ entry }) => !holding.some((other) => other.entry.options.replaces?.includes(entry.options.id)));
  return left.find(isByVersion) ?? left[0];
}

const isReplaced = (one: RegisteredTransactionSet, other: RegisteredTransactionSet): boolean =>
  one.options.replaces?.includes(other.options.id) === true || other.options.replaces?.includes(one.options.id) === true;

/** True when a transaction can be claimed by both. */
function isSameClaim(one: Claim, other: Claim): boolean {
  if (one.set !== other.set || one.objects !== other.objects) return false;
  if (one.versions === undefined || other.versions === undefined) return true;
  return one.versions.some((version) => other.versions?.some((start) => version.startsWith(start) || start.startsWith(version)));
}

/** The shape was checked. */
function asTransactionSet(entry: { readonly options: TransactionSetOptions; readonly plugin: object }): RegisteredTransactionSet {
  return entry as RegisteredTransactionSet;
}

/** The shape was checked. */
function asOutput(entry: { readonly options: OutputOptions; readonly plugin: object }): RegisteredOutput {
  return entry as RegisteredOutput;
}

/** The shape was checked. */
function asAcknowledgment(entry: { readonly options: AcknowledgmentOptions; readonly plugin: object }): RegisteredAcknowledgment {
  return entry as RegisteredAcknowledgment;
}

/** The shape was checked. */
function asFormat(entry: { readonly options: FormatOptions; readonly plugin: object }): RegisteredFormat {
  return entry as RegisteredFormat;
}
