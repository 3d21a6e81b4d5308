import { BlockList, isIP } from 'node:net';
import { EdiError } from '../../common/edi-error';
import type { ServiceSettings } from '../settings/service-settings';

/** Something about the access to the service that its operator should know. */
export interface AccessWarning {
  readonly event: string;
  readonly note: string;
}

/**
 * Refuses settings that would open the service by accident: an address beyond this machine without API keys, unless that is
 * allowed expressly, and a scope without keys. Throws EDI_BAD_PARAMETER, without the values.
 */
export function refuseExposure(settings: ServiceSettings): void {
  if (settings.CLEARLOOP_API_KEYS_FILE !== undefined) return;
  if (settings.CLEARLOOP_API_KEYS_SCOPE === 'all') {
    const message = 'The setting CLEARLOOP_API_KEYS_SCOPE is all, but there are no keys. Name their file in CLEARLOOP_API_KEYS_FILE.';
    throw new EdiError('EDI_BAD_PARAMETER', message);
  }
  if (isLoopback(settings.HOST) || settings.CLEARLOOP_ALLOW_ANONYMOUS) return;
  throw new EdiError(
    'EDI_BAD_PARAMETER',
    'The setting HOST opens the service to other machines, and no API keys are configured. ' +
      'Either name a file of keys in CLEARLOOP_API_KEYS_FILE ("clearloop keys create" makes it), or leave HOST at 127.0.0.1, ' +
      'or set CLEARLOOP_ALLOW_ANONYMOUS=true because something else guards the service.',
  );
}

/** Returns what is open or closed, perhaps unintentionally. `activeKeys` is undefined without a file of keys. */
export function accessWarnings(settings: ServiceSettings, activeKeys: number | undefined): readonly AccessWarning[] {
  const isExposed = !isLoopback(settings.HOST);
  const warnings: AccessWarning[] = [];
  if (activeKeys === undefined && isExposed) {
    const note = 'CLEARLOOP_ALLOW_ANONYMOUS is true: anyone who reaches HOST may use every operation without a key.';
    warnings.push({ event: 'anonymous-access', note });
  }
  if (activeKeys === 0) {
    const note = 'The file of API keys has no active key, so nobody gets in where one is needed. "clearloop keys create" makes one.';
    warnings.push({ event: 'no-active-keys', note });
  }
  if (activeKeys !== undefined && isExposed && settings.CLEARLOOP_API_KEYS_SCOPE === 'codes') {
    const note =
      'API keys guard code look-up only: anyone who reaches HOST may convert, validate and generate EDI without one. CLEARLOOP_API_KEYS_SCOPE=all guards everything but /health.';
    warnings.push({ event: 'open-operations', note });
  }
  return warnings;
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** True for a loopback address: 127.0.0.0/8, ::1, and the name localhost. Other names are not resolved; a client that has disconnected has no address. */
export function isLoopback(host: string | undefined): boolean {
  if (host === undefined) return false;
  const version = isIP(host);
  if (version === 0) return host.toLowerCase() === 'localhost';
  return LOOPBACK.check(host, version === 4 ? 'ipv4' : 'ipv6');
}
