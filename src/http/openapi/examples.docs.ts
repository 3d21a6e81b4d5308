import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { packageRoot } from '../../common/package-root';

/** Small inputs that work, which the page of the document is prefilled with. */
export interface DocumentExamples {
  /** Text to convert: of X12 under `edi`, of other formats under their ids. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Requests to generate: by the number of the transaction set, or the id of the format. */
  readonly requests: Readonly<Record<string, object>>;
  /** Values of parameters by operation id and name. */
  readonly parameters: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Reads `schemas/openapi/examples.yaml`. */
export function readExamples(): DocumentExamples {
  return parse(readFileSync(join(packageRoot(), 'schemas', 'openapi', 'examples.yaml'), 'utf8')) as DocumentExamples;
}
