import { css, html, nothing, type PropertyValues, type TemplateResult, unsafeCSS } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Api } from './api';
import { count } from './formats';
import { Pages } from './pages';
import { TEXTS } from './texts';
import type { Segment, Selection, Separators } from './types';
import { VirtualList } from './virtual-list';

const NO_SEPARATORS: Separators = { element: '*', component: ':', repetition: '^', segment: '~' };

/** Visible characters of control characters, and their names. */
const FIELD_SEPARATOR = '\u241c';
const CONTROL = /([\u2400-\u241f])/;
const CONTROL_NAMES: Readonly<Record<string, string>> = { '\u2402': 'STX', '\u2403': 'ETX', '\u241d': 'GS', '\u241e': 'RS' };

/** A first element that says what the segment is about. */
const QUALIFIER = /^[A-Z0-9]{1,3}$/;

/** Indentation beyond which the text would leave the screen. */
const MAX_DEPTH = 12;

/** The segments of a file: one line each, indented by loop. */
@customElement('clearloop-segments')
export class SegmentList extends VirtualList {
  static override styles = [
    ...VirtualList.styles,
    css`
      .row {
        display: flex;
        align-items: center;
        height: 25px;
        padding-right: 24px;
        font-family: var(--mono);
        font-size: 13px;
        white-space: pre;
        cursor: default;
      }
      .row:hover {
        background: var(--row-hover);
      }
      .row[aria-selected='true'] {
        background: var(--row-chosen);
        box-shadow: inset 3px 0 var(--accent);
      }
      .number {
        flex: none;
        width: 72px;
        padding-right: 12px;
        text-align: right;
        color: var(--ink-faint);
        font-size: 11.5px;
        font-variant-numeric: tabular-nums;
        user-select: none;
      }
      .margin {
        flex: none;
        width: 20px;
        text-align: center;
        font: 700 11px/16px var(--sans);
        user-select: none;
      }
      .badge {
        display: inline-block;
        min-width: 16px;
        padding: 0 4px;
        border-radius: 8px;
        background: var(--warning-wash);
        color: var(--warning);
      }
      .badge.grave {
        background: var(--error-wash);
        color: var(--error);
      }
      .text {
        color: var(--value);
        padding-left: 8px;
      }
      .id {
        color: var(--id);
        font-weight: 700;
      }
      .separator {
        color: var(--separator);
      }
      .first {
        color: var(--qualifier);
      }
      .control {
        margin: 0 3px;
        padding: 0 3px;
        border-radius: 3px;
        background: var(--ground);
        color: var(--ink-faint);
        font-size: 9.5px;
        user-select: none;
      }
      .element {
        border-radius: 3px;
      }
      .element:hover,
      .id:hover {
        background: var(--accent-wash);
      }
      .element.chosen,
      .id.chosen {
        background: var(--mark);
      }
      .faulty {
        text-decoration: underline wavy var(--error) 1px;
        text-underline-offset: 4px;
      }
      .unplaced .text {
        opacity: 0.8;
        font-style: italic;
      }
      .label {
        padding-left: 20px;
        font: 12px var(--sans);
        color: var(--ink-faint);
        user-select: none;
      }
      .opens .label {
        color: var(--ink-soft);
        font-weight: 600;
      }
      ${unsafeCSS(Array.from({ length: MAX_DEPTH + 1 }, (_, depth) => `.depth-${depth} .text { margin-left: ${depth * 16}px; }`).join(''))}
    `,
  ];

  @property({ attribute: false }) api: Api | undefined;
  @property({ attribute: false }) selection: Selection | undefined;
  /** Changes when rows have to be loaded again. */
  @property({ type: Number }) version = 0;
  /** True for a file that is not X12. */
  @property({ type: Boolean }) isFormat = false;
  /** Segments whose places are known: rows behind it are loaded again when it grows. */
  @property({ type: Boolean }) isSettled = false;

  protected override readonly rowHeight = 25;
  protected override readonly listLabel = TEXTS.segmentList;
  protected override readonly rowRole = 'option';
  private separators = NO_SEPARATORS;
  private readonly pages = new Pages<Segment>(
    async (from, size) => {
      const window = await this.api?.segments(from + 1, size);
      if (window !== undefined) this.separators = window.separators;
      return window?.segments ?? [];
    },
    () => this.requestUpdate(),
  );

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('version') || changed.has('isSettled')) this.pages.clear();
    if (changed.has('selection') && this.selection !== undefined) this.active = this.selection.segmentNumber - 1;
  }

  protected override rowId(index: number): string {
    return `segment-${index + 1}`;
  }

  protected override onActive(index: number): void {
    this.select({ segmentNumber: index + 1, element: 0 });
  }

  /** Values of a segment by element and component, in the order of the text. */
  private placesOf(segment: Segment): readonly Selection[] {
    const { segmentNumber } = segment;
    if (this.isFormat) return segment.text.split(FIELD_SEPARATOR).map((_, i) => ({ segmentNumber, element: i + 1 }));
    return partsOf(segment, this.separators).flatMap(({ element, components }) =>
      components.length < 2 ? [{ segmentNumber, element }] : components.map((_, i) => ({ segmentNumber, element, component: i + 1 })),
    );
  }

  protected override onKey(event: KeyboardEvent): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const segment = this.active < 0 ? undefined : this.pages.row(this.active);
    if (step === 0 || segment === undefined) return super.onKey(event);
    event.preventDefault();
    const places = [{ segmentNumber: segment.segmentNumber, element: 0 }, ...this.placesOf(segment)];
    const at = places.findIndex((place) => isSame(place, this.selection));
    const next = places[Math.max(0, Math.min(places.length - 1, at + step))];
    if (next !== undefined) this.select(next, true);
  }

  private select(selection: Selection, isByKey = false): void {
    this.dispatchEvent(new CustomEvent('choose', { detail: { selection, isByKey } }));
  }

  private placeAt(event: Event): { readonly selection: Selection; readonly target: HTMLElement } | undefined {
    const target = event.composedPath().find((one): one is HTMLElement => one instanceof HTMLElement && one.dataset['element'] !== undefined);
    const row = event.composedPath().find((one): one is HTMLElement => one instanceof HTMLElement && one.dataset['segment'] !== undefined);
    if (row === undefined) return undefined;
    const segmentNumber = Number(row.dataset['segment']);
    const component = Number(target?.dataset['component'] ?? 0);
    const place = { segmentNumber, element: Number(target?.dataset['element'] ?? 0) };
    return { selection: component === 0 ? place : { ...place, component }, target: target ?? row };
  }

  private readonly onClick = (event: Event): void => {
    const place = this.placeAt(event);
    if (place !== undefined) this.select(place.selection);
  };

  private readonly onHover = (event: Event): void => {
    const place = this.placeAt(event);
    const isElement = place?.target.dataset['element'] !== undefined;
    const detail = place === undefined || !isElement ? undefined : { selection: place.selection, box: place.target.getBoundingClientRect() };
    this.dispatchEvent(new CustomEvent('hover', { detail }));
  };

  protected override renderRow(index: number): TemplateResult {
    const segment = this.pages.row(index);
    const isActive = index === this.active;
    if (segment === undefined) {
      return html`<div class="row" id=${this.rowId(index)} role="option" aria-selected=${isActive ? 'true' : 'false'} aria-label="${TEXTS.line} ${index + 1}">
        <span class="number">${count(index + 1)}</span>
      </div>`;
    }
    const classes = `row depth-${Math.min(MAX_DEPTH, segment.depth)}${segment.opensLoop === true ? ' opens' : ''}${segment.isUnplaced === true ? ' unplaced' : ''}`;
    return html`<div
      class=${classes}
      id=${this.rowId(index)}
      role="option"
      aria-selected=${isActive ? 'true' : 'false'}
      aria-posinset=${index + 1}
      aria-setsize=${this.total}
      data-segment=${segment.segmentNumber}
      @click=${this.onClick}
      @mouseover=${this.onHover}
      @mouseleave=${this.onHover}
    >
      <span class="number">${count(segment.segmentNumber)}</span><span class="margin">${this.renderBadge(segment)}</span
      ><span class="text">${this.renderText(segment)}</span><span class="label">${labelOf(segment)}</span>
    </div>`;
  }

  /** A line of a format: its fields, with names for the control characters between them. */
  private renderLine({ text, segmentNumber }: Segment, spanOf: (text: string, place: Selection, name: string) => TemplateResult): readonly TemplateResult[] {
    const fields = text.split(FIELD_SEPARATOR);
    return fields.flatMap((field, i) => {
      const parts = field.split(CONTROL).map((part) => {
        const name = CONTROL_NAMES[part];
        return name === undefined
          ? spanOf(part, { segmentNumber, element: fields.length < 2 ? 0 : i + 1 }, fields.length > 1 && i === 0 ? 'element first' : 'element')
          : html`<span class="control">${name}</span>`;
      });
      return i === 0 ? parts : [html`<span class="control">FS</span>`, ...parts];
    });
  }

  private renderBadge({ issues }: Segment): TemplateResult | typeof nothing {
    if (issues === undefined) return nothing;
    const title = issues.map(({ message }) => message).join('\n');
    const isGrave = issues.some(({ level }) => level <= 1);
    return html`<span class="badge ${isGrave ? 'grave' : ''}" title=${title}>${issues.length}<span class="visually-hidden"> ${TEXTS.issues}</span></span>`;
  }

  private renderText(segment: Segment): readonly TemplateResult[] {
    const { segmentNumber, issues = [] } = segment;
    const faulty = new Set(issues.flatMap(({ elementNumber }) => elementNumber ?? []));
    const spanOf = (text: string, place: Selection, name: string): TemplateResult => {
      const isChosen =
        (place.element > 0 && isSame(place, this.selection)) || (place.component === undefined && isSame({ ...place, component: 1 }, this.selection));
      const classes = `${name}${isChosen ? ' chosen' : ''}${faulty.has(place.element) && place.element > 0 ? ' faulty' : ''}`;
      return html`<span class=${classes} data-element=${place.element} data-component=${place.component ?? nothing}>${text}</span>`;
    };
    const { element: separator, component: colon } = this.separators;
    if (this.isFormat) return this.renderLine(segment, spanOf);
    const parts = partsOf(segment, this.separators);
    return [
      spanOf(segment.id, { segmentNumber, element: 0 }, 'id'),
      ...parts.flatMap(({ element, components }) => {
        const name = element === 1 && components.every((value) => QUALIFIER.test(value)) ? 'element first' : 'element';
        const values = components.map((value, i) =>
          spanOf(value, components.length < 2 ? { segmentNumber, element } : { segmentNumber, element, component: i + 1 }, name),
        );
        return [
          html`<span class="separator">${separator}</span>`,
          ...values.flatMap((value, i) => (i === 0 ? [value] : [html`<span class="separator">${colon}</span>`, value])),
        ];
      }),
      html`<span class="separator">${this.separators.segment.trim()}</span>`,
    ];
  }
}

/** The elements of a segment, each in components. Those of an ISA are not split: its last one is the separator itself. */
function partsOf({ id, text }: Segment, { element, component }: Separators): readonly { readonly element: number; readonly components: readonly string[] }[] {
  const values = text.split(element).slice(1);
  return values.map((value, i) => ({ element: i + 1, components: id === 'ISA' || component === '' ? [value] : value.split(component) }));
}

function labelOf({ opensLoop, loop, loopName, name, isUnplaced }: Segment): string {
  if (isUnplaced === true) return TEXTS.unplaced;
  return opensLoop === true ? `${loop ?? ''}  ${loopName ?? ''}` : name;
}

function isSame(one: Selection, other: Selection | undefined): boolean {
  return one.segmentNumber === other?.segmentNumber && one.element === other.element && one.component === other.component;
}
