import { Inject, Injectable } from '@nestjs/common';
import type { RouteOptions } from 'fastify';
import type { Converter } from '../../pipeline/conversion.types';
import { CONVERTER } from '../../pipeline/pipeline.tokens';

interface Route {
  readonly path: RegExp;
  readonly methods: readonly string[];
}

/** The methods that the paths of the service have: for requests with another one. */
@Injectable()
export class PathMethods {
  private readonly routes: Route[] = [];

  constructor(@Inject(CONVERTER) private readonly converter: Converter) {}

  /** Notes a route of the service. What is for every path, such as the preflights of CORS, says nothing of one. */
  add({ url, method }: Pick<RouteOptions, 'url' | 'method'>): void {
    if (url === '*' || url === '/*') return;
    const pattern = url
      .replace(/\/+$/, '')
      .replace(/[.+?^$()[\]{}|\\]/g, '\\$&')
      .replace(/:(\w+)/g, '(?<$1>[^/]+)')
      .replace(/\*$/, '.*');
    this.routes.push({ path: new RegExp(`^${pattern}/*$`), methods: [method].flat() });
  }

  /** Gives the methods of a path, sorted; none for a path that the service does not have. */
  of(url: string): readonly string[] {
    const path = url.replace(/[?#].*$/s, '').replace(/\/+/g, '/');
    const methods = this.routes.flatMap((route) => (this.isMeant(route.path.exec(path)) ? route.methods : []));
    return [...new Set(methods)].sort();
  }

  /** A format that no plugin brings is no part of a path. */
  private isMeant(match: RegExpExecArray | null): boolean {
    if (match === null) return false;
    const format = match.groups?.['format'];
    return format === undefined || this.converter.formatList?.().some(({ id }) => id === format) === true;
  }
}
