import type { OpenAPIObject } from '@nestjs/swagger';
import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

type Responses = NonNullable<OpenAPIObject['paths'][string]['get']>['responses'];

/** An answer of the service, as far as the document describes it. */
export interface ReceivedAnswer {
  readonly method: 'get' | 'post' | 'delete';
  /** Path as the document has it, such as /api/code/{code}. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

const escaped = (word: string): string => word.replaceAll('~', '~0').replaceAll('/', '~1');

/** Compares answers with an OpenAPI document. */
export class OpenApiValidator {
  private readonly ajv = new Ajv({ strict: false });
  private readonly compiled = new Map<string, ValidateFunction | undefined>();

  constructor(private readonly document: OpenAPIObject) {
    addFormats(this.ajv);
    this.ajv.addFormat('time-local', /^\d\d:\d\d(:\d\d(\.\d+)?)?$/);
    this.ajv.addFormat('date-time-local', /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/);
    this.ajv.addFormat('binary', true);
    this.ajv.addSchema({ ...document }, 'document');
  }

  /** Gives what is wrong with an answer; undefined for nothing. */
  problemOf({ method, path, status, contentType, text }: ReceivedAnswer): string | undefined {
    const operation = `${method} ${path}`;
    const responses: Responses | undefined = this.document.paths[path]?.[method]?.responses;
    const response = responses?.[String(status)];
    if (response === undefined || !('content' in response || 'description' in response)) return `${operation} answers ${status}, which is not documented`;
    const content = 'content' in response ? (response.content ?? {}) : {};
    const mediaType = contentType.split(';')[0] ?? '';
    if (!(mediaType in content)) return `${operation} answers ${status} as ${mediaType}; documented are ${Object.keys(content).join(', ')}`;
    if (mediaType !== 'application/json') return undefined;
    const pointer = ['paths', path, method, 'responses', String(status), 'content', mediaType, 'schema'].map(escaped).join('/');
    if (!this.compiled.has(pointer)) this.compiled.set(pointer, this.ajv.getSchema(`document#/${pointer}`));
    const validate = this.compiled.get(pointer);
    if (validate === undefined) return `${operation} has no schema for ${status}`;
    return validate(JSON.parse(text)) ? undefined : `${operation} ${status}: ${this.ajv.errorsText(validate.errors)} in ${text.slice(0, 300)}`;
  }
}
