import type { RequestNote } from './request-notes';

/** A request that is over. */
export interface RequestReport {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the route, not the address: that may hold names. Undefined when there is no such operation. */
  readonly route: string | undefined;
  readonly status: number;
  /** True when the client did not get the whole answer. */
  readonly isAborted: boolean;
  readonly milliseconds: number;
  /** Address of the client, or of the proxy before it. */
  readonly address: string;
  readonly note: RequestNote;
}
