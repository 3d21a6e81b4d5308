import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServiceSettings } from '../settings/service-settings';
import { Admission } from './admission';
import { needsKeyEverywhere, openRoutes } from './guard-requests';
import { REQUIRES_API_KEY } from './requires-api-key';

/** The guard of all operations: it stops at those with `@RequiresApiKey()`, or at every one but the health check when the scope is `all`. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  private readonly open: ReadonlySet<string>;
  private readonly isNeededEverywhere: boolean;

  constructor(
    private readonly reflector: Reflector,
    private readonly admission: Admission,
    settings: ServiceSettings,
  ) {
    this.open = openRoutes(settings);
    this.isNeededEverywhere = needsKeyEverywhere(settings);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    if (this.open.has(request.routeOptions.url ?? '')) return true;
    const isMarked = this.reflector.getAllAndOverride<boolean | undefined>(REQUIRES_API_KEY, [context.getHandler(), context.getClass()]) === true;
    if (isMarked || this.isNeededEverywhere) await this.admission.admit(request, http.getResponse<FastifyReply>());
    return true;
  }
}
