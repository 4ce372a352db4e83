import type { Socket } from 'node:net'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { LIMITS } from '../../../contract/core/limits.ts'
import { BYTES_BODY } from '../../../contract/core/operation.ts'
import type { Log } from '../log/log.ts'
import { drainOnClose } from './drain.ts'
import { refusalOfFramework, sendRefusal } from './envelope.ts'
import { isStreamed } from './multipart.ts'
import { checkJson } from './parse-json.ts'
import { Refusal } from './refusal.ts'

const API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"

/** Sent with every answer, whatever it is; helmet adds what only a browser that got a real answer needs. */
const HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': API_POLICY,
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** For requests that are no HTTP at all: they never reach a route, but carry the header set too. */
const MALFORMED = [
  'HTTP/1.1 400 Bad Request',
  ...Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`),
  'connection: close',
  'content-length: 0',
  '\r\n',
].join('\r\n')
const MALFORMED_LINGER_MS = 2_000
/** A body of JSON has so much time to come in, and none has more than that. */
const SMALL_BODY_MS = 30_000
const LARGE_BODY_MS = 600_000
const LINGER = { ms: 5_000, bytes: 16_000_000 }

interface AppOptions {
  readonly log: Log
  /** Addresses whose X-Forwarded-For is believed. */
  readonly trustProxy: readonly string[]
  /** The address people use; its origin is the only one, beside the Host header's, that may call. */
  readonly publicUrl: string
  /** True where PUBLIC_URL is set: requests that name another host are refused, but for those to a loopback address. */
  readonly onlyPublicHost?: boolean
  /** How long requests may go on once the server closes, in milliseconds. */
  readonly drainWithinMs: number
}

/** The HTTP server without any route: limits, headers, origin check, error answers, request log. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    bodyLimit: LIMITS.jsonBodyBytes,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    requestTimeout: 0,
    // A peer that fell silent in the middle of a body holds its connection no longer. Streams of events have a heartbeat.
    connectionTimeout: 120_000,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 300 },
    // Node would answer a missing Host by itself, without our headers; checkHost does instead.
    http: { requireHostHeader: false },
    clientErrorHandler: (_error, socket) => endMalformed(socket),
    frameworkErrors: (_error, _request, reply) => void sendRefusal(reply.headers(HEADERS), new Refusal('BAD_REQUEST')),
  })
  drainOnClose(app, options.drainWithinMs)
  // Node would answer an unknown expectation with a bare 417; RFC 9110, 10.1.1 lets us ignore it.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: options.publicUrl.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginResourcePolicy: false,
    frameguard: false,
    noSniff: false,
    referrerPolicy: false,
  })
  await app.register(multipart, { throwFileSizeLimit: false, isPartAFile: isStreamed })
  acceptJsonOnly(app)
  passBytes(app)

  if (options.trustProxy.length === 0) warnOfProxy(app, options.log)
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
    const refusal = error instanceof Refusal ? error : refusalOfFramework(error, request.routeOptions.bodyLimit)
    const isGivenUp = reply.raw.destroyed && isOfLeaving(error)
    if (!refusal && !isGivenUp) options.log.error({ err: error, route: request.routeOptions.url }, 'request failed')
    return sendRefusal(reply, refusal ?? new Refusal('INTERNAL'))
  })
  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, new Refusal('NOT_FOUND')))
  return app
}

/** Whoever cancels an upload, or leaves while an answer is prepared, makes no error: what was under way ends, or its stream is closed early. */
const isOfLeaving = ({ name, code }: Error & { code?: string }): boolean => name === 'AbortError' || code === 'ERR_STREAM_PREMATURE_CLOSE'

/** Once: behind a proxy that is not trusted everybody has its address, and the throttles count them as one. */
function warnOfProxy(app: FastifyInstance, log: Log): void {
  let warned = false
  app.addHook('onRequest', async ({ headers }) => {
    if (warned || headers['x-forwarded-for'] === undefined) return
    warned = true
    log.warn('a request came with X-Forwarded-For, which is ignored: if a proxy stands before this server, set TRUST_PROXY to its address')
  })
}

/**
 * An empty body counts as none, though the client names a type; text/plain is no way to send JSON past a CORS check. The bytes are checked
 * before anything is parsed, since a body that nests deeply would hold up everybody.
 */
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

/** Once an answer has begun on a connection, further bytes would be taken for a part of it. */
function endMalformed(socket: Socket): void {
  if (!socket.writable || socket.bytesWritten > 0) {
    socket.destroy()
    return
  }
  socket.end(MALFORMED)
  socket.setTimeout(MALFORMED_LINGER_MS, () => socket.destroy())
}

/** A body of bytes is left to its handler, which reads it as it comes. */
function passBytes(app: FastifyInstance): void {
  app.addContentTypeParser(BYTES_BODY, (_request, payload, done) => done(null, payload))
}

/** A small body that trickles in for ever would hold its connection for ever. Uploads take their time, and are cut when they fall silent. */
function limitBodyTime({ headers, raw }: FastifyRequest): void {
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  if (!hasBody || [BYTES_BODY, 'multipart/'].some((type) => headers['content-type']?.startsWith(type))) return
  // Calls that take more of it have as much more time; a body that is larger than they take is refused at once.
  const share = Math.max(1, Number(headers['content-length'] ?? 0) / LIMITS.jsonBodyBytes)
  const limit = setTimeout(() => raw.complete || raw.socket.destroy(), Math.min(share * SMALL_BODY_MS, LARGE_BODY_MS))
  raw.once('close', () => clearTimeout(limit))
}

const LOOPBACK: readonly string[] = ['127.0.0.1', '[::1]', 'localhost']
/** Probes know a server by its address in their network, and these answers tell nothing. */
const PROBES: readonly (string | undefined)[] = ['/health/live', '/health/ready']

/** The name in a Host header, without its port; undefined for what is none. */
function hostnameOf(host: string): string | undefined {
  const url = `http://${host}`
  return /^[^@/?#\\]+$/.test(host) && URL.canParse(url) ? new URL(url).hostname : undefined
}

/**
 * Letters, digits and `-._~` that are percent-encoded in the path (RFC 3986, 2.3). No client writes them so, and rules of a proxy that goes
 * by paths would be passed by.
 */
const NEEDLESSLY_ENCODED = /^[^?#]*%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/i

function checkPath({ url }: FastifyRequest): void {
  if (NEEDLESSLY_ENCODED.test(url)) throw new Refusal('BAD_REQUEST')
}

/**
 * A page elsewhere can have its own name lead to this server (DNS rebinding), and then comes with that name as Host and Origin. Ports are not
 * compared: proxies pass names without them.
 */
function checkHost({ headers, raw }: FastifyRequest, { publicUrl, onlyPublicHost = false }: AppOptions): void {
  const named = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  if (named > 1 || (named === 0 && raw.httpVersion !== '1.0')) throw new Refusal('BAD_REQUEST')
  if (!onlyPublicHost || headers.host === undefined || PROBES.includes(raw.url)) return
  const name = hostnameOf(headers.host)
  if (name === undefined || (name !== new URL(publicUrl).hostname && !LOOPBACK.includes(name))) throw new Refusal('ORIGIN')
}

/** Whatever the path, since one path can be spelled in many ways. The host has been checked before. */
function checkOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, host } = request.headers
  if (origin === undefined) return
  if (origin === new URL(publicUrl).origin) return
  const parsed = URL.canParse(origin) ? new URL(origin) : undefined
  const isWeb = parsed !== undefined && ['http:', 'https:'].includes(parsed.protocol)
  if (isWeb && host !== undefined && parsed.host === host) return
  throw new Refusal('ORIGIN')
}

/**
 * A body that nobody reads may still be pouring in when the answer is out. It is thrown away for a while, so that the peer comes to read
 * the answer: a connection that is cut while it sends tells it nothing. Then the connection ends.
 */
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
