import type { CodeStoreSettings } from './code.types';
import { type DynamicModule, Inject, Logger, Module, type OnModuleDestroy } from '@nestjs/common';
import { CODE_DIRECTORY } from '../pipeline/pipeline.tokens';
import { CodeDescriber } from './code-describer';
import { CodeDetails } from './code-details';
import { CodeExport } from './code-export';
import { CodeSearch } from './code-search';
import { type CodeStore, openCodeStore } from './code-store';
import { CODE_STORE } from './codes.tokens';

/** Look-up of healthcare codes: the open database, and what is asked of it. */
@Module({})
export class CodesModule implements OnModuleDestroy {
  constructor(@Inject(CODE_STORE) private readonly store: CodeStore) {}

  /** The database is opened while the service starts; a start fails where it cannot be. */
  static forRoot(settings: CodeStoreSettings): DynamicModule {
    const logger = new Logger('Codes');
    const inject = [CODE_STORE];
    return {
      module: CodesModule,
      providers: [
        { provide: CODE_STORE, useFactory: async () => openCodeStore(settings) },
        { provide: CodeSearch, inject, useFactory: (store: CodeStore) => new CodeSearch(store) },
        { provide: CodeDetails, inject, useFactory: (store: CodeStore) => new CodeDetails(store) },
        { provide: CodeExport, inject: [CODE_STORE, CodeSearch], useFactory: (store: CodeStore, search: CodeSearch) => new CodeExport(store, search) },
        {
          provide: CODE_DIRECTORY,
          inject,
          // The name alone: what a database says of a failure may hold what was asked.
          useFactory: (store: CodeStore) =>
            new CodeDescriber(
              async () => store,
              (cause) => logger.warn({ event: 'codes not described', cause: cause instanceof Error ? cause.name : undefined }),
            ),
        },
      ],
      exports: [CodeSearch, CodeDetails, CodeExport, CODE_DIRECTORY],
    };
  }

  async onModuleDestroy(): Promise<void> {
    await this.store.close();
  }
}
