import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module';
import { HealthController } from './health.controller';

/** The health check: whether the service takes work. */
@Module({ imports: [LimitsModule], controllers: [HealthController] })
export class HealthModule {}
