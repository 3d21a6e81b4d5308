import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { Controller, Get, Inject, Module, Req, Res } from '@nestjs/common';
import { ApiExcludeController, ApiOkResponse, ApiOperation, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EdiError } from '../../common/edi-error';
import { packageVersion } from '../../common/package-root';
import { CLOCK } from '../clocks';
import { LoggingModule } from '../logging/logging.module';
import { ServiceSettings } from '../settings/service-settings';

/** Entitlement that a licence may grant. */
export const ENTITLEMENTS = ['EDI', 'UI', 'EDITS'] as const;

/** A licence as its file states it. */
export interface License {
  /** Last day of the licence, yyyy-mm-dd; undefined for a licence without end. */
  readonly expiration: string | undefined;
  readonly entitlements: readonly string[];
  readonly isSignatureValid: boolean;
  /** Configured path of the file; undefined without a licence file. */
  readonly licenseFile: string | undefined;
}

/** The product is open: without a licence file everything is allowed, without end. */
export const OPEN_LICENSE: License = { expiration: undefined, entitlements: ENTITLEMENTS, isSignatureValid: true, licenseFile: undefined };

const RAW_KEY_BYTES = 32;

/** Head of an Ed25519 public key in SubjectPublicKeyInfo form (RFC 8410); the 32 bytes of the key follow. */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Reads a licence file.
 *
 *     {"license": {"expiration": "2027-12-31", "entitlements": ["EDI"]}, "signature": "base64"}
 *
 * The signature is Ed25519 over the canonical JSON of `license`: keys sorted, no blanks, UTF-8. A signature that does not
 * fit, or no key to check it with, makes it invalid; only a file that cannot be read throws (EDI_LICENSE_UNREADABLE).
 */
export function readLicense(file: string, publicKey: string | undefined): License {
  const { license, signature } = parseLicenseFile(file);
  return {
    expiration: 'expiration' in license && typeof license.expiration === 'string' ? license.expiration : undefined,
    entitlements: 'entitlements' in license && Array.isArray(license.entitlements) ? license.entitlements.map(String) : [],
    isSignatureValid: publicKey !== undefined && isSigned(license, signature, publicKey),
    licenseFile: file,
  };
}

/** True from the day after the last day of the licence on, in UTC. */
export function isExpired(license: License, now: Date): boolean {
  return license.expiration !== undefined && now.toISOString().slice(0, license.expiration.length) > license.expiration;
}

function parseLicenseFile(file: string): { readonly license: object; readonly signature: string } {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof content !== 'object' || content === null || !('license' in content) || !('signature' in content)) throw new Error('no license and signature');
    const { license, signature } = content;
    if (typeof license !== 'object' || license === null || typeof signature !== 'string') throw new Error('license is no object or signature no text');
    return { license, signature };
  } catch (cause) {
    const message = `The licence file ${file} (setting EDI_LICENSE_FILE) cannot be read. Expected: a JSON object with "license" and "signature".`;
    throw new EdiError('EDI_LICENSE_UNREADABLE', message, { cause });
  }
}

function isSigned(license: object, signature: string, publicKey: string): boolean {
  return verify(null, Buffer.from(canonicalJson(license), 'utf8'), readPublicKey(publicKey), Buffer.from(signature, 'base64'));
}

/** Reads a PEM key or the base64 of its 32 bytes. */
function readPublicKey(text: string): KeyObject {
  try {
    const raw = Buffer.from(text, 'base64');
    const isRaw = raw.length === RAW_KEY_BYTES;
    const key = isRaw ? createPublicKey({ key: Buffer.concat([SPKI_HEAD, raw]), format: 'der', type: 'spki' }) : createPublicKey(text.replaceAll('\\n', '\n'));
    if (key.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key');
    return key;
  } catch (cause) {
    const message = 'The setting CLEARLOOP_LICENSE_PUBLIC_KEY is not usable. Allowed: an Ed25519 public key as PEM, or its 32 bytes in base64.';
    throw new EdiError('EDI_BAD_PARAMETER', message, { cause });
  }
}

/** Writes JSON in one way only: keys in the order of their UTF-16 code units, no blanks (RFC 8785 for text, true, false, null and whole numbers). */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

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
