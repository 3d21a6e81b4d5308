import { isAbsolute, resolve } from 'node:path';
import type { BatchRequest } from '../../batch/batch.types';
import { EdiError } from '../../common/edi-error';
import { statsOf } from '../../io/path-state';
import type { ConversionOptions } from '../../pipeline/conversion.types';
import { createConverter } from '../../pipeline/create-converter';
import { parseAddress, schemeOf, showAddress } from '../../storage/address';
import { Roots } from '../../storage/roots';
import { toRuleChoice } from '../edi/conversion-options';
import type { ServiceSettings } from '../settings/service-settings';
import type { NewBatchBody } from './new-batch.body';

/** Outputs whose columns a schema chooses. */
const TABLES: ReadonlySet<string> = new Set(['csv', 'parquet', 'xlsx']);

/**
 * Returns the batch that a request asks for. Throws EDI_BAD_PARAMETER for options and addresses that cannot be used, and EDI_BATCH_REFUSED for a source or target
 * outside of the roots of the service. Workers check the roots again, because a link may be made later.
 */
export function toBatchRequest(body: NewBatchBody, settings: ServiceSettings): BatchRequest {
  const { CLEARLOOP_BATCH_ROOTS: roots } = settings;
  const allowed = new Roots(roots);
  // Workers run elsewhere: a folder has the same path there, and a package the same name.
  const plugins = settings.CLEARLOOP_PLUGINS.map((plugin) => (statsOf(plugin)?.isDirectory() === true ? resolve(plugin) : plugin));
  const converter = createConverter({ plugins });
  const format = converter.outputs.find(({ id, takes = 'records' }) => id === body.output && takes === 'records');
  if (format === undefined) throw new EdiError('EDI_BAD_PARAMETER', 'output is no output of records that this service has.');
  const conversion = conversionOf(body, settings);
  // Throws for options that do not fit, before anything is stored.
  converter.convertToFiles([], conversion);
  const { recurse, again, watch: watches, pollSeconds } = body;
  return {
    sources: body.sources.map((source) => checkedSource(source, allowed)),
    target: checkedTarget(body.target, allowed),
    options: { conversion, extension: format.extension, ...(plugins.length === 0 ? {} : { plugins }) },
    ...{ recurse, again, watches, pollSeconds, roots },
  };
}

function conversionOf(body: NewBatchBody, settings: ServiceSettings): ConversionOptions {
  const { output, objects, schemaName, spreadsheetSafe } = body;
  const descriptions = body.descriptions ?? settings.EDI_DESCRIPTIONS;
  if (TABLES.has(output)) {
    const { CLEARLOOP_CSV_SCHEMAS: schemaFolder, CLEARLOOP_CSV_SCHEMA_CHECK: schemaCheck } = settings;
    const schema = { ...(schemaFolder === undefined ? {} : { schemaFolder: resolve(schemaFolder) }), ...(schemaName === undefined ? {} : { schemaName }) };
    return { output, descriptions, outputParameters: { ...schema, schemaCheck, ...(output === 'csv' ? { spreadsheetSafe } : {}) } };
  }
  return {
    output,
    descriptions,
    ...toRuleChoice(body, settings),
    validate: body.validate ?? settings.EDI_VALIDATE,
    convertControlSegments: body.convertControlSegments ?? settings.EDI_CONVERT_CONTROL_SEGMENTS,
    transactionTopLevel: body.transactionTopLevel ?? settings.EDI_TRANSACTION_TOP_LEVEL,
    convertToSegments: body.convertToSegments,
    ...(objects === undefined ? {} : { objects }),
  };
}

function checkedSource(source: string, allowed: Roots): string {
  refuseRelative('sources', source);
  const address = parseAddress(source);
  // The ledger keeps addresses, and a query may be a signature.
  if (address.kind === 'http' && new URL(address.href).search !== '')
    throw new EdiError('EDI_BAD_PARAMETER', 'sources: a web address of a batch has no query.');
  allowed.checkSearch(source);
  return showAddress(address);
}

function checkedTarget(target: string, allowed: Roots): string {
  refuseRelative('target', target);
  const address = parseAddress(target);
  if (address.kind === 'http') throw new EdiError('EDI_BAD_PARAMETER', 'target: web addresses are read only.');
  allowed.check(address);
  return showAddress(address);
}

/** A path depends on the folder in which a process was started, and workers have others. */
function refuseRelative(name: string, text: string): void {
  if (schemeOf(text) === undefined && !isAbsolute(text)) throw new EdiError('EDI_BAD_PARAMETER', `${name}: a path must be absolute, such as /data/in.`);
}
