import type { ConversionOptions } from '../../pipeline/conversion.types';
import type { ParsingOptions } from '../../pipeline/parsing/parsing.types';
import type { ServiceSettings } from '../settings/service-settings';
import type { EdiCsvQuery, EdiJsonQuery, EdiParseQuery } from './convert.query';
import type { RuleQuery } from './validate.query';

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

/** Returns the options of parsing in memory. */
export function parsingOptions(query: EdiParseQuery, settings: ServiceSettings): ParsingOptions {
  return {
    ...toRuleChoice(query, settings),
    descriptions: settings.EDI_DESCRIPTIONS,
    maxAnswerBytes: settings.CLEARLOOP_MAX_PARSE_ANSWER_BYTES,
    asSegments: query.asSegments ?? false,
    acknowledges: query.gen999 ?? false,
  };
}

/** Gives the rules that a request chooses, and those that the service is configured with where it says nothing. */
export function toRuleChoice({ levels = '', rules = '' }: RuleQuery, settings: ServiceSettings): Pick<ConversionOptions, 'levels' | 'rules'> {
  const { EDI_VALIDATION_LEVELS: configuredLevels = '', EDI_VALIDATION_RULES: configuredRules = '' } = settings;
  const chosen = { levels: levels || configuredLevels, rules: rules || configuredRules };
  return { ...(chosen.levels === '' ? {} : { levels: chosen.levels }), ...(chosen.rules === '' ? {} : { rules: chosen.rules }) };
}
