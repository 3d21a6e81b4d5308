import { IsIn, IsOptional } from 'class-validator';
import { FILE_STATES, type FileState, REPORT_FORMATS, type ReportFormat } from '../../batch/batch.types';
import { ApiText, Int32Parameter, TextParameter } from '../validation/parameters';

export const BATCH_STATES = ['running', 'done', 'failed', 'cancelled'] as const;

/** Query parameters of `GET /api/batches`. */
export class BatchListQuery {
  @ApiText({ description: 'Only batches in this state.', enum: BATCH_STATES })
  @IsOptional()
  @IsIn(BATCH_STATES)
  readonly state?: (typeof BATCH_STATES)[number];

  @TextParameter({ description: 'Id of the last batch of the page before: the answer has older ones.' })
  readonly before?: string;

  @Int32Parameter({ description: 'Most batches of the answer; 100 are the most that it has.', default: 20, minimum: 1 })
  readonly limit: number = 20;
}

/** Query parameters of `GET /api/batches/{id}/files`. */
export class BatchFilesQuery {
  @ApiText({ description: 'Only files in this state.', enum: FILE_STATES })
  @IsOptional()
  @IsIn(FILE_STATES)
  readonly state?: FileState;

  @Int32Parameter({ description: 'Id of the last file of the page before: the answer has later ones.', default: 0, minimum: 0 })
  readonly after: number = 0;

  @Int32Parameter({ description: 'Most files of the answer; 1000 are the most that it has.', default: 100, minimum: 1 })
  readonly limit: number = 100;
}

/** Query parameters of `GET /api/batches/{id}/report`. */
export class BatchReportQuery {
  @ApiText({ description: 'Totals and failures as text, or all files.', enum: REPORT_FORMATS, default: 'json' })
  @IsIn(REPORT_FORMATS)
  readonly format: ReportFormat = 'json';
}
