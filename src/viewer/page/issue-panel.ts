import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type { Api } from './api';
import { count } from './formats';
import { Pages } from './pages';
import { panel, shared } from './shared-styles';
import { TEXTS } from './texts';
import type { Issue, IssueCounts } from './types';
import { VirtualList } from './virtual-list';

/** The loop of the transaction set itself, which is not shown. */
const OWN_LOOP = '0000';

/** The rows of the list of issues. */
@customElement('clearloop-issue-rows')
export class IssueRows extends VirtualList {
  static override styles = [
    ...VirtualList.styles,
    css`
      .rows {
        min-width: 0;
      }
      .window {
        width: 100%;
      }
      .row {
        height: 84px;
        padding: 8px 18px;
        border-bottom: 1px solid var(--line);
        overflow: hidden;
        cursor: default;
      }
      .row:hover {
        background: var(--row-hover);
      }
      .row[aria-selected='true'] {
        background: var(--row-chosen);
        box-shadow: inset 3px 0 var(--accent);
      }
      .head {
        display: flex;
        gap: 8px;
        font-size: 12px;
        color: var(--ink-soft);
        white-space: nowrap;
        overflow: hidden;
      }
      .head b {
        color: var(--warning);
      }
      .grave .head b {
        color: var(--error);
      }
      .message {
        display: -webkit-box;
        -webkit-line-clamp: 2;
        -webkit-box-orient: vertical;
        overflow: hidden;
        margin-top: 3px;
      }
    `,
  ];

  @property({ attribute: false }) api: Api | undefined;
  @property({ attribute: false }) levels: readonly number[] = [];
  @property({ attribute: false }) types: readonly string[] = [];
  @property({ type: Number }) version = 0;

  protected override readonly rowHeight = 84;
  protected override readonly listLabel = TEXTS.tabs.issues;
  protected override readonly rowRole = 'option';
  private readonly pages = new Pages<Issue>(
    async (from, size) => {
      const page = await this.api?.issues({ from, count: size, levels: this.levels.join(','), types: this.types.join(',') });
      return page?.issues ?? [];
    },
    () => {
      this.requestUpdate();
      if (this.isWaiting) this.announce();
    },
  );
  private isWaiting = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('version') || changed.has('levels') || changed.has('types')) this.pages.clear();
  }

  protected override rowId(index: number): string {
    return `issue-${index}`;
  }

  protected override onActive(index: number): void {
    this.active = index;
    this.announce();
  }

  /** Makes an issue active and shows where it is. */
  go(index: number): void {
    if (index < 0 || index >= this.total) return;
    this.active = index;
    this.reveal(index);
    this.announce();
  }

  private announce(): void {
    const issue = this.pages.row(this.active);
    this.isWaiting = issue === undefined;
    if (issue === undefined) return;
    const place = { segmentNumber: Math.max(1, issue.segmentNumber), element: issue.elementNumber ?? 0 };
    const selection = issue.component === undefined ? place : { ...place, component: issue.component };
    this.dispatchEvent(new CustomEvent('choose', { detail: { selection, isIssue: true } }));
  }

  protected override renderRow(index: number): TemplateResult {
    const issue = this.pages.row(index);
    const isActive = index === this.active;
    const attributes = { id: this.rowId(index), selected: isActive ? 'true' : 'false' };
    if (issue === undefined)
      return html`<div class="row" id=${attributes.id} role="option" aria-selected=${attributes.selected} aria-label=${count(index + 1)}></div>`;
    const { level, segmentNumber, message, ruleId, type, element, loop } = issue;
    return html`<div
      class="row ${level <= 1 ? 'grave' : ''}"
      id=${attributes.id}
      role="option"
      aria-selected=${attributes.selected}
      aria-posinset=${index + 1}
      aria-setsize=${this.total}
      title=${message}
      @click=${() => this.go(index)}
    >
      <div class="head">
        <b>${level === 0 ? TEXTS.unreadable : `${TEXTS.level} ${level}`}</b
        ><span>${TEXTS.line} ${count(segmentNumber)}</span>
        ${element === undefined ? nothing : html`<span class="mono">${element}</span>`}${loop === undefined || loop === OWN_LOOP ? nothing : html`<span>${TEXTS.loop} ${loop}</span>`}<span
          >${ruleId ?? type}</span
        >
      </div>
      <div class="message">${message}</div>
    </div>`;
  }
}

/** The issues of a file, with filters. */
@customElement('clearloop-issues')
export class IssuePanel extends LitElement {
  static override styles = [
    shared,
    panel,
    css`
      .bar select {
        max-width: 190px;
      }
      .steps {
        margin-left: auto;
      }
      .level {
        padding: 2px 9px;
        border-radius: 12px;
        font-size: 12.5px;
      }
      clearloop-issue-rows {
        flex: 1;
      }
    `,
  ];

  @property({ attribute: false }) api: Api | undefined;
  @property({ attribute: false }) counts: IssueCounts = { all: 0, levels: {}, types: {} };
  @property({ type: Number }) version = 0;
  @state() private levels: readonly number[] = [];
  @state() private types: readonly string[] = [];
  @state() private total = 0;
  @query('clearloop-issue-rows') private readonly rows!: IssueRows;

  /** Goes to the next issue, or to the previous one; from a segment when no issue is active. */
  async step(by: 1 | -1, segmentNumber: number): Promise<void> {
    if (this.total === 0) return;
    if (this.rows.active >= 0) {
      this.rows.go(this.rows.active + by);
      return;
    }
    const page = await this.api?.issues({ at: segmentNumber + (by === 1 ? 0 : 1), count: 0, levels: this.levels.join(','), types: this.types.join(',') });
    const at = page?.position ?? 0;
    this.rows.go(Math.max(0, Math.min(this.total - 1, by === 1 ? at : at - 1)));
  }

  /** The next step begins at the selected segment again. */
  forget(): void {
    if (this.rows !== null) this.rows.active = -1;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('version') || changed.has('levels') || changed.has('types') || changed.has('counts')) void this.countRows();
  }

  private async countRows(): Promise<void> {
    if (this.api === undefined || this.api.fileId === '') return;
    const page = await this.api.issues({ count: 0, levels: this.levels.join(','), types: this.types.join(',') }).catch(() => undefined);
    this.total = page?.total ?? 0;
  }

  private toggle(level: number): void {
    this.levels = this.levels.includes(level) ? this.levels.filter((one) => one !== level) : [...this.levels, level];
    this.forget();
  }

  private readonly chooseType = (event: Event): void => {
    const value = event.target instanceof HTMLSelectElement ? event.target.value : '';
    this.types = value === '' ? [] : [value];
    this.forget();
  };

  protected override render(): TemplateResult {
    const { counts } = this;
    const levels = Object.entries(counts.levels).map(([level, number]) => [Number(level), number] as const);
    return html`
      <div class="bar">
        ${levels.map(
          ([level, number]) =>
            html`<button
              class="level"
              aria-pressed=${this.levels.includes(level) ? 'true' : 'false'}
              title=${TEXTS.levelNames[level] ?? ''}
              @click=${() => this.toggle(level)}
            >
              ${level === 0 ? TEXTS.unreadable : `${TEXTS.level} ${level}`} <span class="soft">${count(number)}</span>
            </button>`,
        )}
        <select aria-label=${TEXTS.kinds} @change=${this.chooseType}>
          <option value="">${TEXTS.allKinds}</option>
          ${Object.entries(counts.types).map(([type, number]) => html`<option value=${type}>${wordsOf(type)} (${count(number)})</option>`)}
        </select>
        <span class="steps">
          <button aria-label=${TEXTS.previous} title="P" @click=${() => void this.step(-1, 1)}>↑</button>
          <button aria-label=${TEXTS.next} title="N" @click=${() => void this.step(1, 1)}>↓</button>
        </span>
      </div>
      ${this.total === 0 ? html`<p class="empty">${TEXTS.noIssues}</p>` : nothing}
      <clearloop-issue-rows
        .api=${this.api}
        .levels=${this.levels}
        .types=${this.types}
        .version=${this.version}
        .total=${this.total}
        @choose=${(event: CustomEvent<unknown>) => this.dispatchEvent(new CustomEvent('choose', { detail: event.detail }))}
      ></clearloop-issue-rows>
    `;
  }
}

const wordsOf = (type: string): string => `${type.charAt(0)}${type.slice(1).toLowerCase().replace(/_/g, ' ')}`;
