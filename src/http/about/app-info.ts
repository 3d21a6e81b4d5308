import { statSync } from 'node:fs';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { packageVersion } from '../../common/package-root';
import { ENTITLEMENTS, isExpired, type License } from './license';

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
