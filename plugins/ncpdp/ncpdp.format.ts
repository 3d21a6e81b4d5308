import {
  Format,
  type FormatPlugin,
  type FormatReadContext,
  type FormatReading,
  type FormatWriteContext,
  type FormatWriting,
  type JsonSchema,
} from '../../src/plugin/io';
import { telecomDictionary } from './dictionary';
import { recogniseTelecom } from './recognise';
import { recordSchema } from './record-schema';
import { telecomRules } from './rules';
import { TelecomReading } from './telecom.reading';
import { TelecomWriting } from './telecom.writing';

/** NCPDP Telecommunication: pharmacy transactions, alone or in batch files. See docs/ncpdp.md. */
@Format({ id: 'ncpdp', title: 'NCPDP Telecom', recordsKey: 'transactions', fileExtensions: ['ncp', 'ncpdp'] })
export class TelecomFormat implements FormatPlugin {
  readonly rules = telecomRules;

  recognise(head: Buffer, isWhole: boolean): boolean | undefined {
    return recogniseTelecom(head, isWhole);
  }

  open(context: FormatReadContext): FormatReading {
    return new TelecomReading(telecomDictionary(), context);
  }

  openWriter(context: FormatWriteContext): FormatWriting {
    return new TelecomWriting(telecomDictionary(), context);
  }

  recordSchema(): JsonSchema {
    return recordSchema(telecomDictionary());
  }
}
