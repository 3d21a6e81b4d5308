import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { shared } from './shared-styles';
import { TEXTS } from './texts';

/** Where a file is dropped or chosen, and an API key is asked for. */
@customElement('clearloop-open')
export class OpenPanel extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        place-items: center;
        height: 100%;
        padding: 24px;
      }
      .drop {
        width: min(560px, 100%);
        padding: 56px 40px;
        text-align: center;
        background: var(--paper);
        border: 1.5px dashed var(--line-strong);
        border-radius: 14px;
      }
      .drop.over {
        border-color: var(--accent);
        background: var(--accent-wash);
      }
      h1 {
        margin: 0 0 8px;
        font-size: 24px;
        font-weight: 650;
      }
      p {
        margin: 0 auto 20px;
        max-width: 42ch;
        color: var(--ink-soft);
      }
      button.primary {
        padding: 9px 20px;
        font-size: 15px;
      }
      input[type='file'] {
        display: none;
      }
      .small {
        margin: 18px auto 0;
        font-size: 12.5px;
      }
      .message {
        color: var(--error);
      }
      form {
        display: flex;
        gap: 8px;
        justify-content: center;
      }
      label {
        display: block;
        margin-bottom: 6px;
        font-weight: 600;
      }
    `,
  ];

  @property({ type: Boolean }) needsKey = false;
  @property({ type: String }) message = '';
  @state() private isOver = false;
  @query('input[type=file]') private readonly input!: HTMLInputElement;

  private give(file: File | undefined): void {
    if (file !== undefined) this.dispatchEvent(new CustomEvent('open-file', { detail: file }));
  }

  private readonly onDrop = (event: DragEvent): void => {
    event.preventDefault();
    this.isOver = false;
    this.give(event.dataTransfer?.files[0]);
  };

  private readonly onKey = (event: Event): void => {
    event.preventDefault();
    const key = this.renderRoot.querySelector<HTMLInputElement>('input[type=password]')?.value.trim() ?? '';
    if (key !== '') this.dispatchEvent(new CustomEvent('give-key', { detail: key }));
  };

  protected override render(): TemplateResult {
    return html`<main
      class="drop ${this.isOver ? 'over' : ''}"
      @dragover=${(event: Event) => {
        event.preventDefault();
        this.isOver = true;
      }}
      @dragleave=${() => (this.isOver = false)}
      @drop=${this.onDrop}
    >
      <h1>${TEXTS.openHeading}</h1>
      <p>${TEXTS.openText}</p>
      ${this.needsKey ? this.renderKey() : html`<button class="primary" @click=${() => this.input.click()}>${TEXTS.openButton}</button>`}
      <input type="file" aria-label=${TEXTS.openButton} @change=${() => this.give(this.input.files?.[0])} />
      ${this.message === '' ? html`<p class="small">${TEXTS.openFormats}</p>` : nothing}
      ${this.message === '' ? nothing : html`<p class="small message" role="alert">${this.message}</p>`}
    </main>`;
  }

  private renderKey(): TemplateResult {
    return html`<form @submit=${this.onKey}>
        <div>
          <label for="key">${TEXTS.keyLabel}</label>
          <input id="key" type="password" autocomplete="off" size="30" />
          <button class="primary">${TEXTS.keyButton}</button>
        </div>
      </form>
      <p class="small">${TEXTS.keyHint}</p>`;
  }
}
