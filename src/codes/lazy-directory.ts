import type { CodeDirectory } from '../mapping/code-descriptions';
import type { CodeDescriber } from './code-describer';
import type { CodeStore } from './code-store';
import type { CodeStoreSettings } from './database/choose-driver';

/** Describes codes from the database, which is opened when the first code is asked for. */
export interface LazyDirectory extends CodeDirectory {
  /** Closes the database, if it was opened. */
  close(): Promise<void>;
}

/**
 * Makes a directory for short-lived programs: what opens a database is loaded with the first code, so a conversion without
 * codes does not pay for it. `onFailure` is told once why there are no descriptions.
 */
export function lazyDirectory(settings: CodeStoreSettings, onFailure: (cause: unknown) => void): LazyDirectory {
  let store: Promise<CodeStore> | undefined;
  let describer: CodeDescriber | undefined;
  let hasFailed = false;
  const open = (): Promise<CodeStore> => (store ??= import('./code-store.js').then(({ openCodeStore }) => openCodeStore(settings)));
  return {
    async describe(codes) {
      const { CodeDescriber: Describer } = await import('./code-describer.js');
      describer ??= new Describer(open, (cause) => {
        if (!hasFailed) onFailure(cause);
        hasFailed = true;
      });
      return describer.describe(codes);
    },
    async close() {
      await store?.then(
        (opened) => opened.close(),
        () => undefined,
      );
    },
  };
}
