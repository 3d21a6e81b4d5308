import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { shared } from './shared-styles';
import { TEXTS } from './texts';
import type { Details, ElementInfo, Issue, Selection } from './types';

/** What a segment and its elements mean. */
@customElement('clearloop-segment')
export class SegmentPanel extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: block;
        overflow: auto;
        padding: 16px 18px 32px;
      }
      h2 {
        margin: 0;
        font-size: 16px;
        line-height: 1.3;
      }
      .place {
        margin: 2px 0 14px;
        color: var(--ink-soft);
      }
      .issue {
        margin: 0 0 8px;
        padding: 8px 10px;
        border-radius: 6px;
        background: var(--warning-wash);
        border-left: 3px solid var(--warning);
      }
      .issue.grave {
        background: var(--error-wash);
        border-color: var(--error);
      }
      .issue p {
        margin: 0;
      }
      .issue .soft {
        font-size: 12px;
      }
      dl {
        margin: 14px 0 0;
      }
      .element {
        display: grid;
        grid-template-columns: 76px 1fr;
        gap: 0 10px;
        padding: 7px 8px;
        border-top: 1px solid var(--line);
        cursor: default;
      }
      .element:hover {
        background: var(--row-hover);
      }
      .element.chosen {
        background: var(--accent-wash);
      }
      .element.component {
        margin-left: 16px;
      }
      .element.absent {
        opacity: 0.78;
      }
      dt {
        font-family: var(--mono);
        font-size: 12px;
        color: var(--ink-soft);
        padding-top: 2px;
      }
      dd {
        margin: 0;
        min-width: 0;
      }
      .name {
        color: var(--ink-soft);
        font-size: 12.5px;
      }
      .value {
        font-family: var(--mono);
        overflow-wrap: anywhere;
      }
      .meaning {
        color: var(--accent);
      }
      .facts {
        margin-top: 4px;
        font-size: 12.5px;
        color: var(--ink-soft);
      }
      .codes {
        display: grid;
        grid-template-columns: max-content 1fr;
        gap: 1px 10px;
        margin: 6px 0 0;
        max-height: 220px;
        overflow: auto;
        font-size: 12.5px;
      }
      .codes b {
        font-family: var(--mono);
        font-weight: 600;
      }
      .codes .present {
        color: var(--accent);
      }
    `,
  ];

  @property({ attribute: false }) details: Details | undefined;
  @property({ attribute: false }) selection: Selection | undefined;

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('selection') || changed.has('details')) this.renderRoot.querySelector('.chosen')?.scrollIntoView({ block: 'nearest' });
  }

  protected override render(): TemplateResult {
    const { details } = this;
    if (details === undefined) return html`<p class="empty">${TEXTS.noSelection}</p>`;
    const { segment, elements } = details;
    const loop = segment.loop === undefined ? '' : `${TEXTS.loop} ${segment.loop} ${segment.loopName ?? ''}`;
    const place = segment.isUnplaced === true ? TEXTS.unplaced : loop;
    return html`
      <h2><span class="mono">${segment.id}</span> ${segment.name}</h2>
      <p class="place">${TEXTS.line} ${segment.segmentNumber}${place === '' ? '' : ` · ${place}`}</p>
      ${(segment.issues ?? []).map(renderIssue)}
      <dl>${elements.map((element) => this.renderElement(element))}</dl>
    `;
  }

  private renderElement(info: ElementInfo): TemplateResult {
    const { selection } = this;
    const isChosen = selection?.element === info.element && (selection?.component ?? 0) === (info.component ?? 0) && info.element > 0;
    const classes = ['element', isChosen ? 'chosen' : '', info.component === undefined ? '' : 'component', info.value === '' ? 'absent' : ''].join(' ');
    const choose = (): void => {
      const place = { segmentNumber: this.details?.segment.segmentNumber ?? 1, element: info.element };
      const detail = { selection: info.component === undefined ? place : { ...place, component: info.component } };
      this.dispatchEvent(new CustomEvent('choose', { detail }));
    };
    return html`<div class=${classes} @click=${choose}>
      <dt>${info.ref}</dt>
      <dd>
        <div class="name">${info.name}</div>
        <div class="value">${info.value === '' ? html`<span class="soft">·</span>` : info.value}</div>
        ${info.meaning === undefined ? nothing : html`<div class="meaning">${info.meaning}</div>`}
        ${
          isChosen
            ? html`<div class="facts">${factsOf(info)}</div>
                ${renderCodes(info)}`
            : nothing
        }
      </dd>
    </div>`;
  }
}

/** Type, usage, length and number of an element, in words. */
export function factsOf({ type, usage, min, max, dataElement }: ElementInfo): string {
  const length = min === undefined && max === undefined ? '' : `${TEXTS.length} ${[min, max].filter((one) => one !== undefined).join('–')}`;
  const number = dataElement === undefined || dataElement === '' ? '' : `${TEXTS.dataElement} ${dataElement}`;
  return [type === undefined ? '' : typeName(type), usage === undefined ? '' : (TEXTS.usages[usage] ?? usage), length, number]
    .filter((part) => part !== '')
    .join(' · ');
}

function typeName(type: string): string {
  const decimals = /^N(\d)$/.exec(type)?.[1];
  return decimals === undefined ? (TEXTS.types[type] ?? type) : `${TEXTS.impliedDecimals} ${decimals}`;
}

function renderCodes({ allowed, value }: ElementInfo): TemplateResult | typeof nothing {
  if (allowed === undefined) return nothing;
  return html`<div class="facts">${TEXTS.allowed}</div>
    <div class="codes" tabindex="0" role="group" aria-label=${TEXTS.allowed}>
      ${allowed.map(({ code, meaning }) => html`<b class=${code === value ? 'present' : ''}>${code}</b><span>${meaning ?? ''}</span>`)}
    </div>`;
}

/** An issue with its level and rule. */
export function renderIssue({ message, level, type, ruleId, allowedValues }: Issue): TemplateResult {
  const name = TEXTS.levelNames[level] ?? '';
  const facts = [level === 0 ? TEXTS.unreadable : `${TEXTS.level} ${level} ${name}`, ruleId ?? type];
  return html`<div class="issue ${level <= 1 ? 'grave' : ''}">
    <p>${message}</p>
    ${allowedValues === undefined ? nothing : html`<p class="soft">${TEXTS.allowed}: ${allowedValues.join(', ')}</p>`}
    <p class="soft">${facts.join(' · ')}</p>
  </div>`;
}
