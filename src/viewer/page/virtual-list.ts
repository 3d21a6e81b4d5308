import { css, html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { shared } from './shared-styles';

/** Browsers lay out no element that is much taller. */
const MAX_HEIGHT = 4_000_000;

/**
 * A list of any length, of which only visible rows exist. Rows have one height. Where all rows together are taller than a browser can lay out, the scroll bar
 * stands for a part of the list, and wheel and keys move by rows.
 */
export abstract class VirtualList extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
        position: relative;
        min-height: 0;
      }
      .scroller {
        position: absolute;
        inset: 0;
        overflow: auto;
        overscroll-behavior: contain;
      }
      .scroller:focus-visible {
        outline-offset: -2px;
      }
      .window {
        position: sticky;
        top: 0;
        width: max-content;
        min-width: 100%;
        overflow-y: clip;
      }
      .rows {
        min-width: max-content;
      }
    `,
  ];

  /** Number of rows. */
  @property({ type: Number }) total = 0;
  /** Index of the active row; -1 for none. */
  @property({ type: Number }) active = -1;

  protected abstract readonly rowHeight: number;
  /** Position of the first visible row, with fractions. */
  private top = 0;
  private ownScroll = -1;
  private observer: ResizeObserver | undefined;

  protected abstract renderRow(index: number): TemplateResult;
  protected abstract readonly listLabel: string;
  protected abstract readonly rowRole: string;
  protected abstract rowId(index: number): string;

  /** Called when keys move the active row. */
  protected abstract onActive(index: number): void;

  override connectedCallback(): void {
    super.connectedCallback();
    this.observer = new ResizeObserver(() => this.requestUpdate());
    this.observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.observer?.disconnect();
  }

  /** Scrolls until a row is visible. */
  reveal(index: number, isCentred = false): void {
    const rows = this.visibleRows;
    if (index >= this.top + 1 && index < this.top + rows - 2 && !isCentred) return;
    const fits = isCentred || index < this.top - rows || index > this.top + 2 * rows;
    this.scrollToRow(fits ? index - Math.floor(rows / 3) : index < this.top + 1 ? index - 1 : index - rows + 2);
  }

  focusList(): void {
    this.scroller?.focus();
  }

  private get scroller(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>('.scroller');
  }

  private get visibleRows(): number {
    return Math.max(1, this.clientHeight / this.rowHeight);
  }

  private get height(): number {
    return Math.min(MAX_HEIGHT, this.total * this.rowHeight);
  }

  private get isScaled(): boolean {
    return this.total * this.rowHeight > MAX_HEIGHT;
  }

  private get maxTop(): number {
    return Math.max(0, this.total - this.visibleRows);
  }

  private scrollToRow(row: number): void {
    this.top = Math.max(0, Math.min(this.maxTop, row));
    const { scroller } = this;
    if (scroller === null) return;
    const range = Math.max(1, this.height - this.clientHeight);
    this.ownScroll = this.isScaled ? (this.top / Math.max(1, this.maxTop)) * range : this.top * this.rowHeight;
    scroller.scrollTop = this.ownScroll;
    this.requestUpdate();
  }

  private readonly onScroll = (): void => {
    const { scroller } = this;
    if (scroller === null) return;
    const position = scroller.scrollTop;
    if (Math.abs(position - this.ownScroll) < 1) return;
    this.ownScroll = -1;
    const range = Math.max(1, this.height - this.clientHeight);
    this.top = this.isScaled ? Math.min(this.maxTop, (position / range) * this.maxTop) : position / this.rowHeight;
    this.requestUpdate();
  };

  /** In a scaled list a pixel of the scroll bar is many rows. */
  private readonly onWheel = (event: WheelEvent): void => {
    if (!this.isScaled || event.deltaY === 0 || event.ctrlKey) return;
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? this.rowHeight : event.deltaMode === WheelEvent.DOM_DELTA_PAGE ? this.clientHeight : 1;
    this.scrollToRow(this.top + (event.deltaY * unit) / this.rowHeight);
  };

  protected onKey(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.visibleRows) - 1);
    const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    const move = moves[event.key];
    if (move === undefined || this.total === 0 || event.altKey || event.metaKey) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(this.total - 1, Math.max(-1, this.active) + move));
    this.active = next;
    this.reveal(next);
    this.onActive(next);
  }

  protected override updated(_changed: PropertyValues): void {
    // Styles are set on elements, because the policy of the page allows no inline styles.
    const spacer = this.renderRoot.querySelector<HTMLElement>('.spacer');
    const window = this.renderRoot.querySelector<HTMLElement>('.window');
    const rows = this.renderRoot.querySelector<HTMLElement>('.rows');
    spacer?.style.setProperty('height', `${Math.max(this.height, this.clientHeight)}px`);
    window?.style.setProperty('height', `${this.clientHeight}px`);
    rows?.style.setProperty('transform', `translateY(${-(this.top - Math.floor(this.top)) * this.rowHeight}px)`);
  }

  protected override render(): TemplateResult {
    if (this.top > this.maxTop) this.top = this.maxTop;
    const first = Math.floor(this.top);
    const last = Math.min(this.total, first + Math.ceil(this.visibleRows) + 1);
    const indexes = Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i);
    const isActiveVisible = this.active >= first && this.active < last;
    return html`
      <div
        class="scroller"
        role=${this.rowRole === 'option' ? 'listbox' : 'list'}
        aria-label=${this.listLabel}
        aria-activedescendant=${isActiveVisible ? this.rowId(this.active) : ''}
        tabindex="0"
        @scroll=${this.onScroll}
        @wheel=${{ handleEvent: this.onWheel, passive: false }}
        @keydown=${(event: KeyboardEvent) => this.onKey(event)}
      >
        <div class="spacer" role="presentation">
          <div class="window" role="presentation">
            <div class="rows" role="presentation">${indexes.map((index) => this.renderRow(index))}</div>
          </div>
        </div>
      </div>
    `;
  }
}
