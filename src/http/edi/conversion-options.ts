import type { ConversionOptions } from '../../pipeline/conversion.types';
import type { ServiceSettings } from '../settings/service-settings';
import type { EdiCsvQuery } from './edi-csv.query';
import type { EdiJsonQuery } from './edi-json.query';
import { toRuleChoice } from './rule-choice';

/** Gives the options of a conversion to JSON: what the query says, and the defaults of the service where it says nothing. */
export function jsonOptions(query: EdiJsonQuery, settings: ServiceSettings): ConversionOptions {
  return {
    output: query.output ?? ((query.ndjson ?? settings.EDI_NDJSON) ? 'ndjson' : 'json'),
    ...toRuleChoice(query, settings),
    validate: query.validate ?? settings.EDI_VALIDATE,
    descriptions: query.descriptions ?? settings.EDI_DESCRIPTIONS,
    convertControlSegments: query.convertControlSegments ?? settings.EDI_CONVERT_CONTROL_SEGMENTS,
    transactionTopLevel: query.transactionTopLevel ?? settings.EDI_TRANSACTION_TOP_LEVEL,
    convertToSegments: query.convertToSegments ?? false,
    ...(query.objects === undefined ? {} : { objects: query.objects }),
    splitTransactions: query.splitTran ?? true,
    ...warningOptions(query),
    ...(query.chunkSize === undefined ? {} : { chunkSize: query.chunkSize }),
  };
}

/** Gives the options of a conversion to CSV. Schemas of one's own are in the folder of the settings only. */
export function csvOptions(query: EdiCsvQuery, settings: ServiceSettings): ConversionOptions {
  const { CLEARLOOP_CSV_SCHEMAS: schemaFolder, CLEARLOOP_CSV_SCHEMA_CHECK: schemaCheck } = settings;
  const { schemaFileName, schemaName, spreadsheetSafe, chunkSize } = query;
  return { output: 'csv', outputParameters: { schemaFolder, schemaFileName, schemaName, schemaCheck, spreadsheetSafe }, chunkSize, ...warningOptions(query) };
}

function warningOptions({ warningsInResponse = false, maxWarnings }: EdiJsonQuery | EdiCsvQuery): ConversionOptions {
  return { warningsInResponse, ...(maxWarnings === undefined ? {} : { maxWarnings }) };
}
