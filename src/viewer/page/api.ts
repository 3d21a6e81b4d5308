import type { Details, FileState, IssuePage, Link, OutlinePage, RecordObject, SearchPage, SegmentWindow, Total } from './types';

/** An answer that is an error. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** What may be asked of a record. */
export interface RecordRequest {
  readonly segment: number;
  readonly whole?: boolean;
}

type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;

const FILES = 'api/view/files';

/** Asks the service about one file. All requests go to the origin of the page. */
export class Api {
  key = '';
  fileId = '';
  masks = false;

  async open(file: File): Promise<FileState> {
    const state = readState(await this.request('POST', FILES, { fileName: file.name }));
    this.fileId = state.id;
    return state;
  }

  /** Resolves when the file was read as a whole. */
  async send(file: File): Promise<void> {
    await this.fetch('POST', `${this.path}/content`, {}, { body: file, headers: { 'content-type': 'application/octet-stream' } });
  }

  async state(): Promise<FileState> {
    return readState(await this.request('GET', this.path));
  }

  async segments(from: number, count: number): Promise<SegmentWindow> {
    return readAs<SegmentWindow>(await this.request('GET', `${this.path}/segments`, { from, count, mask: this.masks }));
  }

  async details(segmentNumber: number): Promise<Details> {
    return readAs<Details>(await this.request('GET', `${this.path}/segments/${segmentNumber}`, { mask: this.masks }));
  }

  async outline(node: string, from: number): Promise<OutlinePage> {
    return readAs<OutlinePage>(await this.request('GET', `${this.path}/outline`, { node, from, mask: this.masks }));
  }

  async issues(parameters: Parameters): Promise<IssuePage> {
    return readAs<IssuePage>(await this.request('GET', `${this.path}/issues`, { ...parameters, mask: this.masks }));
  }

  async object({ segment, whole }: RecordRequest): Promise<RecordObject> {
    return readAs<RecordObject>(await this.request('GET', `${this.path}/object`, { segment, whole, mask: this.masks }));
  }

  async links({ segment, whole }: RecordRequest): Promise<readonly Link[]> {
    return readAs<{ readonly links: readonly Link[] }>(await this.request('GET', `${this.path}/links`, { segment, whole, mask: this.masks })).links;
  }

  async totals(segment: number): Promise<readonly Total[]> {
    return readAs<{ readonly totals: readonly Total[] }>(await this.request('GET', `${this.path}/totals`, { segment })).totals;
  }

  async search(query: string, kind: string, from: number): Promise<SearchPage> {
    const body = JSON.stringify({ query, kind, from });
    const answer = await this.fetch('POST', `${this.path}/search`, { mask: this.masks }, { body, headers: { 'content-type': 'application/json' } });
    return readAs<SearchPage>(await answer.json());
  }

  /** A record as a file to save. */
  async export({ segment, whole }: RecordRequest, as: string): Promise<Response> {
    return this.fetch('GET', `${this.path}/export`, { segment, whole, as, mask: this.masks });
  }

  async acknowledgment(): Promise<Response> {
    return this.fetch('GET', `${this.path}/acknowledgment`, { mask: this.masks });
  }

  /** Called when the page goes away; a page that is loaded again finds the file for some seconds. */
  leave(): void {
    if (this.fileId !== '') void this.fetch('DELETE', this.path, { leave: true }, { keepalive: true }).catch(() => undefined);
  }

  async close(): Promise<void> {
    if (this.fileId !== '') await this.fetch('DELETE', this.path).catch(() => undefined);
    this.fileId = '';
  }

  private get path(): string {
    return `${FILES}/${this.fileId}`;
  }

  private async request(method: string, path: string, parameters: Parameters = {}): Promise<unknown> {
    const answer: unknown = await (await this.fetch(method, path, parameters)).json();
    return answer;
  }

  private async fetch(method: string, path: string, parameters: Parameters = {}, init: RequestInit = {}): Promise<Response> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined && value !== '' && value !== false) query.set(name, String(value));
    const text = query.toString();
    const headers = { ...(this.key === '' ? {} : { 'x-api-key': this.key }), ...Object.fromEntries(new Headers(init.headers)) };
    const answer = await fetch(text === '' ? path : `${path}?${text}`, { ...init, method, headers, cache: 'no-store' });
    if (!answer.ok) throw new ApiError(answer.status, await messageOf(answer));
    return answer;
  }
}

async function messageOf(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => undefined);
  return typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : `${answer.status} ${answer.statusText}`;
}

const readState = (value: unknown): FileState => readAs<FileState>(value);

/** The service is of the same build as the page. */
function readAs<T>(value: unknown): T {
  return value as T;
}
