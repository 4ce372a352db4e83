import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { BASE_PATH } from '../../../contract/registry.ts'
import type { Log } from '../log/log.ts'
import { refusalOfFramework, sendRefusal } from './envelope.ts'
import { Refusal } from './refusal.ts'

const JSON_BODY_BYTES = 1_000_000
const API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"

/** Sent with every answer, whatever it is. */
const PLAIN_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': API_POLICY,
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** For requests that are no HTTP at all: they never reach a route, but carry the header set too. */
const MALFORMED = [
  'HTTP/1.1 400 Bad Request',
  ...Object.entries(PLAIN_HEADERS).map(([name, value]) => `${name}: ${value}`),
  'x-content-type-options: nosniff',
  'referrer-policy: no-referrer',
  'connection: close',
  'content-length: 0',
  '\r\n',
].join('\r\n')

interface AppOptions {
  readonly log: Log
  /** Addresses whose X-Forwarded-For is believed. */
  readonly trustProxy: readonly string[]
  /** The address people use; its origin is the only one, beside the Host header's, that may call. */
  readonly publicUrl: string
}

/** The HTTP server without any route: limits, headers, origin check, error answers, request log. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    bodyLimit: JSON_BODY_BYTES,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    requestTimeout: 0,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 300 },
    clientErrorHandler(_error, socket) {
      if (socket.writable) socket.end(MALFORMED)
    },
  })
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: options.publicUrl.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  })
  await app.register(multipart, { throwFileSizeLimit: false })
  acceptJsonOnly(app)

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(PLAIN_HEADERS)
    if (request.url.startsWith(`${BASE_PATH}/`)) checkOrigin(request, options.publicUrl)
  })
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    options.log.info(line, 'request')
  })
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const refusal = error instanceof Refusal ? error : refusalOfFramework(error)
    if (!refusal) options.log.error({ err: error, route: request.routeOptions.url }, 'request failed')
    closeIfUnread(request, reply)
    return sendRefusal(reply, refusal ?? new Refusal('INTERNAL'))
  })
  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, new Refusal('NOT_FOUND')))
  return app
}

/** An empty body counts as none, though the client names a type; text/plain is no way to send JSON past a CORS check. */
function acceptJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parseJson(request, body as string, done)
  })
}

function checkOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, host } = request.headers
  if (origin === undefined) return
  if (origin === new URL(publicUrl).origin) return
  const parsed = URL.canParse(origin) ? new URL(origin) : undefined
  if (parsed && host !== undefined && parsed.host === host) return
  throw new Refusal('ORIGIN')
}

/** A refused upload may still be pouring in: the answer goes out, then the connection ends instead of being drained. */
function closeIfUnread(request: FastifyRequest, reply: FastifyReply): void {
  if (!request.raw.complete && request.isMultipart()) reply.header('connection', 'close')
}
