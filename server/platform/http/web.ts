import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

const NONCE_PLACE = '__NONCE__'

const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    // What is printed: a PDF in a hidden frame, from an address that the page itself made. Nothing else is ever framed.
    'frame-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** Routes of the web; anything else is answered by the same page, as 404. */
const ROUTES = [/^\/$/, /^\/login(\/(step|agree))?$/, /^\/about$/, /^\/admin\/[a-z]+$/]

/** The policy that a page states for itself. */
const OWN_POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/

/**
 * The page that checks exports: a document of its own, whose policy lets it speak to nobody. It is the same file whether it is opened here or
 * downloaded first.
 */
async function mountVerifyPage(app: FastifyInstance, folder: string): Promise<void> {
  const page = await fs.readFile(path.join(folder, 'verify.html'), 'utf8')
  const policy = OWN_POLICY.exec(page)?.[1]
  if (policy === undefined) throw new Error('verify.html states no policy')
  const send = (reply: FastifyReply): FastifyReply =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', `${policy}; frame-ancestors 'none'`).send(page)
  app.get('/verify', (_request, reply) => send(reply))
  app.get('/verify.html', (_request, reply) => send(reply.header('content-disposition', 'attachment; filename="verify.html"')))
}

/**
 * Serves the built web: hashed assets for good, and one HTML page with a fresh nonce for every route.
 * @param folder the output of the web build, with `index.html`, `verify.html` and `assets/`.
 */
export async function mountWeb(app: FastifyInstance, folder: string): Promise<void> {
  const page = await fs.readFile(path.join(folder, 'index.html'), 'utf8')
  await app.register(fastifyStatic, {
    root: path.join(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    decorateReply: false,
    setHeaders: (response) => {
      response.header('cache-control', 'public, max-age=31536000, immutable')
    },
  })
  const sendPage = (reply: FastifyReply, status: number): FastifyReply => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy(nonce))
      .send(page.replaceAll(NONCE_PLACE, nonce))
  }
  await mountVerifyPage(app, folder)
  app.get('/', (_request, reply) => sendPage(reply, 200))
  app.get('/*', (request, reply) => {
    const pathname = request.url.split('?')[0] ?? '/'
    if (pathname.startsWith('/api/') || pathname.startsWith('/assets/')) return reply.callNotFound()
    return sendPage(reply, ROUTES.some((route) => route.test(pathname)) ? 200 : 404)
  })
}
