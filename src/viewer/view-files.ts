import { openSync, readSync, closeSync } from 'node:fs';
import { EdiError } from '../common/edi-error';
import { collectOften } from '../common/short-lived-objects';
import { fileSource, unreadable } from '../io/file-source';
import { sourceName } from '../io/source-name';
import { InputDecoder } from '../x12/input-decoder';
import { FileBytes, StoredBytes } from './view-bytes';
import { ViewFile, type ViewerParts } from './view-file';

/** Limits of what is open. */
export interface ViewLimits {
  readonly maxFiles: number;
  /** Milliseconds without a request after which a file is closed. */
  readonly idleMilliseconds: number;
  /** Milliseconds after which the file of a page that was left is closed: one that is loaded again asks before. */
  readonly leaveMilliseconds: number;
}

export const DEFAULT_LIMITS = { idleMilliseconds: 600_000, leaveMilliseconds: 15_000 } as const;

interface OpenView {
  readonly file: ViewFile;
  timer: NodeJS.Timeout;
}

/** The files that are being viewed. Each is closed when its page is, when nobody asks for it any more, and when the process ends. */
export class ViewFiles {
  private readonly views = new Map<string, OpenView>();

  /** `onClosed` is called when a file was closed. */
  constructor(
    private readonly parts: ViewerParts,
    private readonly limits: ViewLimits,
    public onClosed: () => void = () => undefined,
  ) {}

  /** Number of open files. */
  get size(): number {
    return this.views.size;
  }

  /** Opens a file of this machine and begins to read it. Throws EDI_SOURCE_UNREADABLE and EDI_SERVICE_BUSY. */
  openPath(path: string): ViewFile {
    const name = sourceName(path);
    if (isPlain(path)) {
      const file = this.add(new ViewFile(name, new FileBytes(path), this.parts));
      void file.read();
      return file;
    }
    const stored = new StoredBytes();
    const file = this.add(new ViewFile(name, stored, this.parts));
    void file.receive(stored, fileSource(path).open());
    return file;
  }

  /** Opens a file whose bytes will arrive; see `receive`. Throws EDI_SERVICE_BUSY. */
  openEmpty(name: string): ViewFile {
    return this.add(new ViewFile(name, new StoredBytes(), this.parts));
  }

  /** Reads the bytes of a file that was opened empty. Resolves when all have arrived and were read. Throws EDI_BAD_PARAMETER for a file that has its bytes. */
  async receive(id: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const file = this.find(id);
    if (!(file.bytes instanceof StoredBytes) || file.hasBegun) throw new EdiError('EDI_BAD_PARAMETER', 'The file has its content. Open a new one.');
    await file.receive(file.bytes, bytes);
  }

  /** Returns an open file, which stays open from now on as long as any. Throws EDI_VIEW_NOT_FOUND. */
  find(id: string): ViewFile {
    const view = this.views.get(id);
    if (view === undefined) throw new EdiError('EDI_VIEW_NOT_FOUND', 'The file is not open any more. Open it again.');
    this.closeAfter(view, this.limits.idleMilliseconds);
    return view.file;
  }

  /** The page of a file was left: the file is closed unless the page comes back soon. */
  leave(id: string): void {
    const view = this.views.get(id);
    if (view !== undefined) this.closeAfter(view, this.limits.leaveMilliseconds);
  }

  close(id: string): void {
    const view = this.views.get(id);
    if (view === undefined) return;
    clearTimeout(view.timer);
    this.views.delete(id);
    view.file.close();
    this.onClosed();
  }

  closeAll(): void {
    for (const id of [...this.views.keys()]) this.close(id);
  }

  private add(file: ViewFile): ViewFile {
    if (this.views.size >= this.limits.maxFiles) {
      file.close();
      throw new EdiError('EDI_SERVICE_BUSY', `${this.limits.maxFiles} files are open in the viewer, which is as many as it takes. Close one of them.`);
    }
    collectOften();
    const timer = setTimeout(() => this.close(file.id), this.limits.idleMilliseconds);
    timer.unref();
    this.views.set(file.id, { file, timer });
    return file;
  }

  private closeAfter(view: OpenView, milliseconds: number): void {
    clearTimeout(view.timer);
    view.timer = setTimeout(() => this.close(view.file.id), milliseconds);
    view.timer.unref();
  }
}

const HEAD_BYTES = 16;
const GZIP = [0x1f, 0x8b];

/** True for a file whose bytes are read as they are: neither compressed nor in an encoding that is decoded. Throws EDI_SOURCE_UNREADABLE. */
function isPlain(path: string): boolean {
  const head = Buffer.alloc(HEAD_BYTES);
  try {
    const file = openSync(path, 'r');
    try {
      readSync(file, head, 0, HEAD_BYTES, 0);
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    throw unreadable(cause);
  }
  const decoder = new InputDecoder();
  decoder.write(head);
  return decoder.encoding === 'bytes' && !GZIP.every((byte, i) => head[i] === byte);
}
