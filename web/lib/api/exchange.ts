import type { Language } from '../../../contract/core/errors.ts'
import type { Operation } from '../../../contract/core/operation.ts'
import { ApiError, errorOf } from './api-error.ts'
import { requestPath } from './request-path.ts'

export interface ApiPorts {
  /** The scheme is that of RFC 9110, 11.1. */
  readonly scheme?: string
  bearer(): string | undefined
  language(): Language
  failureText(): string
  onRefused(error: ApiError, bearer: string | undefined): void
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  readonly bearer?: string
  /** The server may continue after a timeout. */
  readonly untimed?: boolean
  readonly keepalive?: boolean
}

export interface LooseRequest {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
}

export const bearerFor = (
  ports: ApiPorts,
  operation: Operation,
  options: CallOptions,
): string | undefined =>
  options.bearer ?? (operation.credential === 'none' ? undefined : ports.bearer())

export const headersFor = (
  ports: ApiPorts,
  bearer: string | undefined,
): Record<string, string> => ({
  accept: '*/*',
  'accept-language': ports.language(),
  ...(bearer === undefined ? {} : { authorization: `${ports.scheme ?? 'Bearer'} ${bearer}` }),
})

export const failed = (
  ports: ApiPorts,
  cause: unknown,
  signal: AbortSignal | undefined,
): unknown =>
  cause instanceof ApiError || signal?.aborted
    ? cause
    : new ApiError('OFFLINE', 0, ports.failureText())

/** @throws the refusal that the answer is */
export function check(
  ports: ApiPorts,
  http: number,
  body: unknown,
  bearer: string | undefined,
  retryAfter?: number,
): void {
  const error = errorOf(http, body, ports.failureText(), retryAfter)
  if (!error) return
  ports.onRefused(error, bearer)
  throw error
}

export async function exchange(
  ports: ApiPorts,
  operation: Operation,
  request: LooseRequest,
  options: CallOptions,
  signal: AbortSignal | undefined,
) {
  const bearer = bearerFor(ports, operation, options)
  const hasBody = request.body !== undefined
  const response = await fetch(requestPath(operation.path, request.params, request.query), {
    method: operation.method,
    headers: {
      ...headersFor(ports, bearer),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(hasBody ? { body: JSON.stringify(request.body) } : {}),
    ...(signal ? { signal } : {}),
    cache: 'no-store',
    redirect: 'error',
    keepalive: options.keepalive ?? false,
  })
  const refused = operation.credential === 'none' ? undefined : bearer
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => undefined)
    check(ports, response.status, body, refused, Number(response.headers.get('retry-after')) || 0)
  }
  return { response, bearer: refused }
}
