import {
  Format,
  type FormatField,
  type FormatPlugin,
  type FormatReadContext,
  type FormatReading,
  type FormatScrubbing,
  type FormatScrubContext,
  type FormatWriteContext,
  type FormatWriting,
  type JsonSchema,
} from '../../src/plugin/io';
import { telecomDictionary } from './dictionary';
import { explainLine } from './explain-line';
import { recogniseTelecom } from './recognise';
import { recordSchema } from './record-schema';
import { telecomRules } from './rules';
import { pharmacySamples } from './sample';
import { telecomTable } from './telecom.columns';
import { TelecomReading } from './telecom.reading';
import { TelecomScrubbing } from './telecom.scrubbing';
import { TelecomWriting } from './telecom.writing';

/** NCPDP Telecommunication: pharmacy transactions, alone or in batch files. See docs/ncpdp.md. */
@Format({ id: 'ncpdp', title: 'NCPDP Telecom', recordsKey: 'transactions', fileExtensions: ['ncp', 'ncpdp'] })
export class TelecomFormat implements FormatPlugin {
  readonly rules = telecomRules;
  readonly table = telecomTable;
  readonly samples = pharmacySamples;

  recognise(head: Buffer, isWhole: boolean): boolean | undefined {
    return recogniseTelecom(head, isWhole);
  }

  open(context: FormatReadContext): FormatReading {
    return new TelecomReading(telecomDictionary(), context);
  }

  openWriter(context: FormatWriteContext): FormatWriting {
    return new TelecomWriting(telecomDictionary(), context);
  }

  explainLine(id: string, text: string): readonly FormatField[] {
    return explainLine(telecomDictionary(), id, text);
  }

  openScrub(context: FormatScrubContext): FormatScrubbing {
    return new TelecomScrubbing(telecomDictionary(), context);
  }

  recordSchema(): JsonSchema {
    return recordSchema(telecomDictionary());
  }
}
