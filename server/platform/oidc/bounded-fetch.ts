import http from 'node:http'
import https from 'node:https'
import {
  lookUpLoopback,
  lookUpPublic,
  refersToLoopback,
  refersToPrivate,
} from '../net/public-hosts.ts'
import { OidcFault } from './oidc-fault.ts'

const WITHIN_MS = 10_000
const BYTES_MAX = 500_000

interface BoundedRequest {
  readonly method?: string
  readonly headers?: ConstructorParameters<typeof Headers>[0]
  readonly body?: unknown
  readonly signal?: AbortSignal | null | undefined
}

export type BoundedFetch = (url: string, request: BoundedRequest) => Promise<Response>

/** Limits size and follows no redirect. The configured issuer may be private, hosts that it refers to may not. */
export function boundedFetch(issuer: string, mayUseLoopback: boolean): BoundedFetch {
  const own = new URL(issuer)
  return async (text, { method = 'GET', headers, body, signal }) => {
    const url = new URL(text)
    const isPlain = url.protocol === 'http:'
    if (isPlain ? !(mayUseLoopback && refersToLoopback(url)) : url.protocol !== 'https:')
      throw new OidcFault('setup', 'the provider names an address without HTTPS')
    const isNamed = url.hostname === own.hostname
    if (!isPlain && !isNamed && refersToPrivate(url))
      throw new OidcFault('setup', 'the provider names a private address')
    const lookup = isPlain ? lookUpLoopback : lookUpPublic
    const limit = AbortSignal.timeout(WITHIN_MS)
    const options = {
      method,
      headers: {
        ...Object.fromEntries(new Headers(headers)),
        'user-agent': 'Sealroom',
        'accept-encoding': 'identity',
      },
      ...(isNamed && !isPlain ? {} : { lookup }),
      agent: false,
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
    } as const
    const sent = body === undefined || body === null ? undefined : String(body)
    return new Promise<Response>((resolve, reject) => {
      const request = (isPlain ? http : https).request(
        url,
        options,
        (answer) => void collect(answer).then(resolve, reject),
      )
      request.once('error', reject)
      request.end(sent)
    })
  }
}

const WITHOUT_BODY = [204, 205, 304]

async function collect(answer: http.IncomingMessage): Promise<Response> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length
    if (size > BYTES_MAX) {
      answer.destroy()
      throw new OidcFault('setup', 'the provider answers with too much')
    }
    parts.push(part)
  }
  const status = answer.statusCode ?? 500
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined) headers.set(name, String(value))
  return new Response(WITHOUT_BODY.includes(status) ? null : Buffer.concat(parts), {
    status,
    headers,
  })
}
