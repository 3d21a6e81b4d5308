import type { CodeStoreSettings } from './code.types';
import { loadPart } from '../common/optional-part';
import type { CodeDirectory } from '../mapping/code-descriptions';
import type { CodeDescriber } from './code-describer';
import type { CodeStore } from './code-store';
import { shapeDirectory } from './describe-code';

/** Describes codes from the database, which is opened when the first code is requested. */
export interface LazyDirectory extends CodeDirectory {
  /** Closes the database, if it was opened. */
  close(): Promise<void>;
}

/**
 * Makes a directory for short-lived programs: what opens a database is loaded with the first code, so a conversion without
 * codes does not pay for it. `onFailure` is called once with the reason why there are no descriptions.
 */
export function lazyDirectory(settings: CodeStoreSettings, onFailure: (cause: unknown) => void): LazyDirectory {
  let parts: Promise<{ readonly store: CodeStore; readonly describer: CodeDescriber }> | undefined;
  let hasFailed = false;
  const fail = (cause: unknown): void => {
    if (!hasFailed) onFailure(cause);
    hasFailed = true;
  };
  const open = async (): Promise<{ readonly store: CodeStore; readonly describer: CodeDescriber }> => {
    const { openCodeStore } = await loadPart('Code look-up', () => import('./code-store.js'));
    const { CodeDescriber: Describer } = await import('./code-describer.js');
    const store = await openCodeStore(settings);
    return { store, describer: new Describer(async () => store, fail) };
  };
  return {
    async describe(codes) {
      try {
        const { describer } = await (parts ??= open());
        return await describer.describe(codes);
      } catch (cause) {
        fail(cause);
        return shapeDirectory.describe(codes);
      }
    },
    async close() {
      await parts?.then(
        ({ store }) => store.close(),
        () => undefined,
      );
    },
  };
}
