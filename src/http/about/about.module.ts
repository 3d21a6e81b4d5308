import { statSync } from 'node:fs';
import { Controller, Get, Inject, Module, Req, Res } from '@nestjs/common';
import { ApiExcludeController, ApiOkResponse, ApiOperation, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { packageVersion } from '../../common/package-root';
import { CLOCK } from '../clocks';
import { LoggingModule } from '../logging/logging.module';
import { ServiceSettings } from '../settings/service-settings';
import { ENTITLEMENTS, isExpired, type License, OPEN_LICENSE, readLicense } from './license';

/** Licence of the service (interface document, 2.1). */
export class LicenseInfo {
  @ApiPropertyOptional({ format: 'date', description: 'Last day of the licence; absent when it has no end.' })
  readonly expiration?: string;

  @ApiProperty({ type: [String], enum: ENTITLEMENTS, isArray: true })
  readonly entitlements: readonly string[];

  @ApiProperty({ description: 'True when the signature of the licence file fits the configured key, and without a licence file.' })
  readonly isSignatureValid: boolean;

  @ApiPropertyOptional({ description: 'Path of the licence file; absent without one.' })
  readonly licenseFile?: string;

  @ApiProperty()
  readonly expired: boolean;

  constructor(license: License, now: Date) {
    if (license.expiration !== undefined) this.expiration = license.expiration;
    this.entitlements = license.entitlements;
    this.isSignatureValid = license.isSignatureValid;
    if (license.licenseFile !== undefined) this.licenseFile = license.licenseFile;
    this.expired = isExpired(license, now);
  }
}

/** Which build of Clearloop runs. */
export interface BuildInfo {
  readonly version: string;
  /** When the running file was built, as an ISO 8601 date and time in UTC. */
  readonly buildDateTime: string;
}

/** Reads the version from package.json and takes the time of this compiled file as the time of the build. */
export function readBuildInfo(): BuildInfo {
  return { version: packageVersion(), buildDateTime: statSync(__filename).mtime.toISOString() };
}

/** Answer of `GET /api/about`. */
export class AppInfo {
  @ApiProperty({ example: '0.1.0' })
  readonly version: string;

  @ApiProperty({ format: 'date-time' })
  readonly buildDateTime: string;

  @ApiProperty({ type: LicenseInfo })
  readonly licenseInfo: LicenseInfo;

  constructor(build: BuildInfo, licenseInfo: LicenseInfo) {
    this.version = build.version;
    this.buildDateTime = build.buildDateTime;
    this.licenseInfo = licenseInfo;
  }
}

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

/** Version, build time and licence. The start fails where the licence file cannot be read. */
@Module({
  imports: [LoggingModule],
  controllers: [AboutController, RootController],
  providers: [
    { provide: BUILD_INFO, useFactory: readBuildInfo },
    { provide: LICENSE, inject: [ServiceSettings], useFactory: licenseOf },
  ],
})
export class AboutModule {}

function licenseOf({ EDI_LICENSE_FILE: file, CLEARLOOP_LICENSE_PUBLIC_KEY: key }: ServiceSettings): License {
  return file === undefined ? OPEN_LICENSE : readLicense(file, key);
}
