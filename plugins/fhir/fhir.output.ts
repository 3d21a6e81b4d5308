import { EdiError } from '../../src/plugin';
import { Output, type OutputContext, type OutputPlugin, type OutputSession } from '../../src/plugin/io';
import type * as session from './session';

/** Records as FHIR R4 resources (4.0.1), one a line: see docs/fhir.md. */
@Output({ id: 'fhir', contentType: 'application/fhir+ndjson', extension: 'fhir.ndjson', takesAllObjects: true, parameters: { bundle: 'boolean' } })
export class FhirOutput implements OutputPlugin {
  /** The parameter `bundle` makes a transaction Bundle of each record. */
  open(context: OutputContext): OutputSession {
    const { bundle = false } = context.parameters;
    if (typeof bundle !== 'boolean') throw new EdiError('EDI_BAD_PARAMETER', 'bundle must be true or false.');
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- evaluating the tables takes a twentieth of a start, so only FHIR waits for them
    const { FhirSession } = asSessionModule(require('./session'));
    return new FhirSession(context, bundle);
  }
}

function asSessionModule(module: unknown): typeof session {
  return module as typeof session;
}
