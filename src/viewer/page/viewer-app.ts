import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { Api, ApiError } from './api';
import { appStyles } from './app-styles';
import { count, size } from './formats';
import type { IssuePanel } from './issue-panel';
import type { SearchBox } from './search-box';
import type { SegmentList } from './segment-list';
import { factsOf } from './segment-panel';
import { shared } from './shared-styles';
import { TEXTS } from './texts';
import type { Details, ElementInfo, FileState, Segment, Selection } from './types';

const TABS = ['segment', 'object', 'issues', 'totals', 'ack'] as const;
type Tab = (typeof TABS)[number];

/** Tabs of a file that is not X12: it has no sums and no acknowledgment. */
const FORMAT_TABS: readonly Tab[] = ['segment', 'object', 'issues'];

const tabsOf = ({ format }: FileState): readonly Tab[] => (format === undefined ? TABS : FORMAT_TABS);

/** What changes while a file is read. */
const GROWING = ['segments', 'understood', 'isUnderstood'] as const;

/** How often the state of a file is asked for: while it is read, and to show that somebody still looks. */
const READING_MILLISECONDS = 250;
const WATCHING_MILLISECONDS = 60_000;

/** The pointer rests that long before an element is explained. */
const HOVER_MILLISECONDS = 120;

const MAX_PRINTED = 2_000;
const PRINTED_AT_A_TIME = 500;
const MAX_CARD_CODES = 8;

/** The viewer: opens a file, and holds what its parts share. */
@customElement('clearloop-viewer')
export class ViewerApp extends LitElement {
  static override styles = [shared, appStyles];

  private readonly api = new Api();
  @state() private file: FileState | undefined;
  @state() private needsKey = false;
  @state() private message = '';
  @state() private selection: Selection | undefined;
  @state() private details: Details | undefined;
  @state() private tab: Tab = 'segment';
  /** Changes when everything has to be loaded again. */
  @state() private version = 0;
  @state() private masks = false;
  @state() private card: { readonly info: ElementInfo; readonly box: DOMRect } | undefined;
  @state() private printed: readonly Segment[] = [];
  @query('clearloop-segments') private readonly list!: SegmentList | null;
  @query('clearloop-issues') private readonly issues!: IssuePanel | null;
  @query('clearloop-search') private readonly search!: SearchBox | null;
  /** A file that was chosen: it is opened again when the key for it has come. */
  private chosen: File | undefined;
  private detailsOf = new Map<number, Promise<Details>>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private hoverTimer: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    document.title = TEXTS.title;
    const fragment = new URLSearchParams(location.hash.slice(1));
    this.api.key = fragment.get('key') ?? '';
    this.api.fileId = fragment.get('file') ?? '';
    addEventListener('pagehide', () => this.api.leave());
    addEventListener('keydown', this.onKey);
    // A file that is dropped beside the field must not replace the page.
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', this.onDrop);
    if (this.api.fileId !== '') void this.watch(true);
  }

  private readonly onDrop = (event: DragEvent): void => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (this.file !== undefined && file !== undefined) void this.open(file);
  };

  private async open(file: File): Promise<void> {
    await this.api.close();
    this.file = undefined;
    this.chosen = file;
    try {
      const state = await this.api.open(file);
      this.chosen = undefined;
      this.show(state);
      // The key stays out of the address: a page that is loaded again asks for it.
      history.replaceState(undefined, '', `#file=${state.id}`);
      void this.api.send(file).catch((error: unknown) => this.fail(error));
      await this.watch(true);
    } catch (error) {
      this.fail(error);
    }
  }

  private show(state: FileState): void {
    if (!tabsOf(state).includes(this.tab)) this.tab = 'segment';
    this.masks = state.masks;
    this.api.masks = state.masks;
    this.file = state;
    this.message = '';
    this.needsKey = false;
    document.title = `${state.name} – ${TEXTS.title}`;
    this.reload();
  }

  private fail(error: unknown): void {
    this.needsKey = error instanceof ApiError && error.status === 401;
    const isGone = error instanceof ApiError && error.status === 404;
    this.message = this.needsKey ? '' : isGone ? TEXTS.closed : error instanceof Error ? error.message : String(error);
    if (isGone || this.needsKey) this.file = undefined;
  }

  /** Asks for the state until the file is read, then now and then. */
  private async watch(isFirst = false): Promise<void> {
    clearTimeout(this.timer);
    try {
      const state = await this.api.state();
      if (isFirst && this.file?.id !== state.id) this.show(state);
      this.take(state);
      this.timer = setTimeout(() => void this.watch(), state.isUnderstood ? WATCHING_MILLISECONDS : READING_MILLISECONDS);
    } catch (error) {
      this.fail(error);
    }
  }

  private take(state: FileState): void {
    const before = this.file;
    this.file = state;
    const hasGrown = before !== undefined && GROWING.some((key) => before[key] !== state[key]);
    // The first rows are settled early; a file that is still read is loaded again when that ends.
    if (before?.isUnderstood !== state.isUnderstood || (hasGrown && before.understood < MAX_PRINTED)) this.reload();
    if (this.selection === undefined && state.segments > 0) void this.choose({ segmentNumber: 1, element: 0 }, false);
  }

  private reload(): void {
    this.version++;
    this.detailsOf = new Map();
    if (this.selection !== undefined) void this.explain(this.selection);
  }

  private async describe(segmentNumber: number): Promise<Details> {
    const known = this.detailsOf.get(segmentNumber) ?? this.api.details(segmentNumber);
    if (this.detailsOf.size > 500) this.detailsOf = new Map();
    this.detailsOf.set(segmentNumber, known);
    return known;
  }

  private async choose(selection: Selection, isRevealed = true): Promise<void> {
    this.selection = selection;
    if (isRevealed) this.list?.reveal(selection.segmentNumber - 1);
    await this.explain(selection);
  }

  private async explain(selection: Selection): Promise<void> {
    try {
      const details = await this.describe(selection.segmentNumber);
      if (this.selection?.segmentNumber === selection.segmentNumber) this.details = details;
    } catch {
      this.detailsOf.delete(selection.segmentNumber);
    }
  }

  private readonly onChoose = (event: CustomEvent<{ selection: Selection; isByKey?: boolean; isIssue?: boolean }>): void => {
    const { selection, isByKey = false, isIssue = false } = event.detail;
    if (!isIssue) this.issues?.forget();
    void this.choose(selection).then(() => {
      if (isByKey) this.showCardOfSelection();
    });
    if (!isByKey) this.card = undefined;
  };

  /** Explains the element that keys have reached. */
  private showCardOfSelection(): void {
    const { selection, details } = this;
    const target = this.list?.renderRoot.querySelector('.chosen');
    const info = details?.elements.find((one) => one.element === selection?.element && one.component === selection.component);
    this.card = target === undefined || target === null || info === undefined ? undefined : { info, box: target.getBoundingClientRect() };
  }

  private readonly onHover = (event: CustomEvent<{ selection: Selection; box: DOMRect } | undefined>): void => {
    clearTimeout(this.hoverTimer);
    const { detail } = event;
    if (detail === undefined || detail === null || detail.selection.element === 0) {
      this.card = undefined;
      return;
    }
    this.hoverTimer = setTimeout(() => void this.showCard(detail.selection, detail.box), HOVER_MILLISECONDS);
  };

  private async showCard(place: Selection, box: DOMRect): Promise<void> {
    const details = await this.describe(place.segmentNumber).catch(() => undefined);
    const info = details?.elements.find((one) => one.element === place.element && one.component === place.component);
    this.card = info === undefined ? undefined : { info, box };
  }

  private readonly toggleMask = (): void => {
    this.masks = !this.masks;
    this.api.masks = this.masks;
    this.card = undefined;
    this.search?.close();
    this.reload();
  };

  private readonly toggleTheme = (): void => {
    const { dataset } = document.documentElement;
    const isDark = dataset['theme'] === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : dataset['theme'] === 'dark';
    dataset['theme'] = isDark ? 'light' : 'dark';
  };

  /** Prints the record of the selected segment; outside records, what follows the segment. */
  private readonly print = async (): Promise<void> => {
    const { selection } = this;
    if (selection === undefined) return;
    const object = await this.api.object({ segment: selection.segmentNumber }).catch(() => undefined);
    const first = object === undefined || object.kind === '' ? selection.segmentNumber : object.first;
    const last = object === undefined || object.kind === '' ? first + PRINTED_AT_A_TIME : Math.min(object.last, first + MAX_PRINTED);
    const printed: Segment[] = [];
    for (let from = first; from <= last; from += PRINTED_AT_A_TIME) {
      printed.push(...(await this.api.segments(from, Math.min(PRINTED_AT_A_TIME, last - from + 1))).segments);
    }
    this.printed = printed;
    await this.updateComplete;
    window.print();
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    const [target] = event.composedPath();
    if (event.key === 'Escape') {
      this.card = undefined;
      this.search?.close();
    }
    const isTyping = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || this.file === undefined) return;
    const step = event.key === 'n' ? 1 : event.key === 'p' ? -1 : undefined;
    const tab = tabsOf(this.file)[Number(event.key) - 1];
    if (step !== undefined) void this.stepIssue(step);
    else if (event.key === '/') this.search?.focusInput();
    else if (event.key === 'm') this.toggleMask();
    else if (event.key === '?') this.renderRoot.querySelector('dialog')?.showModal();
    else if (tab !== undefined) this.tab = tab;
    else return;
    event.preventDefault();
  };

  private async stepIssue(by: 1 | -1): Promise<void> {
    this.tab = 'issues';
    await this.updateComplete;
    await this.issues?.step(by, this.selection?.segmentNumber ?? 1);
  }

  protected override updated(changed: PropertyValues): void {
    if (!changed.has('card') || this.card === undefined) return;
    const card = this.renderRoot.querySelector<HTMLElement>('.card');
    const { box } = this.card;
    if (card === null) return;
    const below = box.bottom + 6 + card.offsetHeight < innerHeight;
    card.style.setProperty('left', `${Math.max(8, Math.min(box.left, innerWidth - card.offsetWidth - 12))}px`);
    card.style.setProperty('top', `${below ? box.bottom + 6 : box.top - card.offsetHeight - 6}px`);
  }

  protected override render(): TemplateResult {
    const { file } = this;
    if (file === undefined) {
      return html`<div class="page">
        <clearloop-open
          .needsKey=${this.needsKey}
          .message=${this.message}
          @open-file=${(event: CustomEvent<File>) => void this.open(event.detail)}
          @give-key=${(event: CustomEvent<string>) => {
            this.api.key = event.detail;
            this.needsKey = false;
            if (this.chosen !== undefined) void this.open(this.chosen);
            else if (this.api.fileId !== '') void this.watch(true);
          }}
        ></clearloop-open>
      </div>`;
    }
    return html`${this.renderHeader(file)}${
        this.message === '' && file.failure === undefined ? nothing : html`<p class="failure" role="alert">${this.message || file.failure}</p>`
      }
      <main class="view">
        <nav aria-label=${TEXTS.outline}>
          <h2>${TEXTS.outline}</h2>
          <clearloop-outline .api=${this.api} .version=${this.version} .path=${this.details?.path ?? []} @choose=${this.onChoose}></clearloop-outline>
        </nav>
        <section class="centre" aria-label=${TEXTS.segmentList}>
          <clearloop-segments
            .api=${this.api}
            .total=${file.segments}
            .version=${this.version}
            .isFormat=${file.format !== undefined}
            .selection=${this.selection}
            @choose=${this.onChoose}
            @hover=${this.onHover}
          ></clearloop-segments>
        </section>
        <aside aria-label=${TEXTS.details}>${this.renderTabs(file)}${this.renderPanels(file)}</aside>
      </main>
      ${this.renderCard()}${this.renderHelp()}${this.renderPrint(file)}`;
  }

  private renderHeader(file: FileState): TemplateResult {
    const done = file.isUnderstood ? TEXTS.ready : file.isIndexed ? TEXTS.understanding : TEXTS.reading;
    const share = file.isIndexed ? file.understood / Math.max(1, file.segments) : file.indexed / Math.max(1, file.bytes);
    return html`<header>
      <img class="logo" src="view/icon.svg" alt="" />
      <div class="file">
        <h1>${file.name}</h1>
        <p role="status">
          ${size(file.bytes)} · ${count(file.segments)} ${file.segments === 1 ? TEXTS.segment1 : TEXTS.segments} · ${count(file.issues.all)}
          ${file.issues.all === 1 ? TEXTS.issue1 : TEXTS.issues}${file.isUnderstood ? '' : ` · ${done} ${Math.floor(100 * share)} %`}
        </p>
      </div>
      <clearloop-search .api=${this.api} @choose=${this.onChoose}></clearloop-search>
      <button aria-pressed=${this.masks ? 'true' : 'false'} title=${TEXTS.maskHint} @click=${this.toggleMask}>${TEXTS.mask}</button>
      <button class="wide" title=${TEXTS.printHint} @click=${() => void this.print()}>${TEXTS.print}</button>
      <button class="wide" title=${TEXTS.theme} aria-label=${TEXTS.theme} @click=${this.toggleTheme}>◐</button>
      <button class="wide" title=${TEXTS.keys} aria-label=${TEXTS.keys} @click=${() => this.renderRoot.querySelector('dialog')?.showModal()}>?</button>
      ${file.isUnderstood ? nothing : html`<progress max="1" .value=${share} aria-label=${done}></progress>`}
    </header>`;
  }

  private renderTabs(file: FileState): TemplateResult {
    const tabs = tabsOf(file);
    const move = (event: KeyboardEvent): void => {
      const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      const next = tabs[(tabs.indexOf(this.tab) + by + tabs.length) % tabs.length];
      if (by === 0 || next === undefined) return;
      this.tab = next;
      void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(`#tab-${next}`)?.focus());
    };
    return html`<div class="tabs" role="tablist" aria-label=${TEXTS.details} @keydown=${move}>
      ${tabs.map(
        (tab) =>
          html`<button
            role="tab"
            id="tab-${tab}"
            aria-selected=${tab === this.tab ? 'true' : 'false'}
            aria-controls="panel-${tab}"
            tabindex=${tab === this.tab ? 0 : -1}
            @click=${() => (this.tab = tab)}
          >
            ${TEXTS.tabs[tab]}${tab === 'issues' && file.issues.all > 0 ? html`<span class="number">${count(file.issues.all)}</span>` : nothing}
          </button>`,
      )}
    </div>`;
  }

  private renderPanels(file: FileState): TemplateResult {
    const { api, version, selection } = this;
    const contents: Readonly<Record<Tab, () => TemplateResult>> = {
      segment: () => html`<clearloop-segment tabindex="0" .details=${this.details} .selection=${selection} @choose=${this.onChoose}></clearloop-segment>`,
      object: () => html`<clearloop-object .api=${api} .version=${version} .selection=${selection} @choose=${this.onChoose}></clearloop-object>`,
      issues: () => html`<clearloop-issues .api=${api} .version=${version} .counts=${file.issues} @choose=${this.onChoose}></clearloop-issues>`,
      totals: () => html`<clearloop-totals tabindex="0" .api=${api} .version=${version} .segmentNumber=${selection?.segmentNumber ?? 1}></clearloop-totals>`,
      ack: () => html`<clearloop-ack .api=${api} .version=${version} .name=${file.name.replace(/\.[^.]*$/, '')}></clearloop-ack>`,
    };
    return html`${tabsOf(file).map(
      (tab) =>
        html`<div class="panel" role="tabpanel" id="panel-${tab}" aria-labelledby="tab-${tab}" ?hidden=${tab !== this.tab}>
          ${tab === this.tab || tab === 'issues' ? contents[tab]() : nothing}
        </div>`,
    )}`;
  }

  private renderCard(): TemplateResult | typeof nothing {
    if (this.card === undefined) return nothing;
    const { info } = this.card;
    const codes = (info.allowed ?? []).slice(0, MAX_CARD_CODES).map(({ code }) => code);
    const more = (info.allowed?.length ?? 0) > MAX_CARD_CODES ? ' …' : '';
    return html`<div class="card" role="tooltip" aria-live="polite">
      <div><span class="ref">${info.ref}</span> <b>${info.name}</b></div>
      ${info.meaning === undefined ? nothing : html`<div class="meaning">${info.value}: ${info.meaning}</div>`}
      <div class="soft">${factsOf(info)}</div>
      ${codes.length === 0 ? nothing : html`<div class="codes">${TEXTS.allowed}: ${codes.join(', ')}${more}</div>`}
    </div>`;
  }

  private renderHelp(): TemplateResult {
    return html`<dialog aria-labelledby="help">
      <h2 id="help">${TEXTS.keys}</h2>
      <table>
        <tbody>
          ${TEXTS.help.map(
            ([keys, what]) =>
              html`<tr>
                <th scope="row">${keys}</th>
                <td>${what}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      <form method="dialog">
        <button
          @click=${(event: Event) => {
            event.preventDefault();
            this.renderRoot.querySelector('dialog')?.close();
          }}
        >
          ${TEXTS.close}
        </button>
      </form>
    </dialog>`;
  }

  private renderPrint(file: FileState): TemplateResult | typeof nothing {
    if (this.printed.length === 0) return nothing;
    return html`<div class="print">
      <h1>${file.name}</h1>
      ${this.printed.map(({ depth, text, issues }) => html`<div class="segment">${'  '.repeat(depth)}${text}${(issues ?? []).map(({ message }) => html`<div class="note">${'  '.repeat(depth)}${message}</div>`)}</div>`)}
    </div>`;
  }
}
