import { Module } from '@nestjs/common';
import { LoggingModule } from '../logging/logging.module';
import { BatchConnections } from './batch-connections';
import { BatchStatusReader } from './batch-status';
import { BatchController } from './batch.controller';
import { Batches } from './batches';
import { EventStreams } from './event-streams';

/** Batches over REST: they are left to workers, and followed. The service converts none of their files. */
@Module({
  imports: [LoggingModule],
  controllers: [BatchController],
  providers: [BatchConnections, Batches, BatchStatusReader, EventStreams],
  exports: [BatchStatusReader],
})
export class BatchesModule {}
