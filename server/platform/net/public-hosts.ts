import dns from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

export const PRIVATE_ADDRESS = 'its address is on a private network'

/** RFC 6890 lists these non-public IPv4 ranges. */
const SPECIAL = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  SPECIAL.addSubnet(net, prefix, 'ipv4')

const GLOBAL = new BlockList()
GLOBAL.addSubnet('2000::', 3, 'ipv6')
/** Documentation and IPv4 tunnels are not public. */
const TUNNELS = new BlockList()
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  TUNNELS.addSubnet(net, prefix, 'ipv6')

const isPrivate = (address: string): boolean =>
  isIP(address) === 4
    ? SPECIAL.check(address)
    : !GLOBAL.check(address, 'ipv6') || TUNNELS.check(address, 'ipv6')

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

const isLoopback = (address: string): boolean =>
  LOOPBACK.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')

const literalOf = ({ hostname }: URL): string | undefined => {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? undefined : host
}

/** No lookup checks literal addresses. */
export function refersToPrivate(url: URL): boolean {
  const literal = literalOf(url)
  return literal !== undefined && isPrivate(literal)
}

/** RFC 6761 reserves such names for this machine. */
export function refersToLoopback(url: URL): boolean {
  const literal = literalOf(url)
  return literal === undefined ? url.hostname === 'localhost' : isLoopback(literal)
}

const lookUpWhere =
  (isAllowed: (address: string) => boolean): LookupFunction =>
  (host, options, reported) => {
    dns.lookup(host, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error || !first) return reported(error ?? new Error('its name has no address'), '')
      if (!found.every(({ address }) => isAllowed(address)))
        return reported(new Error(PRIVATE_ADDRESS), '')
      if (options.all) reported(null, found)
      else reported(null, first.address, first.family)
    })
  }

/** Checking the connected addresses prevents DNS rebinding. */
export const lookUpPublic = lookUpWhere((address) => !isPrivate(address))

export const lookUpLoopback = lookUpWhere(isLoopback)
