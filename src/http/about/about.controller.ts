import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AppInfo, LicenseInfo } from './app-info';
import type { BuildInfo } from './build-info';
import type { License } from './license';

/** Injection tokens of what `AboutController` reports. */
export const BUILD_INFO = Symbol('BuildInfo');
export const LICENSE = Symbol('License');

/** Injection token of a function that gives the present time. */
export const CLOCK = Symbol('clock');

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
