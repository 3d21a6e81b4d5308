import { escapeControls } from '../common/control-characters';
import { EdiError } from '../common/edi-error';
import { systemErrorCode } from '../io/system-error';
import { type Address, showAddress } from './address';
import { chainOf, statusOf, textMember } from './retrying';

const REASONS: Readonly<Record<string, string>> = {
  AccessDenied: 'permission is denied',
  CredentialsProviderError: 'there are no credentials; set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  EACCES: 'permission is denied',
  ECONNREFUSED: 'the host refuses the connection',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'it is no regular file, or a part of its path is no folder',
  ENOTFOUND: 'the host is not known',
  ETIMEDOUT: 'the host does not answer',
  InvalidAccessKeyId: 'the credentials are not known there',
  NoSuchBucket: 'there is no such bucket',
  NoSuchKey: 'there is no such file',
  NotFound: 'there is no such file',
  PermanentRedirect: 'the bucket is in another region; set AWS_REGION',
  RegionMissing: 'there is no region; set AWS_REGION',
  SignatureDoesNotMatch: 'the credentials are not accepted',
};

/** Wraps a failure of reading. Messages of clients and servers may repeat what was sent, so only their codes are shown. */
export function unreadableAt(address: Address, cause: unknown): EdiError {
  if (cause instanceof EdiError) return cause;
  return new EdiError('EDI_SOURCE_UNREADABLE', `${escapeControls(showAddress(address))} cannot be read: ${reasonOf(cause)}.`, { cause });
}

/** The error of a file that was found before, or listed without being examined. */
export function missingAt(shown: string): EdiError {
  const questions = 'Was it removed, is it a link that leads nowhere, or is its name not in UTF-8?';
  return new EdiError('EDI_SOURCE_UNREADABLE', `${escapeControls(shown)} cannot be read: there is no such file. ${questions}`);
}

/** Wraps a failure of writing. */
export function unwritableAt(address: Address, cause: unknown): EdiError {
  if (cause instanceof EdiError && cause.code !== 'EDI_SOURCE_UNREADABLE') return cause;
  return new EdiError('EDI_OUTPUT_FAILED', `${escapeControls(showAddress(address))} cannot be written: ${reasonOf(cause)}.`, { cause });
}

function reasonOf(cause: unknown): string {
  if (cause instanceof EdiError) return cause.message;
  const name = nameOf(cause);
  const status = statusOf(cause);
  return `${REASONS[name] ?? name}${status === undefined ? '' : ` (status ${status})`}`;
}

/** `fetch` hides what happened in its cause; classes of the S3 client are named after the answer. */
function nameOf(error: unknown): string {
  const chain = chainOf(error);
  const code = chain.map(systemErrorCode).find((one) => one !== undefined);
  // The S3 client says so by text only.
  if (chain.some((one) => textMember(one, 'message') === 'Region is missing')) return 'RegionMissing';
  const name = textMember(chain.at(-1), 'name') ?? '';
  return code ?? (/^\w+$/.test(name) ? name : 'unknown error');
}
