import type { IssueListener } from '../common/issue';
import type { Guide } from '../guide/guide.types';
import { StandardSets } from '../guide/standard-sets';
import type { GuidePick, GuideRegistry } from '../guide/guide-registry';
import { type BoundTransactionSet, bindTransactionSet } from '../plugin/bound-transaction-set';
import type { PluginRegistry, RegisteredTransactionSet } from '../plugin/plugin.registry';
import type { TransactionSet } from '../x12/envelope';
import type { Segment } from '../x12/segment';

/** What is asked for beside the transaction itself. */
export interface SetRequest {
  /** True for the segments of every set, whoever claims it. */
  readonly asSegments: boolean;
  /** Names of the objects that are asked for beside those that are always given. */
  readonly objects: ReadonlySet<string>;
  /** What the transaction says about its guide in its first segments. */
  readonly named?: GuideName;
}

/** What the first segments of a transaction say about its guide. */
export interface GuideName {
  /** BHT02, where guides differ by it. */
  readonly purpose?: string;
  /** The version that REF names with qualifier 87, as in 004010, where ST03 is not there yet. */
  readonly version?: string;
}

/** Release whose transactions name their guide in a REF of the header. */
const NAMED_BY_REFERENCE = '004010';

/** REF01 of the segment that names the guide, and the letter of its versions for tests, such as 004010X097DA1. */
const TRANSMISSION_TYPE = '87';
const TEST_VERSION = /D(?=A\d$|$)/;

/** ST, BHT and REF: a REF that names the guide stands third. */
const MOST_NAMING_SEGMENTS = 2;

/**
 * Finds plugin and guide for transaction sets, and keeps their bindings.
 * One for an engine; what it keeps is derived from plugins and guides alone.
 */
export class TransactionSets {
  private readonly standard = new StandardSets();
  private boundAnySet: BoundTransactionSet | undefined;
  private readonly bound = new Map<RegisteredTransactionSet, Map<string, BoundTransactionSet>>();

  constructor(
    private readonly plugins: PluginRegistry,
    private readonly guides: GuideRegistry,
  ) {}

  /** The plugin that reads every set, without a guide; undefined when there is none. */
  get anySet(): BoundTransactionSet | undefined {
    const entry = this.plugins.anySetPlugin;
    return (this.boundAnySet ??= entry && bindTransactionSet(entry, this.standard.guideFor('')));
  }

  /**
   * Reads what the segments after ST say about the guide; undefined while more of them are needed. BHT02 tells a request from its response, and in
   * 004010 REF 87 names the guide, which GS08 may not do.
   */
  nameOf({ id, conventionReference, groupVersion }: TransactionSet, segments: readonly Segment[]): GuideName | undefined {
    const last = segments.at(-1);
    if (this.guides.hasPurposes(id)) return last && { purpose: last.element(2) };
    const isNamed = conventionReference === '' && groupVersion.startsWith(NAMED_BY_REFERENCE) && this.guides.hasRivals(id, groupVersion);
    if (!isNamed) return {};
    if (last?.id === 'REF' && last.element(1) === TRANSMISSION_TYPE) return { version: last.element(2).replace(TEST_VERSION, '') };
    return segments.length < MOST_NAMING_SEGMENTS ? undefined : {};
  }

  /**
   * Gives the plugin for a transaction set, bound to the guide of its version; undefined when no plugin claims the set.
   * A guide that is only the newest of the set is a finding. A set without any guide is walked with none.
   * Throws EDI_MAPPING_INVALID and EDI_GUIDE_INVALID.
   */
  find(transaction: TransactionSet, { asSegments, objects, named = {} }: SetRequest, onIssue: IssueListener): BoundTransactionSet | undefined {
    const any = this.plugins.anySetPlugin;
    const versions = [transaction.conventionReference, transaction.groupVersion];
    const entry = asSegments ? any : this.plugins.findTransactionSet(transaction.id, versions, objects);
    if (entry === undefined) return undefined;
    const pick = this.pickGuide(transaction, named, entry.options.guides);
    if (pick === undefined) return entry === any ? this.bindStandard(entry, transaction.id) : undefined;
    if (pick.match === 'fallback') reportFallback(transaction, pick, onIssue);
    return this.bind(entry, pick.guide);
  }

  /** Gives a guide by its id. Throws EDI_GUIDE_UNKNOWN and EDI_GUIDE_INVALID. */
  guide(id: string): Guide {
    return this.guides.get(id);
  }

  /** Gives a plugin bound to a guide by its id. Throws EDI_GUIDE_UNKNOWN and EDI_GUIDE_INVALID. */
  bindTo(entry: RegisteredTransactionSet, guideId: string): BoundTransactionSet {
    return this.bind(entry, this.guides.get(guideId));
  }

  /** A guide without the standard's shape of the set grows with what comes, so it is not kept. */
  private bindStandard(entry: RegisteredTransactionSet, set: string): BoundTransactionSet {
    const guide = this.standard.guideFor(set);
    return this.standard.hasShape(set) ? this.bind(entry, guide) : bindTransactionSet(entry, guide);
  }

  /** ST03 names the guide, or REF 87; GS08 does where they are absent or unknown. */
  private pickGuide(transaction: TransactionSet, { purpose, version = '' }: GuideName, among: readonly string[] | undefined): GuidePick | undefined {
    const functionalId = transaction.group.gs?.element(1);
    const request = { transactionSet: transaction.id, among, ...(functionalId ? { functionalId } : {}), ...(purpose ? { purpose } : {}) };
    const conventionReference = transaction.conventionReference || version;
    const byReference = conventionReference === '' ? undefined : this.guides.pick({ ...request, version: conventionReference });
    if (byReference !== undefined && byReference.match !== 'fallback') return byReference;
    return (
      this.guides.pick({ ...request, version: transaction.groupVersion }) ??
      byReference ??
      this.guides.pick({ transactionSet: transaction.id, among, version: '' })
    );
  }

  private bind(entry: RegisteredTransactionSet, guide: Guide): BoundTransactionSet {
    const ofPlugin = this.bound.get(entry) ?? new Map<string, BoundTransactionSet>();
    this.bound.set(entry, ofPlugin);
    const bound = ofPlugin.get(guide.id) ?? bindTransactionSet(entry, guide);
    ofPlugin.set(guide.id, bound);
    return bound;
  }
}

function reportFallback({ st, id, conventionReference, groupVersion }: TransactionSet, { guide }: GuidePick, onIssue: IssueListener): void {
  const version = conventionReference || groupVersion || '(none)';
  const message = `No guide for version ${version} of transaction set ${id}; it is read by ${guide.id}`;
  onIssue({ issueType: 'INVALID', ruleId: 'set-version', message, place: st.place, loop: '0000', segment: 'ST', element: 'ST03' });
}
