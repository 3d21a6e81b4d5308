import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/**
 * True for an address that only this machine reaches: 127.0.0.0/8, ::1, and the name localhost. Other names are not looked up, and
 * a client that is gone has no address.
 */
export function isLoopback(host: string | undefined): boolean {
  if (host === undefined) return false;
  const version = isIP(host);
  if (version === 0) return host.toLowerCase() === 'localhost';
  return LOOPBACK.check(host, version === 4 ? 'ipv4' : 'ipv6');
}
