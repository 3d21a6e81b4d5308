import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Api } from './api';
import { money, save } from './formats';
import { shared } from './shared-styles';
import { TEXTS } from './texts';
import type { Total } from './types';

/** The label of the sum that is zero in a transaction set without a mistake. */
const BALANCE = 'Balance';

/** The sums of a transaction set. */
@customElement('clearloop-totals')
export class TotalsPanel extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
        overflow: auto;
        padding: 16px 18px;
      }
      h2 {
        margin: 0 0 12px;
        font-size: 14px;
      }
      table {
        width: 100%;
        border-collapse: collapse;
      }
      th,
      td {
        padding: 8px 0;
        border-top: 1px solid var(--line);
        text-align: left;
        font-weight: 400;
      }
      td {
        text-align: right;
        font-variant-numeric: tabular-nums;
        font-size: 15px;
      }
      .balance th,
      .balance td {
        font-weight: 650;
        border-top: 2px solid var(--line-strong);
      }
      .verdict {
        color: var(--string);
      }
      .verdict.bad {
        color: var(--error);
      }
    `,
  ];

  @property({ attribute: false }) api: Api | undefined;
  @property({ type: Number }) segmentNumber = 1;
  @property({ type: Number }) version = 0;
  @state() private totals: readonly Total[] | undefined;

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('segmentNumber') || changed.has('version')) void this.load();
  }

  private async load(): Promise<void> {
    this.totals = await this.api?.totals(this.segmentNumber).catch(() => []);
  }

  protected override render(): TemplateResult {
    const { totals } = this;
    if (totals === undefined || totals.length === 0) return html`<p class="empty">${TEXTS.noTotals}</p>`;
    const balance = totals.find(({ label }) => label === BALANCE);
    return html`<h2>${TEXTS.totalsOf}</h2>
      <table>
        <tbody>
          ${totals.map(
            ({ label, amount }) =>
              html`<tr class=${label === BALANCE ? 'balance' : ''}>
                <th scope="row">${label}</th>
                <td>${amount === null ? '–' : money(amount)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      ${balance === undefined ? nothing : html`<p class="verdict ${balance.amount === 0 ? '' : 'bad'}">${balance.amount === 0 ? TEXTS.balanced : TEXTS.unbalanced}</p>`}`;
  }
}

/** Bytes of an acknowledgment that are shown. */
const MAX_SHOWN = 200_000;

/** The acknowledgment of the file. */
@customElement('clearloop-ack')
export class AckPanel extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: flex;
        flex-direction: column;
        min-height: 0;
        padding: 16px 18px;
      }
      p {
        margin: 0 0 12px;
      }
      pre {
        flex: 1;
        min-height: 0;
        overflow: auto;
        margin: 12px 0 0;
        padding: 12px;
        border: 1px solid var(--line);
        border-radius: 6px;
        background: var(--paper);
        font: 12.5px/19px var(--mono);
      }
      .actions {
        display: flex;
        gap: 6px;
      }
    `,
  ];

  @property({ attribute: false }) api: Api | undefined;
  @property({ type: String }) name = '';
  /** Changes when the acknowledgment has to be made again. */
  @property({ type: Number }) version = 0;
  @state() private text = '';
  @state() private message = '';
  private content: Blob | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('version')) return;
    this.content = undefined;
    this.text = '';
    this.message = '';
  }

  private async make(): Promise<void> {
    this.message = TEXTS.ackLoading;
    try {
      this.content = await (await this.api?.acknowledgment())?.blob();
      this.text = (await this.content?.slice(0, MAX_SHOWN).text()) ?? '';
      this.message = (this.content?.size ?? 0) > MAX_SHOWN ? TEXTS.ackCut : '';
    } catch (error) {
      this.message = error instanceof Error ? error.message : '';
    }
  }

  protected override render(): TemplateResult {
    return html`<p class="soft">${TEXTS.ackText}</p>
      <div class="actions">
        <button class="primary" @click=${() => void this.make()}>${TEXTS.ackButton}</button>
        ${this.content === undefined ? nothing : html`<button @click=${() => this.content !== undefined && save(this.content, `${this.name}.999`)}>${TEXTS.save}</button>`}
      </div>
      ${this.message === '' ? nothing : html`<p role="status">${this.message}</p>`}
      ${this.text === '' ? nothing : html`<pre tabindex="0" aria-label=${TEXTS.tabs.ack}>${this.text}</pre>`}`;
  }
}
