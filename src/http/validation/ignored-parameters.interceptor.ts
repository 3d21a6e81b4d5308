import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { validatedNames } from './validation.pipe';

type Handler = ReturnType<ExecutionContext['getHandler']>;

/** Names unknown query parameters in a response header, also when the request is then refused. */
@Injectable()
export class IgnoredParametersInterceptor implements NestInterceptor {
  private readonly known = new Map<Handler, ReadonlySet<string> | undefined>();

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const known = this.knownNames(context);
    if (known !== undefined) {
      const http = context.switchToHttp();
      const names = Object.keys(queryOf(http.getRequest<FastifyRequest>())).filter((name) => !known.has(name));
      if (names.length > 0) noteIgnored(http.getResponse<FastifyReply>(), names);
    }
    return next.handle();
  }

  /** The parameters of an operation: the names that its query class validates; undefined for an operation without one. */
  private knownNames(context: ExecutionContext): ReadonlySet<string> | undefined {
    const handler = context.getHandler();
    if (!this.known.has(handler)) this.known.set(handler, namesOfQuery(context.getClass(), handler));
    return this.known.get(handler);
  }
}

const queryOf = ({ query }: FastifyRequest): object => (typeof query === 'object' && query !== null ? query : {});

function namesOfQuery({ prototype }: { readonly prototype: object }, { name }: Handler): ReadonlySet<string> | undefined {
  const types: unknown = Reflect.getMetadata('design:paramtypes', prototype, name);
  const classes = Array.isArray(types) ? types.filter((type) => typeof type === 'function') : [];
  return classes.map((type: new () => object) => new Set(validatedNames(type))).find(({ size }) => size > 0);
}

/** Response header and trailer with ignored parts of the request: query parameters that the operation does not know, and form fields. */
export const IGNORED_HEADER = 'X-Clearloop-Ignored';

const MAX_HEADER_LENGTH = 1_000;

/** Names that are remembered of one request. */
const MAX_NAMES = 100;

const namesOf = new WeakMap<FastifyReply, Set<string>>();
const lateNamesOf = new WeakMap<FastifyReply, Set<string>>();

/** Adds names of ignored parts of the request. Names after the headers were sent go to the trailer. */
export function noteIgnored(reply: FastifyReply, names: readonly string[]): void {
  const known = reply.raw.headersSent ? lateNamesOf : namesOf;
  const noted = known.get(reply) ?? new Set<string>();
  known.set(reply, noted);
  for (const name of names) if (noted.size < MAX_NAMES && namesOf.get(reply)?.has(name) !== true) noted.add(name);
  if (known === namesOf && noted.size > 0) void reply.header(IGNORED_HEADER, headerText([...noted]));
}

/** Returns the trailer for names after the headers were sent; no trailer when there are none. */
export function lateIgnored(reply: FastifyReply): Readonly<Record<string, string>> {
  const names = lateNamesOf.get(reply);
  return names === undefined || names.size === 0 ? {} : { [IGNORED_HEADER.toLowerCase()]: headerText([...names]) };
}

/** Percent-encodes characters that a header cannot carry; UTF-8 replaces lone surrogates, which cannot be encoded. */
function headerText(names: readonly string[]): string {
  return names
    .map((name) => encodeURIComponent(Buffer.from(name).toString()))
    .join(', ')
    .slice(0, MAX_HEADER_LENGTH);
}
