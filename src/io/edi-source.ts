/** An input: a name for messages and `fileInfo`, and its bytes, opened when its turn comes. */
export interface EdiSource {
  /** File name without folders, for records and errors. */
  readonly name: string;
  /** Address of the file, for `fileInfo`; absent for what has none, such as uploads and standard input. */
  readonly url?: string;
  /** Last modification of the file, as ISO 8601 date and time in UTC; absent if unknown. */
  readonly lastModifiedDateTime?: string;
  /** Path of the file, for workers, which open it themselves; absent for what is no file. */
  readonly path?: string;
  /** Called with the number of bytes that others have read by the path. */
  readonly onBytes?: ((count: number) => void) | undefined;
  /** Called before the first result of this source is taken: its bytes may have been read earlier by a worker. */
  readonly onStart?: () => void;
  /** Called when all results of this source were taken. */
  readonly onEnd?: () => void;
  /**
   * Opens the bytes. Called once. The iterator is closed (`return`) when the conversion ends early, which must release
   * whatever it holds. Buffers may be of any size.
   */
  open(options?: OpenOptions): AsyncIterable<Uint8Array>;
}

/** How the bytes of a source are used. */
export interface OpenOptions {
  /** True for a reader that is done with each buffer when it asks for the next one: its memory may be used again. */
  readonly mayReuse?: boolean;
}

/** Inputs, one after the other. */
export type EdiSources = Iterable<EdiSource> | AsyncIterable<EdiSource>;
