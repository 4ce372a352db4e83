import http from 'node:http'
import https from 'node:https'
import type { DeliveryFault } from '../../../../contract/features/programs/webhook-events.ts'
import {
  lookUpLoopback,
  lookUpPublic,
  PRIVATE_ADDRESS,
  refersToLoopback,
  refersToPrivate,
} from '../../../platform/net/public-hosts.ts'

const WITHIN_MS = 10_000

export interface Posted {
  readonly status: number | null
  readonly fault: DeliveryFault | undefined
}

/** Returns undefined for forbidden addresses. @param mayCallLoopback allows http:// on this machine */
export function allowedUrl(text: string, mayCallLoopback: boolean): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || `${url.username}${url.password}${url.hash}` !== '') return undefined
  if (url.protocol === 'http:') return mayCallLoopback && refersToLoopback(url) ? url : undefined
  return url.protocol === 'https:' && !refersToPrivate(url) ? url : undefined
}

/**
 * Follows no redirect and reads only the status. The DNS lookup checks the addresses that it connects to.
 * @param signal aborts when the server stops
 * @throws if the signal aborts
 */
export async function post(
  text: string,
  {
    body,
    headers,
    signal,
    mayCallLoopback,
  }: {
    readonly body: string
    readonly headers: Readonly<Record<string, string>>
    readonly signal: AbortSignal
    readonly mayCallLoopback: boolean
  },
): Promise<Posted> {
  const url = allowedUrl(text, mayCallLoopback)
  if (!url) return { status: null, fault: 'address' }
  const isPlain = url.protocol === 'http:'
  const limit = AbortSignal.timeout(WITHIN_MS)
  const options = {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Sealroom',
    },
    lookup: isPlain ? lookUpLoopback : lookUpPublic,
    agent: false,
    signal: AbortSignal.any([limit, signal]),
  } as const
  try {
    const status = await new Promise<number>((resolve, reject) => {
      const request = (isPlain ? http : https).request(url, options)
      request.once('error', reject)
      request.once('response', (answer) => {
        resolve(answer.statusCode ?? 0)
        answer.destroy()
      })
      request.end(body)
    })
    return status >= 200 && status < 300
      ? { status, fault: undefined }
      : { status, fault: 'status' }
  } catch (error) {
    signal.throwIfAborted()
    if (limit.aborted) return { status: null, fault: 'time' }
    return {
      status: null,
      fault: error instanceof Error && error.message === PRIVATE_ADDRESS ? 'address' : 'connection',
    }
  }
}
