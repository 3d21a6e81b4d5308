import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type { Api } from './api';
import { count } from './formats';
import { shared } from './shared-styles';
import { TEXTS } from './texts';
import type { SearchPage } from './types';

/** Hits that are listed before the reader asks for more. */
const ENOUGH = 50;

/** Finds segments by value, id, control number or record. */
@customElement('clearloop-search')
export class SearchBox extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        position: relative;
        display: block;
      }
      form {
        display: flex;
        gap: 6px;
      }
      input {
        width: 220px;
      }
      .hits {
        position: absolute;
        z-index: 20;
        top: calc(100% + 8px);
        right: 0;
        width: 560px;
        max-width: 90vw;
        background: var(--raised);
        border: 1px solid var(--line-strong);
        border-radius: 8px;
        box-shadow: var(--shadow);
        overflow: hidden;
      }
      .status {
        display: flex;
        align-items: center;
        gap: 8px;
        padding: 8px 12px;
        border-bottom: 1px solid var(--line);
        color: var(--ink-soft);
      }
      .status span {
        flex: 1;
      }
      ul {
        margin: 0;
        padding: 4px 0;
        max-height: 50vh;
        overflow: auto;
        list-style: none;
      }
      li button {
        display: flex;
        width: 100%;
        gap: 12px;
        border: 0;
        border-radius: 0;
        background: none;
        padding: 4px 12px;
        font: 12.5px/20px var(--mono);
        text-align: left;
      }
      li button:hover {
        background: var(--row-hover);
      }
      li b {
        flex: none;
        min-width: 64px;
        text-align: right;
        font-weight: 400;
        color: var(--ink-faint);
      }
      li span {
        overflow: hidden;
        text-overflow: ellipsis;
      }
    `,
  ];

  @property({ attribute: false }) api: Api | undefined;
  @state() private hits: SearchPage['hits'] = [];
  @state() private next: number | undefined;
  @state() private status: 'closed' | 'searching' | 'done' = 'closed';
  @state() private message = '';
  @query('input') private readonly input!: HTMLInputElement;
  @query('select') private readonly kind!: HTMLSelectElement;
  private run = 0;

  focusInput(): void {
    this.input.focus();
    this.input.select();
  }

  close(): void {
    this.status = 'closed';
    this.run++;
  }

  private async search(from: number, wanted: number): Promise<void> {
    const { api } = this;
    const text = this.input.value.trim();
    if (api === undefined || text === '') {
      this.close();
      return;
    }
    const run = ++this.run;
    this.status = 'searching';
    this.message = '';
    try {
      for (let next: number | undefined = from; next !== undefined && this.hits.length < wanted;) {
        const page: SearchPage = await api.search(text, this.kind.value, next);
        if (run !== this.run) return;
        const isFirst = this.hits.length === 0;
        this.hits = [...this.hits, ...page.hits];
        next = page.next;
        this.next = next;
        const [first] = page.hits;
        if (isFirst && first !== undefined) this.choose(first.segmentNumber);
      }
    } catch (error) {
      this.message = error instanceof Error ? error.message : '';
    }
    this.status = 'done';
  }

  private readonly onSubmit = (event: Event): void => {
    event.preventDefault();
    this.hits = [];
    this.next = undefined;
    void this.search(1, ENOUGH);
  };

  private choose(segmentNumber: number): void {
    this.dispatchEvent(new CustomEvent('choose', { detail: { selection: { segmentNumber, element: 0 } } }));
  }

  private statusText(): string {
    if (this.message !== '') return this.message;
    if (this.status === 'searching') return `${TEXTS.searching} … ${count(this.hits.length)}`;
    if (this.hits.length === 0) return TEXTS.noHits;
    return `${count(this.hits.length)}${this.next === undefined ? '' : '+'} ${TEXTS.hits}`;
  }

  protected override render(): TemplateResult {
    return html`
      <form role="search" @submit=${this.onSubmit} @keydown=${(event: KeyboardEvent) => event.key === 'Escape' && this.close()}>
        <input type="search" placeholder=${TEXTS.searchHint} aria-label=${TEXTS.searchHint} autocomplete="off" spellcheck="false" />
        <select aria-label=${TEXTS.searchKind}>
          ${Object.entries(TEXTS.searchKinds).map(([value, label]) => html`<option value=${value}>${label}</option>`)}
        </select>
        <button>${TEXTS.search}</button>
      </form>
      ${this.status === 'closed' ? nothing : this.renderHits()}
    `;
  }

  private renderHits(): TemplateResult {
    return html`<div class="hits" role="region" aria-label=${TEXTS.search}>
      <div class="status">
        <span role="status">${this.statusText()}</span>
        ${this.next === undefined || this.status === 'searching' ? nothing : html`<button @click=${() => void this.search(this.next ?? 1, this.hits.length + ENOUGH)}>${TEXTS.more}</button>`}
        <button @click=${() => this.close()}>${TEXTS.close}</button>
      </div>
      <ul>
        ${this.hits.map(
          ({ segmentNumber, text }) =>
            html`<li>
              <button @click=${() => this.choose(segmentNumber)}><b>${count(segmentNumber)}</b><span>${text}</span></button>
            </li>`,
        )}
      </ul>
    </div>`;
  }
}
