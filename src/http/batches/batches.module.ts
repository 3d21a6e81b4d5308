import { Module } from '@nestjs/common';
import { LoggingModule } from '../logging/logging.module';
import { BatchConnections, Batches } from './batches';
import { BatchStatusReader } from './batch-progress';
import { BatchController } from './batch.controller';
import { EventStreams } from './batch-progress';

/** Batches over REST: they are left to workers, and followed. The service converts none of their files. */
@Module({
  imports: [LoggingModule],
  controllers: [BatchController],
  providers: [BatchConnections, Batches, BatchStatusReader, EventStreams],
  exports: [BatchStatusReader],
})
export class BatchesModule {}
