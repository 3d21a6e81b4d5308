import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Api } from './api';
import { count, money } from './formats';
import { shared } from './shared-styles';
import { TEXTS } from './texts';
import type { OutlineNode } from './types';

/** Children of an open node, as far as they are loaded. */
interface Branch {
  readonly nodes: readonly OutlineNode[];
  readonly total: number;
}

/** A visible line of the tree. */
interface Line {
  readonly node: OutlineNode;
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
}

const ROOT = '';

/** The outline of a file: interchanges, groups, transaction sets, records and loops. */
@customElement('clearloop-outline')
export class OutlineTree extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
        overflow: auto;
        padding: 6px 0 24px;
      }
      .node {
        display: flex;
        align-items: baseline;
        gap: 6px;
        padding: 3px 14px 3px 8px;
        cursor: default;
        line-height: 20px;
      }
      .node:hover {
        background: var(--row-hover);
      }
      .node[aria-selected='true'] {
        background: var(--row-chosen);
        box-shadow: inset 3px 0 var(--accent);
      }
      .twist {
        flex: none;
        width: 14px;
        color: var(--ink-faint);
        font-size: 10px;
        text-align: center;
      }
      .label {
        white-space: nowrap;
        overflow: hidden;
        text-overflow: ellipsis;
      }
      .kind-interchange .label,
      .kind-group .label,
      .kind-transaction .label {
        font-weight: 600;
      }
      .kind-loop .label {
        color: var(--ink-soft);
      }
      .detail {
        flex: 0 1 auto;
        min-width: 40px;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
        color: var(--ink-soft);
        font-family: var(--mono);
        font-size: 12px;
      }
      .kind-record .detail {
        flex: 0 0.2 auto;
      }
      .amount {
        flex: none;
        margin-left: auto;
        color: var(--ink-soft);
        font-variant-numeric: tabular-nums;
        font-size: 12.5px;
      }
      .level-1 {
        padding-left: 8px;
      }
      .level-2 {
        padding-left: 20px;
      }
      .level-3 {
        padding-left: 32px;
      }
      .level-4 {
        padding-left: 44px;
      }
      .level-5 {
        padding-left: 56px;
      }
      .level-6 {
        padding-left: 68px;
      }
    `,
  ];

  @property({ attribute: false }) api: Api | undefined;
  /** Changes when the outline has to be loaded again. */
  @property({ type: Number }) version = 0;
  /** Ids that lead to the selected segment. */
  @property({ attribute: false }) path: readonly string[] = [];
  @state() private branches = new Map<string, Branch>();
  @state() private open = new Set<string>([ROOT]);
  @state() private focused = '';
  private work = Promise.resolve();

  protected override willUpdate(changed: PropertyValues<this>): void {
    // One after the other: each begins with what the one before has loaded.
    if (changed.has('version')) this.work = this.work.then(async () => this.reload());
    if (changed.has('path')) this.work = this.work.then(async () => this.openPath());
  }

  private async reload(): Promise<void> {
    const branches = new Map<string, Branch>();
    const load = async (id: string): Promise<Branch | undefined> => {
      const page = await this.api?.outline(id, 0).catch(() => undefined);
      if (page !== undefined) branches.set(id, page);
      return page;
    };
    const open = new Set(this.open);
    for (const id of open) await load(id);
    // A file with one interchange shows what is in it.
    for (let branch = branches.get(ROOT); branch?.total === 1;) {
      const [only] = branch.nodes;
      if (only === undefined || only.children === 0) break;
      open.add(only.id);
      branch = branches.get(only.id) ?? (await load(only.id));
    }
    this.branches = branches;
    this.open = open;
  }

  private async openPath(): Promise<void> {
    for (const id of this.path.slice(0, -1)) if (!this.open.has(id)) await this.expand(id);
    const last = this.path.at(-1);
    if (last === undefined) return;
    this.focused = last;
    await this.updateComplete;
    this.renderRoot.querySelector(`[data-id="${last}"]`)?.scrollIntoView({ block: 'nearest' });
  }

  private async expand(id: string): Promise<void> {
    const page = await this.api?.outline(id, 0).catch(() => undefined);
    if (page === undefined) return;
    this.branches = new Map(this.branches).set(id, page);
    this.open = new Set(this.open).add(id);
  }

  private collapse(id: string): void {
    const open = new Set(this.open);
    open.delete(id);
    this.open = open;
  }

  private async loadMore(id: string): Promise<void> {
    const branch = this.branches.get(id);
    const page = await this.api?.outline(id, branch?.nodes.length ?? 0).catch(() => undefined);
    if (branch === undefined || page === undefined) return;
    this.branches = new Map(this.branches).set(id, { total: page.total, nodes: [...branch.nodes, ...page.nodes] });
  }

  private lines(id = ROOT, level = 1): readonly Line[] {
    const branch = this.branches.get(id);
    if (branch === undefined || !this.open.has(id)) return [];
    return branch.nodes.flatMap((node, i) => [{ node, level, position: i + 1, siblings: branch.total }, ...this.lines(node.id, level + 1)]);
  }

  private choose(node: OutlineNode): void {
    this.focused = node.id;
    this.dispatchEvent(new CustomEvent('choose', { detail: { selection: { segmentNumber: node.first, element: 0 } } }));
  }

  private async toggle(node: OutlineNode): Promise<void> {
    if (node.children === 0) return;
    if (this.open.has(node.id)) this.collapse(node.id);
    else await this.expand(node.id);
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const lines = this.lines();
    const at = Math.max(
      0,
      lines.findIndex(({ node }) => node.id === this.focused),
    );
    const line = lines[at];
    if (line === undefined) return;
    const { node } = line;
    const moves: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: lines.length - 1 };
    const move = moves[event.key];
    if (event.key === 'Enter' || event.key === ' ') this.choose(node);
    else if (event.key === 'ArrowRight' && !this.open.has(node.id)) void this.toggle(node);
    else if (event.key === 'ArrowLeft' && this.open.has(node.id)) this.collapse(node.id);
    else if (move === undefined) return;
    else this.focusLine(lines[Math.max(0, Math.min(lines.length - 1, move))]);
    event.preventDefault();
  };

  private focusLine(line: Line | undefined): void {
    if (line === undefined) return;
    this.focused = line.node.id;
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(`[data-id="${line.node.id}"]`)?.focus());
  }

  protected override render(): TemplateResult {
    const lines = this.lines();
    const focused = lines.some(({ node }) => node.id === this.focused) ? this.focused : lines[0]?.node.id;
    return html`<div role="tree" aria-label=${TEXTS.outline} @keydown=${this.onKey}>
      ${lines.map((line) => html`${this.renderLine(line, focused)}${this.renderMore(line)}`)}
    </div>`;
  }

  private renderLine({ node, level, position, siblings }: Line, focused: string | undefined): TemplateResult {
    const isOpen = this.open.has(node.id);
    const records = node.records === undefined || node.kind === 'page' ? '' : `${count(node.records)} ${node.records === 1 ? TEXTS.record1 : TEXTS.records}`;
    const amount = node.amount === undefined ? records : money(node.amount);
    return html`<div
      class="node level-${Math.min(6, level)} kind-${node.kind}"
      role="treeitem"
      data-id=${node.id}
      aria-level=${level}
      aria-posinset=${position}
      aria-setsize=${siblings}
      aria-expanded=${node.children === 0 ? nothing : isOpen ? 'true' : 'false'}
      aria-selected=${node.id === this.path.at(-1) ? 'true' : 'false'}
      tabindex=${node.id === focused ? 0 : -1}
      title="${node.label} ${node.detail ?? ''}"
      @click=${() => {
        this.choose(node);
        if (!isOpen) void this.toggle(node);
      }}
    >
      <span
        class="twist"
        aria-hidden="true"
        @click=${(event: Event) => {
          event.stopPropagation();
          void this.toggle(node);
        }}
        >${node.children === 0 ? '' : isOpen ? '▾' : '▸'}</span
      >
      <span class="label">${node.label}</span>
      ${node.detail === undefined ? nothing : html`<span class="detail">${node.detail}</span>`}
      ${amount === '' ? nothing : html`<span class="amount">${amount}</span>`}
    </div>`;
  }

  /** After the last loaded child of a branch that has more. */
  private renderMore({ node, level }: Line): TemplateResult | typeof nothing {
    const entry = [...this.branches].find(([id, { nodes, total }]) => this.open.has(id) && nodes.at(-1)?.id === node.id && nodes.length < total);
    if (entry === undefined || this.open.has(node.id)) return nothing;
    const [id, { nodes, total }] = entry;
    return html`<div class="node level-${Math.min(6, level)}" role="presentation">
      <span class="twist"></span><button @click=${() => void this.loadMore(id)}>${TEXTS.more} (${count(total - nodes.length)})</button>
    </div>`;
  }
}
