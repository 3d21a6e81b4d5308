import type { ConversionOptions } from '../../pipeline/conversion.types';
import type { ServiceSettings } from '../settings/service-settings';
import type { EdiJsonQuery } from './edi-json.query';
import { toRuleChoice } from './rule-choice';

/** Gives the options of a conversion: what the query says, and the defaults of the service where it says nothing. */
export function toConversionOptions(query: EdiJsonQuery, settings: ServiceSettings): ConversionOptions {
  return {
    output: (query.ndjson ?? settings.EDI_NDJSON) ? 'ndjson' : 'json',
    ...toRuleChoice(query, settings),
    validate: query.validate ?? settings.EDI_VALIDATE,
    descriptions: query.descriptions ?? settings.EDI_DESCRIPTIONS,
    convertControlSegments: query.convertControlSegments ?? settings.EDI_CONVERT_CONTROL_SEGMENTS,
    transactionTopLevel: query.transactionTopLevel ?? settings.EDI_TRANSACTION_TOP_LEVEL,
    convertToSegments: query.convertToSegments ?? false,
    warningsInResponse: query.warningsInResponse ?? false,
    splitTransactions: query.splitTran ?? true,
    maxSegmentBytes: settings.CLEARLOOP_MAX_SEGMENT_BYTES,
    ...(query.chunkSize === undefined ? {} : { chunkSize: query.chunkSize }),
    ...(query.maxWarnings === undefined ? {} : { maxWarnings: query.maxWarnings }),
  };
}
