export { FhirOutput } from './fhir.output';
