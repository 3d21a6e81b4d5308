import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Api } from './api';
import { count, fileNameOf, save } from './formats';
import { panel, shared } from './shared-styles';
import { TEXTS } from './texts';
import type { Link, RecordObject, Selection } from './types';

/** A line of the object, with the JSON pointer of its value. */
interface Line {
  readonly depth: number;
  readonly key: string | undefined;
  readonly text: string;
  readonly kind: 'string' | 'number' | 'other' | 'mark';
  readonly pointer: string;
}

/** Lines that are shown of a large object. */
const MAX_LINES = 6_000;

const EXPORTS = ['edi', 'json', 'csv'] as const;

/** The business object of a segment as JSON. The keys that the selected element feeds are marked; a key leads back to its element. */
@customElement('clearloop-object')
export class ObjectPanel extends LitElement {
  static override styles = [
    shared,
    panel,
    css`
      .choice {
        margin-right: auto;
      }
      .exports {
        width: 100%;
      }
      .bar .soft {
        font-size: 12.5px;
      }
      .json {
        flex: 1;
        overflow: auto;
        padding: 12px 0 32px;
        font: 12.5px/19px var(--mono);
      }
      .line {
        padding: 0 18px 0 14px;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
        border-left: 4px solid transparent;
      }
      .line.linked {
        cursor: pointer;
      }
      .line.linked:hover {
        background: var(--row-hover);
      }
      .line.fed {
        background: var(--mark);
        border-color: var(--accent);
      }
      .key {
        color: var(--id);
      }
      .string {
        color: var(--string);
      }
      .number {
        color: var(--number);
      }
      .other {
        color: var(--qualifier);
      }
    `,
  ];

  @property({ attribute: false }) api: Api | undefined;
  @property({ attribute: false }) selection: Selection | undefined;
  @property({ type: Number }) version = 0;
  @state() private isWhole = false;
  @state() private object: RecordObject | undefined;
  @state() private links: readonly Link[] = [];
  @state() private message = '';
  private lines: readonly Line[] = [];
  private asked = 0;

  protected override willUpdate(changed: PropertyValues): void {
    const { selection, object } = this;
    if (selection === undefined) return;
    const isInside = object !== undefined && object.kind !== '' && selection.segmentNumber >= object.first && selection.segmentNumber <= object.last;
    if (changed.has('version') || changed.has('isWhole') || !isInside)
      if (changed.has('selection') || changed.has('version') || changed.has('isWhole')) void this.load();
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('selection') || changed.has('links')) this.renderRoot.querySelector('.fed')?.scrollIntoView({ block: 'nearest' });
  }

  private async load(): Promise<void> {
    const { selection, api } = this;
    if (selection === undefined || api === undefined) return;
    const asked = ++this.asked;
    if (this.object === undefined) this.message = TEXTS.objectLoading;
    try {
      const object = await api.object({ segment: selection.segmentNumber, whole: this.isWhole });
      if (asked !== this.asked) return;
      this.lines = object.kind === '' ? [] : linesOf(JSON.parse(object.json), 0, undefined, '').slice(0, MAX_LINES);
      this.message = object.kind === '' ? TEXTS.noObject : '';
      this.object = object;
      this.links = [];
      // The object is there before it is known what feeds it.
      const links = object.kind === '' ? [] : await api.links({ segment: selection.segmentNumber, whole: this.isWhole });
      if (asked === this.asked) this.links = links;
    } catch (error) {
      if (asked !== this.asked) return;
      this.object = undefined;
      this.message = error instanceof Error ? error.message : TEXTS.noObject;
    }
  }

  /** Pointers that the selected element feeds; those of all elements where a whole segment is selected. */
  private fedPointers(): readonly string[] {
    const { selection, object } = this;
    if (selection === undefined || object === undefined) return [];
    return this.links
      .filter(({ segmentNumber, element, component }) => {
        if (segmentNumber !== selection.segmentNumber) return false;
        if (selection.element === 0) return true;
        return element === selection.element && (selection.component === undefined || component === undefined || component === selection.component);
      })
      .flatMap(({ pointers }) => pointers);
  }

  private follow(pointer: string): void {
    const { links } = this;
    const link = links.find(({ pointers }) => pointers.includes(pointer)) ?? links.find(({ pointers }) => pointers.some((one) => isBelow(pointer, one)));
    if (link === undefined) return;
    const place = { segmentNumber: link.segmentNumber, element: link.element };
    const selection: Selection = link.component === undefined ? place : { ...place, component: link.component };
    this.dispatchEvent(new CustomEvent('choose', { detail: { selection } }));
  }

  private async export(as: string): Promise<void> {
    const { selection, api } = this;
    if (selection === undefined || api === undefined) return;
    try {
      const answer = await api.export({ segment: selection.segmentNumber, whole: this.isWhole }, as);
      save(await answer.blob(), fileNameOf(answer, `record.${as}`));
    } catch (error) {
      this.message = error instanceof Error ? error.message : '';
    }
  }

  protected override render(): TemplateResult {
    const { object } = this;
    const hasObject = object !== undefined && object.kind !== '';
    const fed = hasObject ? this.fedPointers() : [];
    const links = new Set((hasObject ? this.links : []).flatMap(({ pointers }) => pointers));
    const title = hasObject ? `${TEXTS.line} ${count(object.first)}–${count(object.last)}` : '';
    return html`
      <div class="bar">
        <span class="choice" role="group" aria-label=${TEXTS.tabs.object}>
          ${[false, true].map(
            (isWhole) =>
              html`<button aria-pressed=${isWhole === this.isWhole ? 'true' : 'false'} @click=${() => (this.isWhole = isWhole)}>
                ${isWhole ? TEXTS.transactionSet : TEXTS.record}
              </button> `,
          )}
        </span>
        <span class="soft">${title}</span>
        <span class="exports" role="group" aria-label=${TEXTS.exportAs}>
          <span class="soft">${TEXTS.exportAs}</span>
          ${EXPORTS.map((as) => html`<button aria-label="${TEXTS.exportAs} ${as}" ?disabled=${this.selection === undefined} @click=${() => void this.export(as)}>${as.toUpperCase()}</button> `)}
        </span>
      </div>
      ${this.message === '' ? nothing : html`<p class="empty">${this.message}</p>`}
      ${
        hasObject
          ? html`<div class="json" tabindex="0" role="group" aria-label=${TEXTS.tabs.object}>
              ${this.lines.map((line) => this.renderLine(line, fed, links))}
            </div>`
          : nothing
      }
    `;
  }

  private renderLine({ depth, key, text, kind, pointer }: Line, fed: readonly string[], links: ReadonlySet<string>): TemplateResult {
    const isFed = pointer !== '' && fed.some((one) => pointer === one || isBelow(pointer, one));
    const isLinked = links.has(pointer);
    // Blanks are shown as they are: the line has none of its own.
    const content = [
      html`${'  '.repeat(depth)}`,
      key === undefined ? nothing : html`<span class="key">${key}</span>: `,
      html`<span class=${kind}>${text}</span>`,
    ];
    return html`<div class="line${isFed ? ' fed' : ''}${isLinked ? ' linked' : ''}" data-pointer=${pointer} @click=${() => this.follow(pointer)}>
      ${content}
    </div>`;
  }
}

const isBelow = (pointer: string, above: string): boolean => pointer.startsWith(`${above}/`);

/** The lines of a value as JSON would be indented, without quotes and commas, which add nothing for a reader. */
function linesOf(value: unknown, depth: number, key: string | undefined, pointer: string): readonly Line[] {
  if (typeof value === 'string') return [{ depth, key, text: value, kind: 'string', pointer }];
  if (typeof value === 'number') return [{ depth, key, text: String(value), kind: 'number', pointer }];
  if (typeof value !== 'object' || value === null) return [{ depth, key, text: String(value), kind: 'other', pointer }];
  const entries = Array.isArray(value) ? value.map((item, i): [string, unknown] => [String(i), item]) : Object.entries(value);
  const inner = entries.flatMap(([name, item]) => {
    const shown = Array.isArray(value) ? (typeof item === 'object' ? String(Number(name) + 1) : undefined) : name;
    return linesOf(item, key === undefined && pointer === '' ? depth : depth + 1, shown, `${pointer}/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`);
  });
  return pointer === '' ? inner : [{ depth, key, text: '', kind: 'mark', pointer }, ...inner];
}
