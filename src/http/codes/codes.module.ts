import { type DynamicModule, Inject, Logger, Module, type OnModuleDestroy, type Provider } from '@nestjs/common';
import { getDataSourceToken, getRepositoryToken, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource, Repository } from 'typeorm';
import { CodeDescriber } from '../../codes/code-describer';
import { CodeDetails } from '../../codes/code-details';
import { CodeExport } from '../../codes/code-export';
import { CodeSearch } from '../../codes/code-search';
import { type CodeStore, openCodeDatabase, storeOf } from '../../codes/code-store';
import type { CodeStoreSettings } from '../../codes/code.types';
import { chooseDriver } from '../../codes/database/choose-driver';
import type { CodeDriver } from '../../codes/database/code-driver';
import { AgeLimitEntity } from '../../codes/entities/age-limit.entity';
import { CodeCategoryEntity } from '../../codes/entities/code-category.entity';
import { CodePairEntity } from '../../codes/entities/code-pair.entity';
import { CodeSetEntity } from '../../codes/entities/code-set.entity';
import { CodeEntity } from '../../codes/entities/code.entity';
import { UnitLimitEntity } from '../../codes/entities/unit-limit.entity';
import { CODE_DIRECTORY } from '../../pipeline/pipeline.tokens';
import { CodeController } from './code.controller';

/** Name of the data source: modules from outside may have one of their own. */
const CODES = 'codes';

const ENTITIES = [CodeEntity, CodeSetEntity, CodeCategoryEntity, UnitLimitEntity, AgeLimitEntity, CodePairEntity];

/** Injection token of the open `CodeStore`. */
const CODE_STORE = Symbol('code store');

/** Look-up of healthcare codes: the open database, its operations, and the descriptions of codes in converted output. */
@Module({})
export class CodesModule implements OnModuleDestroy {
  constructor(@Inject(CODE_STORE) private readonly store: CodeStore) {}

  /** Opens the database while the service starts; the start fails if it cannot be opened. */
  static forRoot(settings: CodeStoreSettings): DynamicModule {
    const driver = chooseDriver(settings);
    const database = TypeOrmModule.forRootAsync({
      name: CODES,
      // A start that fails is repeated by the operator of the service.
      useFactory: () => ({ ...driver.options, name: CODES, toRetry: () => false }),
      dataSourceFactory: async () => openCodeDatabase(driver),
    });
    return {
      module: CodesModule,
      imports: [database, TypeOrmModule.forFeature(ENTITIES, CODES)],
      controllers: [CodeController],
      providers: providersOf(driver),
      exports: [CODE_DIRECTORY],
    };
  }

  /** `TypeOrmModule` closes its connection afterwards. */
  async onModuleDestroy(): Promise<void> {
    await this.store.searches.close();
  }
}

function providersOf(driver: CodeDriver): Provider[] {
  const inject = [CODE_STORE];
  const logger = new Logger('Codes');
  // The name alone: the message of a database may contain the query.
  const onFailure = (cause: unknown): void => logger.warn({ event: 'codes not described', cause: cause instanceof Error ? cause.name : undefined });
  return [
    {
      provide: CODE_STORE,
      inject: [getDataSourceToken(CODES), ...ENTITIES.map((entity) => getRepositoryToken(entity, CODES))],
      useFactory: (database: DataSource, ...repositories: RepositoriesOfEntities) => {
        const [codes, sets, categories, unitLimits, ageLimits, pairs] = repositories;
        return storeOf(database, driver, { codes, sets, categories, unitLimits, ageLimits, pairs });
      },
    },
    { provide: CodeSearch, inject, useFactory: (store: CodeStore) => new CodeSearch(store) },
    { provide: CodeDetails, inject, useFactory: (store: CodeStore) => new CodeDetails(store) },
    { provide: CodeExport, inject: [CODE_STORE, CodeSearch], useFactory: (store: CodeStore, search: CodeSearch) => new CodeExport(store, search) },
    { provide: CODE_DIRECTORY, inject, useFactory: (store: CodeStore) => new CodeDescriber(async () => store, onFailure) },
  ];
}

/** In the order of `ENTITIES`. */
type RepositoriesOfEntities = readonly [
  Repository<CodeEntity>,
  Repository<CodeSetEntity>,
  Repository<CodeCategoryEntity>,
  Repository<UnitLimitEntity>,
  Repository<AgeLimitEntity>,
  Repository<CodePairEntity>,
];
