import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { EdiError } from '../../common/edi-error';

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
