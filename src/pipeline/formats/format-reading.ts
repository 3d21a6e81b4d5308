import { EdiError } from '../../common/edi-error';
import type { Issue } from '../../common/issue';
import type { FormatLine, FormatReading, FormatRecord } from '../../plugin/format.plugin';
import type { RegisteredFormat } from '../../plugin/plugin.registry';
import { Findings } from '../../validation/findings';
import type { RuleSwitches } from '../../validation/rule-switches';
import { DEFAULT_MAX_SEGMENT_BYTES } from '../../x12/segment-reader';
import type { FileValidation } from '../file-validation';
import type { FormatRecordItem } from '../record.types';
import type { StreamItem } from '../stream-item';
import { callFormat } from './call-format';
import type { InputReading } from './input-reading';

/** What reading a file of a format depends on. */
export interface FormatReadingOptions {
  readonly fileName: string;
  readonly hasControlRecords: boolean;
  readonly describesCodes: boolean;
  readonly maxSegmentBytes: number | undefined;
  /** Segments that a record may be made of, as its plugin counts them; more end the file. */
  readonly maxRecordSegments: number;
  /** Bytes that a record may be made of; more end the file. */
  readonly maxRecordBytes: number;
  readonly switches: RuleSwitches;
  /** Shows issues; undefined without validation. */
  readonly validation: FileValidation | undefined;
  /** Receives lines for a viewer; undefined for nobody. */
  readonly onLine?: ((line: FormatLine) => void) | undefined;
}

/** Reads one file through the plugin of its format. */
export class FormatFileReading implements InputReading {
  private readonly reading: FormatReading;
  private items: StreamItem[] = [];
  heldBytes = 0;

  constructor(
    private readonly format: RegisteredFormat,
    private readonly options: FormatReadingOptions,
  ) {
    const { fileName, hasControlRecords, describesCodes, maxSegmentBytes = DEFAULT_MAX_SEGMENT_BYTES, switches, validation, onLine: line } = options;
    this.reading = callFormat(format, 'open', () =>
      format.plugin.open({
        fileName,
        hasControlRecords,
        describesCodes,
        maxUnitBytes: maxSegmentBytes,
        isOn: validation && ((rule) => switches.isOn(rule)),
        sink: { record: (record, issues) => this.addRecord(record, issues), issue: (issue) => this.addIssue(issue), line },
      }),
    );
  }

  get counts(): InputReading['counts'] {
    return this.reading.counts;
  }

  write(data: Buffer): StreamItem[] {
    this.heldBytes += data.length;
    // Records refer to the bytes, and the buffer is used again.
    const bytes = Buffer.from(data);
    callFormat(this.format, 'write', () => this.reading.write(bytes));
    if (this.heldBytes > this.options.maxRecordBytes) throw recordTooLarge(`${this.options.maxRecordBytes} bytes`);
    return this.takeItems();
  }

  end(): StreamItem[] {
    callFormat(this.format, 'end', () => this.reading.end());
    this.items.push({ kind: 'transaction end', se: undefined });
    return this.takeItems();
  }

  takeItems(): StreamItem[] {
    const { items } = this;
    this.items = [];
    return items;
  }

  private addRecord(record: FormatRecord, issues: readonly Issue[]): void {
    const { id, chunkSize, recordsKey: listedAs } = this.format.options;
    const { fileName, validation, maxRecordSegments } = this.options;
    if (record.weight > maxRecordSegments) throw recordTooLarge(`${maxRecordSegments} segments`);
    const item: Omit<FormatRecordItem, 'findings'> = {
      kind: 'record',
      plugin: { pluginId: id, chunkSize },
      written: record,
      table: record.hasRows === false ? undefined : this.format.plugin.table,
      listedAs,
      fileName,
      weight: record.weight,
      bytes: this.heldBytes,
    };
    this.heldBytes = 0;
    if (issues.length === 0 || validation === undefined) this.items.push(item);
    else this.items.push({ ...item, findings: findingsOf(issues), toJson: (issue) => validation.toJson(issue) });
  }

  private addIssue(issue: Issue): void {
    if (this.options.validation === undefined || issue.dataLoss === true) this.items.push({ kind: 'issue', issue });
    else this.items.push({ kind: 'findings', findings: findingsOf([issue]) });
  }
}

function recordTooLarge(limit: string): EdiError {
  return new EdiError('EDI_TRANSACTION_TOO_LARGE', `One record has more than ${limit}; the rest of the file is not read. Is the end of it missing?`);
}

function findingsOf(issues: readonly Issue[]): Findings {
  const findings = new Findings();
  for (const issue of issues) findings.add(issue);
  return findings;
}
