import { EdiError } from '../../src/plugin';
import { Output, type OutputContext, type OutputPlugin, type OutputSession } from '../../src/plugin/io';
import { FhirSession } from './session';

/** Records as FHIR R4 resources (4.0.1), one a line: see docs/fhir.md. */
@Output({ id: 'fhir', contentType: 'application/fhir+ndjson', extension: 'fhir.ndjson', takesAllObjects: true })
export class FhirOutput implements OutputPlugin {
  /** The parameter `bundle` makes a transaction Bundle of each record. */
  open(context: OutputContext): OutputSession {
    const { bundle = false } = context.parameters;
    if (typeof bundle !== 'boolean') throw new EdiError('EDI_BAD_PARAMETER', 'bundle must be true or false.');
    return new FhirSession(context, bundle);
  }
}
