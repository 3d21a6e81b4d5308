import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { BuildInfo } from './build-info';
import { ENTITLEMENTS, isExpired, type License } from './license';

/** What the licence of the service says (interface document, 2.1). */
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
