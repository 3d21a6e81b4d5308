import { availableParallelism } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { isInstalled } from '../../common/optional-part';
import type { ConversionOptions, Converter } from '../../pipeline/conversion.types';
import type { Engine } from '../../pipeline/engine';
import type { ParsingOptions } from '../../pipeline/parsing/parsing.types';
import { CONVERTER } from '../../pipeline/pipeline.tokens';
import { ThreadedConverter } from '../../pipeline/workers/threaded-converter';
import { ServiceSettings } from '../settings/service-settings';
import type { EdiCsvQuery, EdiFhirQuery, EdiJsonQuery, EdiParseQuery, EdiWorkbookQuery, ObjectsQuery } from './edi.query';
import type { EdiExchange } from './edi-exchange';
import type { RuleQuery } from './edi.query';

/** Returns the options of a conversion to JSON: those of the query, with the defaults of the service. */
export function jsonOptions(query: EdiJsonQuery, settings: ServiceSettings): ConversionOptions {
  return {
    output: query.output ?? ((query.ndjson ?? settings.EDI_NDJSON) ? 'ndjson' : 'json'),
    ...toRuleChoice(query, settings),
    validate: query.validate ?? settings.EDI_VALIDATE,
    descriptions: query.descriptions ?? settings.EDI_DESCRIPTIONS,
    convertControlSegments: query.convertControlSegments ?? settings.EDI_CONVERT_CONTROL_SEGMENTS,
    transactionTopLevel: query.transactionTopLevel ?? settings.EDI_TRANSACTION_TOP_LEVEL,
    convertToSegments: query.convertToSegments ?? false,
    objects: objectNames(query, settings),
    splitTransactions: query.splitTran ?? true,
    ...warningOptions(query),
    ...(query.chunkSize === undefined ? {} : { chunkSize: query.chunkSize }),
  };
}

/** Returns the options of a conversion to CSV. Custom schemas come only from the folder of the settings. */
export function csvOptions(query: EdiCsvQuery, settings: ServiceSettings): ConversionOptions {
  const { CLEARLOOP_CSV_SCHEMAS: schemaFolder, CLEARLOOP_CSV_SCHEMA_CHECK: schemaCheck } = settings;
  const { schemaFileName, schemaName, spreadsheetSafe, chunkSize } = query;
  return {
    output: 'csv',
    objects: objectNames(query, settings),
    outputParameters: { schemaFolder, schemaFileName, schemaName, schemaCheck, spreadsheetSafe },
    chunkSize,
    ...warningOptions(query),
  };
}

/** Gives the options of a conversion to Parquet or to a workbook, as those of CSV. */
export function workbookOptions(output: 'parquet' | 'xlsx', query: EdiWorkbookQuery, settings: ServiceSettings): ConversionOptions {
  const { CLEARLOOP_CSV_SCHEMAS: schemaFolder, CLEARLOOP_CSV_SCHEMA_CHECK: schemaCheck } = settings;
  const { schemaFileName, schemaName, chunkSize } = query;
  return {
    output,
    objects: objectNames(query, settings),
    outputParameters: { schemaFolder, schemaFileName, schemaName, schemaCheck },
    chunkSize,
    ...warningOptions(query),
  };
}

/** The objects of a request, with those of the service as default. */
function objectNames({ objects }: ObjectsQuery, { CLEARLOOP_OBJECTS = '' }: ServiceSettings): string {
  return objects ?? CLEARLOOP_OBJECTS;
}

/** Returns the options of a conversion to FHIR resources. */
export function fhirOptions(query: EdiFhirQuery, settings: ServiceSettings): ConversionOptions {
  return {
    output: 'fhir',
    objects: objectNames(query, settings),
    outputParameters: { bundle: query.bundle ?? false },
    ...toRuleChoice(query, settings),
    validate: query.validate ?? settings.EDI_VALIDATE,
    descriptions: query.descriptions ?? settings.EDI_DESCRIPTIONS,
    ...warningOptions(query),
    ...(query.chunkSize === undefined ? {} : { chunkSize: query.chunkSize }),
  };
}

function warningOptions({ warningsInResponse = false, maxWarnings }: EdiJsonQuery | EdiCsvQuery | EdiFhirQuery | EdiWorkbookQuery): ConversionOptions {
  return { warningsInResponse, ...(maxWarnings === undefined ? {} : { maxWarnings }) };
}

/** Returns the options of parsing in memory. */
export function parsingOptions(query: EdiParseQuery, settings: ServiceSettings): ParsingOptions {
  return {
    ...toRuleChoice(query, settings),
    descriptions: settings.EDI_DESCRIPTIONS,
    maxAnswerBytes: settings.CLEARLOOP_MAX_PARSE_ANSWER_BYTES,
    objects: objectNames(query, settings),
    asSegments: query.asSegments ?? false,
    acknowledges: query.gen999 ?? false,
  };
}

/** Returns the rules of a request, with the configured rules as defaults. */
export function toRuleChoice({ levels = '', rules = '' }: RuleQuery, settings: ServiceSettings): Pick<ConversionOptions, 'levels' | 'rules'> {
  const { EDI_VALIDATION_LEVELS: configuredLevels = '', EDI_VALIDATION_RULES: configuredRules = '' } = settings;
  const chosen = { levels: levels || configuredLevels, rules: rules || configuredRules };
  return { ...(chosen.levels === '' ? {} : { levels: chosen.levels }), ...(chosen.rules === '' ? {} : { rules: chosen.rules }) };
}

/** Smaller bodies are converted before a thread has started. */
const MIN_THREAD_BYTES = 8_000_000;

/** A thread for each core, where the package for threads is installed. */
const usualThreads = (): number => (isInstalled('piscina') ? availableParallelism() : 0);

/** Chooses where a request is converted: large bodies in worker threads, so that the thread of the requests is free for others. */
@Injectable()
export class RequestConverters {
  private readonly threads: ThreadedConverter;

  constructor(
    @Inject(CONVERTER) private readonly engine: Engine,
    { CLEARLOOP_WORKERS: workers }: ServiceSettings,
  ) {
    this.threads = new ThreadedConverter(engine, workers === 'auto' ? usualThreads() : workers);
  }

  of({ bodyBytes = 0 }: EdiExchange): Pick<Converter, 'convert' | 'convertToFiles' | 'validate'> {
    return bodyBytes > MIN_THREAD_BYTES ? this.threads : this.engine;
  }
}
