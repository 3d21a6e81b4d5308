import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags, ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CLOCK } from '../clocks';
import { AppInfo, type BuildInfo, LicenseInfo } from './app-info';
import type { License } from './license';

/** Injection tokens of what `AboutController` reports. */
export const BUILD_INFO = Symbol('BuildInfo');
export const LICENSE = Symbol('License');

/** Name, version and licence of the service. A licence is reported and never blocks a request. */
@ApiTags('Service')
@Controller()
export class AboutController {
  constructor(
    @Inject(BUILD_INFO) private readonly build: BuildInfo,
    @Inject(LICENSE) private readonly license: License,
    @Inject(CLOCK) private readonly now: () => Date,
  ) {}

  @Get('api/about')
  @ApiOperation({ operationId: 'getAbout', summary: 'Version, build time and licence' })
  @ApiOkResponse({ type: AppInfo })
  about(): AppInfo {
    return new AppInfo(this.build, new LicenseInfo(this.license, this.now()));
  }
}

/** Redirects a browser at the address of the service to the page of the OpenAPI document. */
@ApiExcludeController()
@Controller()
export class RootController {
  /** The address is relative, so that it also holds behind a proxy that serves the service below a path of its own. */
  @Get(['/', 'api'])
  root(@Req() { url }: FastifyRequest, @Res() reply: FastifyReply): void {
    void reply.redirect(/^\/+api\/+/.test(url) ? 'docs' : 'api/docs', 302);
  }
}
