import type { DataSourceOptions } from 'typeorm';
import { AgeLimitEntity } from '../entities/age-limit.entity';
import { CodeCategoryEntity } from '../entities/code-category.entity';
import { CodePairEntity } from '../entities/code-pair.entity';
import { CodeSetEntity } from '../entities/code-set.entity';
import { CodeEntity } from '../entities/code.entity';
import { UnitLimitEntity } from '../entities/unit-limit.entity';
import { CreateTables1763700000000 } from './create-tables.migration';
import { NameDrgList1763800000000 } from './name-drg-list.migration';

/** Entities and migrations; the structure changes by migrations alone. */
export const databaseParts = {
  entities: [CodeSetEntity, CodeEntity, CodeCategoryEntity, UnitLimitEntity, AgeLimitEntity, CodePairEntity],
  migrations: [CreateTables1763700000000, NameDrgList1763800000000],
  migrationsTableName: 'code_migration',
  synchronize: false,
  logging: false,
} satisfies Partial<DataSourceOptions>;
