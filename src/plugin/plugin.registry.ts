import { EdiError } from '../common/edi-error';
import type { TableLayout } from '../mapping/columns/table';
import type { AcknowledgmentOptions, AcknowledgmentPlugin } from './acknowledgment.plugin';
import type { OutputOptions, OutputPlugin } from './output.plugin';
import { acknowledgmentOptions, outputOptions, transactionSetOptions } from './plugin-metadata';
import type { TransactionSetOptions, TransactionSetPlugin } from './transaction-set.plugin';

/** The set of a claim for every set. */
const ANY_SET = '*';

/** A registered transaction-set plugin. */
export interface RegisteredTransactionSet {
  readonly options: TransactionSetOptions;
  readonly plugin: TransactionSetPlugin;
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

/**
 * The plugins of one engine. Filled at start, only read afterwards.
 * Refuses duplicate ids, claims that two plugins make, and plugins without their hooks: EDI_PLUGIN_INVALID with the plugin's id.
 */
export class PluginRegistry {
  private readonly transactionSets: RegisteredTransactionSet[] = [];
  private readonly outputs = new Map<string, RegisteredOutput>();
  private readonly acknowledgments = new Map<string, RegisteredAcknowledgment>();

  /** Registers an instance of a decorated class; gives false for an instance of any other class. */
  register(instance: object): boolean {
    const setOptions = transactionSetOptions(instance.constructor);
    if (setOptions !== undefined) {
      this.addTransactionSet(setOptions, instance);
      return true;
    }
    const outputs = outputOptions(instance.constructor);
    const acknowledgments = acknowledgmentOptions(instance.constructor);
    if (outputs !== undefined) this.addOutput(outputs, instance);
    else if (acknowledgments !== undefined) this.addAcknowledgment(acknowledgments, instance);
    return outputs !== undefined || acknowledgments !== undefined;
  }

  /**
   * The plugin that claims the set; a claim by version goes before a claim of every version, and a claim of objects that are asked
   * for by name before one that always holds.
   */
  findTransactionSet(set: string, versions: readonly string[], objects: ReadonlySet<string> = NO_OBJECTS): RegisteredTransactionSet | undefined {
    const claims = this.transactionSets.flatMap((entry) => entry.options.claims.filter((claim) => claim.set === set).map((claim) => ({ entry, claim })));
    const asked = claims.filter(({ claim }) => claim.objects !== undefined && objects.has(claim.objects));
    const always = claims.filter(({ claim }) => claim.objects === undefined);
    return (choose(asked, versions) ?? choose(always, versions))?.entry ?? this.anySetPlugin;
  }

  /** Names of objects that are given only when they are asked for, in the order of the alphabet. */
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

  /** The acknowledgment of an id; without one the first that was registered. */
  findAcknowledgment(id?: string): RegisteredAcknowledgment | undefined {
    return id === undefined ? this.acknowledgments.values().next().value : this.acknowledgments.get(id);
  }

  get acknowledgmentIds(): string[] {
    return [...this.acknowledgments.keys()].sort();
  }

  get transactionSetPlugins(): readonly RegisteredTransactionSet[] {
    return this.transactionSets;
  }

  /** The lists that hold records where a whole file is one object, in the order of the alphabet. */
  get listNames(): readonly string[] {
    const names = this.transactionSets.flatMap(({ plugin }) => plugin.emits.flatMap(({ listedAs }) => listedAs ?? []));
    return [...new Set(names)].sort();
  }

  /** The tables that plugins lay their records out as. */
  get tables(): readonly TableLayout[] {
    return this.transactionSets.flatMap(({ plugin: { emits, transactionTable } }) => [
      ...emits.flatMap((emission) => ('table' in emission && emission.table ? [emission.table] : [])),
      ...(transactionTable ? [transactionTable] : []),
    ]);
  }

  private addTransactionSet(options: TransactionSetOptions, instance: object): void {
    if (this.transactionSets.some((entry) => entry.options.id === options.id)) throw refuse(options.id, 'another plugin has the same id');
    if (!isTransactionSetPlugin(instance))
      throw refuse(options.id, 'it needs `emits`: a list that is not empty, in which a record of the whole transaction stands alone');
    for (const claim of options.claims) {
      const other = this.transactionSets.find((entry) => entry.options.claims.some((one) => isSameClaim(one, claim)));
      if (other) throw refuse(options.id, `plugin ${other.options.id} claims set ${claim.set} for the same versions`);
    }
    this.transactionSets.push({ options, plugin: instance });
  }

  private addOutput(options: OutputOptions, instance: object): void {
    if (this.outputs.has(options.id)) throw refuse(options.id, 'another output plugin has the same id');
    if (!isOutputPlugin(instance)) throw refuse(options.id, 'it needs the method `open`');
    this.outputs.set(options.id, { options, plugin: instance });
  }

  private addAcknowledgment(options: AcknowledgmentOptions, instance: object): void {
    if (this.acknowledgments.has(options.id)) throw refuse(options.id, 'another acknowledgment plugin has the same id');
    if (!isAcknowledgmentPlugin(instance)) throw refuse(options.id, 'it needs the method `open`');
    this.acknowledgments.set(options.id, { options, plugin: instance });
  }
}

type Claim = TransactionSetOptions['claims'][number];

const NO_OBJECTS: ReadonlySet<string> = new Set();

/** The claim for one of the versions, else the claim of every version. */
function choose<T extends { readonly claim: Claim }>(claims: readonly T[], versions: readonly string[]): T | undefined {
  const byVersion = claims.find(({ claim }) => claim.versions?.some((start) => versions.some((version) => version.startsWith(start))));
  return byVersion ?? claims.find(({ claim }) => claim.versions === undefined);
}

function isSameClaim(one: Claim, other: Claim): boolean {
  if (one.set !== other.set || one.objects !== other.objects) return false;
  if (one.versions === undefined || other.versions === undefined) return one.versions === other.versions;
  return one.versions.some((version) => other.versions?.includes(version));
}

function isTransactionSetPlugin(instance: object): instance is TransactionSetPlugin {
  if (!('emits' in instance) || !Array.isArray(instance.emits) || instance.emits.length === 0) return false;
  if ('transaction' in instance && instance.transaction === null) return false;
  return instance.emits.length === 1 || !instance.emits.some((emission: unknown) => typeof emission === 'object' && emission !== null && 'whole' in emission);
}

function isOutputPlugin(instance: object): instance is OutputPlugin {
  return hasOpen(instance);
}

function isAcknowledgmentPlugin(instance: object): instance is AcknowledgmentPlugin {
  return hasOpen(instance);
}

const hasOpen = (instance: object): boolean => 'open' in instance && typeof instance.open === 'function';

function refuse(id: string, reason: string): EdiError {
  return new EdiError('EDI_PLUGIN_INVALID', `Plugin ${id} is refused: ${reason}.`);
}
