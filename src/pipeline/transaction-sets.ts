import type { IssueListener } from '../common/issue';
import type { Guide } from '../guide/guide.types';
import { LineEvidence } from '../guide/line-evidence';
import { StandardSets } from '../guide/standard-sets';
import type { GuidePick, GuideRegistry } from '../guide/guide-registry';
import { type BoundTransactionSet, bindTransactionSet } from '../plugin/bound-transaction-set';
import type { PluginRegistry, RegisteredTransactionSet } from '../plugin/plugin.registry';
import type { TransactionSet } from '../x12/envelope';
import { GuideChoice, type GuideName, type GuideSigns } from './guide-choice';

/** Requested output of a transaction. */
export interface SetRequest {
  /** True for the segments of every set, whichever plugin claims it. */
  readonly asSegments: boolean;
  /** Names of the objects that are requested in addition to the default ones. */
  readonly objects: ReadonlySet<string>;
  /** Facts about its guide in the first segments of the transaction. */
  readonly named?: GuideName;
}

/** Release whose transactions name their guide in a REF of the header. */
const NAMED_BY_REFERENCE = '004010';

/** What a transaction set says about its guide, in ST and GS. */
interface SetNames extends Pick<TransactionSet, 'id' | 'conventionReference' | 'groupVersion'> {
  readonly functionalId: string | undefined;
}

/** What was found for transactions of the same names. */
interface Found {
  readonly bind: () => BoundTransactionSet | undefined;
  /** Reports what is wrong with the names. */
  readonly report?: (transaction: TransactionSet, onIssue: IssueListener) => void;
}

/** Transactions of the same names, with what was found for each name in the segments after ST. */
interface SetKind {
  readonly names: SetNames;
  readonly signs: GuideSigns;
  readonly found: Remembered<Found>;
}

const NOT_FOUND: Found = { bind: () => undefined };

/** Names come from the input, so that there may be any number of them. */
const MAX_REMEMBERED = 100;

interface Made<T> {
  readonly names: readonly unknown[];
  readonly made: T;
}

/** What was made for names. */
class Remembered<T> {
  private readonly known = new Map<string, Made<T>>();
  /** What was asked for last: nearly all transactions of an input have the same names. */
  private last: Made<T> | undefined;

  get(names: readonly unknown[], make: () => T): T {
    if (this.last !== undefined && areEqual(names, this.last.names)) return this.last.made;
    const key = JSON.stringify(names);
    let found = this.known.get(key);
    if (found === undefined) {
      found = { names, made: make() };
      if (this.known.size >= MAX_REMEMBERED) this.known.clear();
      this.known.set(key, found);
    }
    this.last = found;
    return found.made;
  }
}

const areEqual = (names: readonly unknown[], others: readonly unknown[]): boolean =>
  names.length === others.length && names.every((name, i) => name === others[i]);

/** Finds plugin and guide for transaction sets, and caches their bindings. One for an engine; its cache is derived from plugins and guides alone. */
export class TransactionSets {
  private readonly standard = new StandardSets();
  private boundAnySet: BoundTransactionSet | undefined;
  private readonly bound = new Map<RegisteredTransactionSet, Map<string, BoundTransactionSet>>();

  private readonly evidence = new Map<RegisteredTransactionSet, Map<string, LineEvidence>>();
  private readonly kinds = new Remembered<SetKind>();

  constructor(
    private readonly plugins: PluginRegistry,
    private readonly guides: GuideRegistry,
  ) {}

  /** Every guide of product and plugins. */
  get allGuides(): readonly Guide[] {
    return this.guides.all();
  }

  /** The plugin that reads every set, without a guide; undefined when there is none. */
  get anySet(): BoundTransactionSet | undefined {
    const entry = this.plugins.anySetPlugin;
    return (this.boundAnySet ??= entry && bindTransactionSet(entry, this.standard.guideFor('')));
  }

  /** Reads the guide from the segments after ST: BHT02, REF 87 and, if ST03 does not name it, the lines. */
  choiceFor(transaction: TransactionSet, request: SetRequest): GuideChoice {
    return new GuideChoice(this.kindOf(transaction, request).signs);
  }

  /** Nearly all transactions of an input are of one kind. */
  private kindOf({ id, conventionReference, groupVersion, group }: TransactionSet, { asSegments, objects }: SetRequest): SetKind {
    const names = { id, conventionReference, groupVersion, functionalId: group.gs?.element(1) };
    return this.kinds.get([...Object.values(names), asSegments, ...objects], () => {
      return { names, signs: this.signsOf(names, { asSegments, objects }), found: new Remembered<Found>() };
    });
  }

  private signsOf(names: SetNames, request: SetRequest): GuideSigns {
    const { id, conventionReference, groupVersion } = names;
    const isOpen = conventionReference === '';
    const isNamedByReference = isOpen && groupVersion.startsWith(NAMED_BY_REFERENCE) && this.guides.hasRivals(id, groupVersion);
    const known = new Remembered<LineEvidence | undefined>();
    const evidenceFor = (name: GuideName): LineEvidence | undefined => {
      const entry = isOpen ? this.entryFor(names, request) : undefined;
      const pick = entry && this.pickGuide(names, name, entry.options.guides);
      return pick && this.evidenceOf(entry, pick.guide);
    };
    return {
      purposes: this.guides.purposesOf(id),
      isNamedByReference,
      evidenceFor: (name) => known.get([name.purpose, name.version], () => evidenceFor(name)),
    };
  }

  private evidenceOf(entry: RegisteredTransactionSet, guide: Guide): LineEvidence {
    const ofPlugin = this.evidence.get(entry) ?? new Map<string, LineEvidence>();
    this.evidence.set(entry, ofPlugin);
    const evidence = ofPlugin.get(guide.id) ?? new LineEvidence(guide, this.guides.rivalsOf(guide, entry.options.guides));
    ofPlugin.set(guide.id, evidence);
    return evidence;
  }

  private entryFor({ id, conventionReference, groupVersion }: SetNames, { asSegments, objects }: SetRequest): RegisteredTransactionSet | undefined {
    return asSegments ? this.plugins.anySetPlugin : this.plugins.findTransactionSet(id, [conventionReference, groupVersion], objects);
  }

  /**
   * Returns the plugin for a transaction set, bound to the guide of its version; undefined when no plugin claims the set. Reports a guide that is only the
   * newest of the set. A set without any guide is walked with none. Throws EDI_MAPPING_INVALID and EDI_GUIDE_INVALID.
   */
  find(transaction: TransactionSet, request: SetRequest, onIssue: IssueListener): BoundTransactionSet | undefined {
    const { names, found } = this.kindOf(transaction, request);
    const { purpose, version, lines } = request.named ?? {};
    const { bind, report } = found.get([purpose, version, lines], () => this.look(names, request));
    report?.(transaction, onIssue);
    return bind();
  }

  private look(names: SetNames, request: SetRequest): Found {
    const entry = this.entryFor(names, request);
    if (entry === undefined) return NOT_FOUND;
    const { named = {} } = request;
    const pick = this.pickGuide(names, named, entry.options.guides);
    if (pick === undefined) return entry === this.plugins.anySetPlugin ? { bind: () => this.bindStandard(entry, names.id) } : NOT_FOUND;
    const guide = named.lines === undefined ? pick.guide : this.guides.get(named.lines);
    const bound = this.withRules(this.bind(entry, guide), names);
    const bind = (): BoundTransactionSet => bound;
    if (pick.match === 'fallback') return { bind, report: (transaction, onIssue) => reportFallback(transaction, guide, onIssue) };
    if (guide !== pick.guide) return { bind, report: (transaction, onIssue) => reportLines(transaction, guide, pick.guide, onIssue) };
    return { bind };
  }

  /** A tree is validated by the rules of the plugin that makes objects of its set. */
  private withRules(bound: BoundTransactionSet, names: SetNames): BoundTransactionSet {
    const { anySetPlugin: anySet, objectNames } = this.plugins;
    if (bound.pluginId !== anySet?.options.id) return bound;
    const owner = this.entryFor(names, { asSegments: false, objects: new Set(objectNames) });
    const { rules = [] } = owner?.plugin ?? {};
    const isForGuide = owner !== undefined && owner !== anySet && (owner.options.guides?.includes(bound.guide.id) ?? true);
    return isForGuide && rules.length > 0 ? { ...bound, validation: { ...bound.validation, pluginId: owner.options.id, rules } } : bound;
  }

  /** Returns a guide by its id. Throws EDI_GUIDE_UNKNOWN and EDI_GUIDE_INVALID. */
  guide(id: string): Guide {
    return this.guides.get(id);
  }

  /** Returns a plugin bound to a guide by its id. Throws EDI_GUIDE_UNKNOWN and EDI_GUIDE_INVALID. */
  bindTo(entry: RegisteredTransactionSet, guideId: string): BoundTransactionSet {
    return this.bind(entry, this.guides.get(guideId));
  }

  /** A guide without the standard's shape of the set grows with its input, so it is not cached. */
  private bindStandard(entry: RegisteredTransactionSet, set: string): BoundTransactionSet {
    const guide = this.standard.guideFor(set);
    return this.standard.hasShape(set) ? this.bind(entry, guide) : bindTransactionSet(entry, guide);
  }

  /** ST03 names the guide, or REF 87; by default GS08. */
  private pickGuide(names: SetNames, { purpose, version = '' }: GuideName, among: readonly string[] | undefined): GuidePick | undefined {
    const { id: transactionSet, functionalId, groupVersion } = names;
    const request = { transactionSet, among, ...(functionalId ? { functionalId } : {}), ...(purpose ? { purpose } : {}) };
    const conventionReference = names.conventionReference || version;
    const byReference = conventionReference === '' ? undefined : this.guides.pick({ ...request, version: conventionReference });
    if (byReference !== undefined && byReference.match !== 'fallback') return byReference;
    return this.guides.pick({ ...request, version: groupVersion }) ?? byReference ?? this.guides.pick({ transactionSet, among, version: '' });
  }

  private bind(entry: RegisteredTransactionSet, guide: Guide): BoundTransactionSet {
    const ofPlugin = this.bound.get(entry) ?? new Map<string, BoundTransactionSet>();
    this.bound.set(entry, ofPlugin);
    const bound = ofPlugin.get(guide.id) ?? bindTransactionSet(entry, guide);
    ofPlugin.set(guide.id, bound);
    return bound;
  }
}

function reportLines({ st }: TransactionSet, guide: Guide, named: Guide, onIssue: IssueListener): void {
  const message = `The transaction names guide ${named.id}; its lines are those of ${guide.id}, which reads it`;
  onIssue({ issueType: 'MISMATCH', ruleId: 'group-version', message, place: st.place, loop: '0000', segment: 'ST' });
}

function reportFallback({ st, id, conventionReference, groupVersion }: TransactionSet, guide: Guide, onIssue: IssueListener): void {
  const version = conventionReference || groupVersion || '(none)';
  const message = `No guide for version ${version} of transaction set ${id}; it is read by ${guide.id}`;
  onIssue({ issueType: 'INVALID', ruleId: 'set-version', message, place: st.place, loop: '0000', segment: 'ST', element: 'ST03' });
}
