import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Leads whoever opens the address of the service in a browser to the page of the OpenAPI document. */
@ApiExcludeController()
@Controller()
export class RootController {
  /** The address is relative, so that it also holds behind a proxy that serves the service below a path of its own. */
  @Get(['/', 'api'])
  root(@Req() { url }: FastifyRequest, @Res() reply: FastifyReply): void {
    void reply.redirect(/^\/+api\/+/.test(url) ? 'docs' : 'api/docs', 302);
  }
}
