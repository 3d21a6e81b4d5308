import type { IssueListener } from '../common/issue';
import type { GuidePick, GuideRegistry } from '../guide/guide-registry';
import { type BoundTransactionSet, bindTransactionSet } from '../plugin/bound-transaction-set';
import type { PluginRegistry, RegisteredTransactionSet } from '../plugin/plugin.registry';
import type { TransactionSet } from '../x12/envelope';

/**
 * Finds plugin and guide for transaction sets, and keeps their bindings.
 * One for an engine; what it keeps is derived from plugins and guides alone.
 */
export class TransactionSets {
  private readonly bound = new Map<RegisteredTransactionSet, Map<string, BoundTransactionSet>>();

  constructor(
    private readonly plugins: PluginRegistry,
    private readonly guides: GuideRegistry,
  ) {}

  /**
   * Gives the plugin for a transaction set, bound to the guide of its version; undefined when no plugin claims the set.
   * A guide that is only the newest of the set is a finding. Throws EDI_MAPPING_INVALID and EDI_GUIDE_INVALID.
   */
  find(transaction: TransactionSet, onIssue: IssueListener): BoundTransactionSet | undefined {
    const entry = this.plugins.findTransactionSet(transaction.id, [transaction.conventionReference, transaction.groupVersion]);
    const pick = entry && this.pickGuide(transaction);
    if (entry === undefined || pick === undefined) return undefined;
    if (pick.match === 'fallback') reportFallback(transaction, pick, onIssue);
    return this.bind(entry, pick);
  }

  /** ST03 names the guide; GS08 does where ST03 is absent or unknown. */
  private pickGuide(transaction: TransactionSet): GuidePick | undefined {
    const functionalId = transaction.group.gs?.element(1);
    const request = { transactionSet: transaction.id, ...(functionalId ? { functionalId } : {}) };
    const byReference = this.guides.pick({ ...request, version: transaction.conventionReference });
    if (byReference !== undefined && byReference.match !== 'fallback') return byReference;
    return (
      this.guides.pick({ ...request, version: transaction.groupVersion }) ?? byReference ?? this.guides.pick({ transactionSet: transaction.id, version: '' })
    );
  }

  private bind(entry: RegisteredTransactionSet, { guide }: GuidePick): BoundTransactionSet {
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
  onIssue({ issueType: 'INVALID', message, place: st.place, loop: '0000', segment: 'ST', element: 'ST03' });
}
