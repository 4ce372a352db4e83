import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

export interface Asking {
  /** Posted if present. */
  readonly query?: { readonly bytes: Uint8Array; readonly type: string }
  readonly maxBytes: number
  readonly signal: AbortSignal
  /** Allows this machine and private networks. */
  readonly mayBePrivate: boolean
}

const CLIENTS: Readonly<Record<string, typeof http.request>> = { 'http:': http.request, 'https:': https.request }

/**
 * Follows no redirects. Checks addresses on connecting, which prevents DNS rebinding.
 * @throws Error with a message for the log
 */
export async function fetchAnswer(address: string, { query, maxBytes, signal, mayBePrivate }: Asking): Promise<Buffer> {
  const url = new URL(address)
  const request = CLIENTS[url.protocol]
  if (!request) throw new Error('its address is neither of http nor of https')
  if (url.username || url.password) throw new Error('its address holds a password')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!mayBePrivate && isIP(host) !== 0 && isPrivate(host)) throw new Error(PRIVATE)
  const options = {
    method: query ? 'POST' : 'GET',
    headers: query ? { 'Content-Type': query.type } : {},
    ...(mayBePrivate ? {} : { lookup: publicAlone }),
    agent: false,
    signal,
  } as const
  try {
    const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
      request(url, options).once('response', resolve).once('error', reject).end(query?.bytes)
    })
    if (answer.statusCode !== 200) {
      answer.destroy()
      throw new Error(`it answered ${answer.statusCode}`)
    }
    return await bodyOf(answer, maxBytes)
  } catch (error) {
    throw signal.aborted ? new Error('it did not answer in time') : error
  }
}

async function bodyOf(answer: http.IncomingMessage, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of answer as AsyncIterable<Buffer>) {
    size += piece.length
    // Leaving the loop destroys the response.
    if (size > maxBytes) throw new Error('its answer is too long')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const PRIVATE = 'its address is on a private network'

/** Non-public IPv4 (RFC 6890). */
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

/** Public IPv6. */
const GLOBAL = new BlockList()
GLOBAL.addSubnet('2000::', 3, 'ipv6')
/** Documentation and IPv4 tunnels are excluded. */
const TUNNELS = new BlockList()
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  TUNNELS.addSubnet(net, prefix, 'ipv6')

const isPrivate = (address: string): boolean =>
  isIP(address) === 4 ? SPECIAL.check(address) : !GLOBAL.check(address, 'ipv6') || TUNNELS.check(address, 'ipv6')

const publicAlone: LookupFunction = (host, options, reported) => {
  dns.lookup(host, { ...options, all: true }, (error, found) => {
    const [first] = found ?? []
    if (error || !first) return reported(error ?? new Error('its name has no address'), '')
    if (found.some(({ address }) => isPrivate(address))) return reported(new Error(PRIVATE), '')
    if (options.all) reported(null, found)
    else reported(null, first.address, first.family)
  })
}
