import type { Socket } from 'node:net'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { LIMITS } from '../../../contract/core/limits.ts'
import { BYTES_BODY } from '../../../contract/core/operation.ts'
import { StorageUnavailableError } from '../blob/blob-store.ts'
import { isDeadlock, isStatementCancelled } from '../db/is-statement-cancelled.ts'
import type { Log } from '../log/log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { drainOnClose } from './drain.ts'
import { refusalOfFramework, sendRefusal } from './envelope.ts'
import { measureRequests } from './measure-requests.ts'
import { isStreamed } from './multipart.ts'
import { checkJson } from './parse-json.ts'
import { Refusal } from './refusal.ts'

const API_POLICY =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"

const HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': API_POLICY,
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

const MALFORMED = [
  'HTTP/1.1 400 Bad Request',
  ...Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`),
  'connection: close',
  'content-length: 0',
  '\r\n',
].join('\r\n')
const MALFORMED_LINGER_MS = 2_000
const SMALL_BODY_MS = 30_000
const LARGE_BODY_MS = 600_000
const LINGER = { ms: 5_000, bytes: 16_000_000 }

interface AppOptions {
  readonly log: Log
  readonly trustProxy: readonly string[]
  /** Callers have this origin or the Host header's. */
  readonly publicUrl: string
  /** PUBLIC_URL excludes other hosts, except loopback. */
  readonly onlyPublicHost?: boolean
  /** Running requests have this time to end. */
  readonly drainWithinMs: number
  readonly metrics?: Metrics | undefined
}

export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    bodyLimit: LIMITS.jsonBodyBytes,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    requestTimeout: 0,
    // This closes connections silent within a body. Event streams have a heartbeat.
    connectionTimeout: 120_000,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 300 },
    // Node would answer without our headers; `checkHost` requires it.
    http: { requireHostHeader: false },
    clientErrorHandler: (_error, socket) => endMalformed(socket),
    frameworkErrors: (_error, _request, reply) =>
      void sendRefusal(reply.headers(HEADERS), new Refusal('BAD_REQUEST')),
  })
  drainOnClose(app, options.drainWithinMs)
  // Unknown expectations may be ignored (RFC 9110, section 10.1.1).
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  )
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: options.publicUrl.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: false }
      : false,
    crossOriginResourcePolicy: false,
    frameguard: false,
    noSniff: false,
    referrerPolicy: false,
  })
  await app.register(multipart, { throwFileSizeLimit: false, isPartAFile: isStreamed })
  acceptJsonOnly(app)
  passBytes(app)

  if (options.trustProxy.length === 0) warnOfProxy(app, options.log)
  if (options.metrics) measureRequests(app, options.metrics)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS)
    checkHost(request, options)
    checkOrigin(request, options.publicUrl)
    checkPath(request)
    limitBodyTime(request)
  })
  app.addHook('onResponse', async (request, reply) => {
    letBodyPass(request)
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    options.log.info(line, 'request')
  })
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const refusal =
      error instanceof Refusal ? error : refusalOfFramework(error, request.routeOptions.bodyLimit)
    const isGivenUp = reply.raw.destroyed && isOfLeaving(error)
    if (!refusal && !isGivenUp)
      options.log.error({ err: error, route: request.routeOptions.url }, 'request failed')
    return sendRefusal(reply, refusal ?? refusalOfFault(error))
  })
  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, new Refusal('NOT_FOUND')))
  return app
}

const STORAGE_RETRY_SECONDS = 5

/** The rolled-back request can be repeated. */
const DEADLOCK_RETRY_SECONDS = 1

function refusalOfFault(error: Error): Refusal {
  if (error instanceof StorageUnavailableError)
    return new Refusal('BUSY', { retryAfter: STORAGE_RETRY_SECONDS })
  if (isDeadlock(error)) return new Refusal('BUSY', { retryAfter: DEADLOCK_RETRY_SECONDS })
  if (isStatementCancelled(error)) return new Refusal('TIME_LIMIT')
  return new Refusal('INTERNAL')
}

const isOfLeaving = ({ name, code }: Error & { code?: string }): boolean =>
  name === 'AbortError' || code === 'ERR_STREAM_PREMATURE_CLOSE'

/** Otherwise throttles count a proxy's clients as one. */
function warnOfProxy(app: FastifyInstance, log: Log): void {
  let warned = false
  app.addHook('onRequest', async ({ headers }) => {
    if (warned || headers['x-forwarded-for'] === undefined) return
    warned = true
    log.warn(
      'a request came with X-Forwarded-For, which is ignored: if a proxy stands before this server, set TRUST_PROXY to its address',
    )
  })
}

/** Empty bodies count as none. text/plain would bypass CORS preflight; deep nesting would block the process. */
function acceptJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    try {
      checkJson(body as Buffer)
    } catch (error) {
      return done(error as Refusal)
    }
    return parseJson(request, body.toString('utf8'), done)
  })
}

/** Further bytes would join a begun response. */
function endMalformed(socket: Socket): void {
  if (!socket.writable || socket.bytesWritten > 0) {
    socket.destroy()
    return
  }
  socket.end(MALFORMED)
  socket.setTimeout(MALFORMED_LINGER_MS, () => socket.destroy())
}

function passBytes(app: FastifyInstance): void {
  app.addContentTypeParser(BYTES_BODY, (_request, payload, done) => done(null, payload))
}

/** Trickling bodies would hold connections. The connection timeout closes silent uploads. */
function limitBodyTime({ headers, raw }: FastifyRequest): void {
  const hasBody =
    headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  if (
    !hasBody ||
    [BYTES_BODY, 'multipart/'].some((type) => headers['content-type']?.startsWith(type))
  )
    return
  const share = Math.max(1, Number(headers['content-length'] ?? 0) / LIMITS.jsonBodyBytes)
  const limit = setTimeout(
    () => raw.complete || raw.socket.destroy(),
    Math.min(share * SMALL_BODY_MS, LARGE_BODY_MS),
  )
  raw.once('close', () => clearTimeout(limit))
}

const LOOPBACK: readonly string[] = ['127.0.0.1', '[::1]', 'localhost']
/** Probes disclose nothing. */
const PROBES: readonly (string | undefined)[] = ['/health/live', '/health/ready']

function hostnameOf(host: string): string | undefined {
  const url = `http://${host}`
  return /^[^@/?#\\]+$/.test(host) && URL.canParse(url) ? new URL(url).hostname : undefined
}

/** Percent-encoded unreserved characters (RFC 3986, section 2.3) would bypass a proxy's path rules. */
const NEEDLESSLY_ENCODED = /^[^?#]*%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/i

function checkPath({ url }: FastifyRequest): void {
  if (NEEDLESSLY_ENCODED.test(url)) throw new Refusal('BAD_REQUEST')
}

/** In DNS rebinding a foreign page sends its own name as Host and Origin. Proxies omit ports. */
function checkHost(
  { headers, raw }: FastifyRequest,
  { publicUrl, onlyPublicHost = false }: AppOptions,
): void {
  const named = raw.rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'host',
  ).length
  if (named > 1 || (named === 0 && raw.httpVersion !== '1.0')) throw new Refusal('BAD_REQUEST')
  if (!onlyPublicHost || headers.host === undefined || PROBES.includes(raw.url)) return
  const name = hostnameOf(headers.host)
  if (name === undefined || (name !== new URL(publicUrl).hostname && !LOOPBACK.includes(name)))
    throw new Refusal('ORIGIN')
}

/** Every path is checked, since paths have many spellings. `checkHost` runs first. */
function checkOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, host } = request.headers
  if (origin === undefined) return
  if (origin === new URL(publicUrl).origin) return
  const parsed = URL.canParse(origin) ? new URL(origin) : undefined
  const isWeb = parsed !== undefined && ['http:', 'https:'].includes(parsed.protocol)
  if (isWeb && host !== undefined && parsed.host === host) return
  throw new Refusal('ORIGIN')
}

/** A client cut off while sending never reads the response. */
function letBodyPass({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return
  const end = (): void => void raw.destroy()
  const limit = setTimeout(end, LINGER.ms)
  let passed = 0
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    passed += chunk.length
    if (passed > LINGER.bytes) end()
  })
  raw.once('close', () => clearTimeout(limit))
  raw.resume()
}
