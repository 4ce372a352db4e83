import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

const NONCE_PLACE = '__NONCE__'

interface Needs {
  /** These sources permit compilation; the Trusted Types policy permits workers. */
  readonly scripts?: string
  readonly workers?: string
  readonly trustedTypes?: string
  readonly frames?: string
}

const policy = (nonce: string, { scripts, workers, trustedTypes, frames }: Needs): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${scripts === undefined ? '' : ` ${scripts}`}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    ...(workers === undefined ? [] : [`worker-src ${workers}`]),
    ...(frames === undefined ? [] : [`frame-src ${frames}`]),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes ?? "'none'"}`,
  ].join('; ')

/** pdf.js needs a worker and WebAssembly decoders. */
const PDF_NEEDS: Needs = {
  scripts: "'wasm-unsafe-eval'",
  workers: "'self'",
  trustedTypes: 'pdf-worker',
}

const WORKER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'"
const isPdfWorker = (file: string): boolean => path.basename(file) === 'pdf.worker.min.mjs'

/** An open page's policy cannot change, so other needs require other pages. The first serves all other addresses. */
const PAGES = [
  // Printing uses a hidden PDF frame.
  { file: 'index.html', needs: { frames: 'blob:' }, at: undefined },
  { file: 'compose.html', needs: PDF_NEEDS, at: /^\/compose(\/(document|edit)\/[1-9]\d{0,15})?$/ },
  { file: 'sign.html', needs: PDF_NEEDS, at: /^\/sign$/ },
  { file: 'console.html', needs: {}, at: /^\/console$/ },
] as const

const ROUTES = [
  /^\/$/,
  /^\/login(\/(step|agree))?$/,
  /^\/(about|ended|new|questions|rooms|sign-on)$/,
  /^\/admin\/[a-z]+$/,
]

const OWN_POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/

/** Its own policy allows no connection; the downloaded file is identical. */
async function mountVerifyPage(app: FastifyInstance, folder: string): Promise<void> {
  const page = await fs.readFile(path.join(folder, 'verify.html'), 'utf8')
  const policy = OWN_POLICY.exec(page)?.[1]
  if (policy === undefined) throw new Error('verify.html states no policy')
  const send = (reply: FastifyReply): FastifyReply =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', `${policy}; frame-ancestors 'none'`)
      .send(page)
  app.get('/verify', (_request, reply) => send(reply))
  app.get('/verify.html', (_request, reply) =>
    send(reply.header('content-disposition', 'attachment; filename="verify.html"')),
  )
}

/** HTML has a nonce per response. */
export async function mountWeb(app: FastifyInstance, folder: string): Promise<void> {
  const [main, ...others] = await Promise.all(
    PAGES.map(async ({ file, needs, at }) => ({
      html: await fs.readFile(path.join(folder, file), 'utf8'),
      needs,
      at,
    })),
  )
  if (!main) throw new Error('the web has no pages')
  await app.register(fastifyStatic, {
    root: path.join(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    decorateReply: false,
    setHeaders: (response, file) => {
      response.header('cache-control', 'public, max-age=31536000, immutable')
      if (isPdfWorker(file)) response.header('content-security-policy', WORKER_POLICY)
    },
  })
  const sendPage = (
    reply: FastifyReply,
    status: number,
    { html, needs }: { readonly html: string; readonly needs: Needs },
  ): FastifyReply => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy(nonce, needs))
      .send(html.replaceAll(NONCE_PLACE, nonce))
  }
  await mountVerifyPage(app, folder)
  app.get('/', (_request, reply) => sendPage(reply, 200, main))
  app.get('/admin', ({ url }, reply) =>
    reply.redirect(`/admin/dashboard${/\?.*$/.exec(url)?.[0] ?? ''}`),
  )
  app.get('/*', (request, reply) => {
    const pathname = request.url.split('?')[0] ?? '/'
    if (pathname.startsWith('/api/') || pathname.startsWith('/assets/')) return reply.callNotFound()
    const own = others.find(({ at }) => at?.test(pathname))
    if (own) return sendPage(reply, 200, own)
    return sendPage(reply, ROUTES.some((route) => route.test(pathname)) ? 200 : 404, main)
  })
}
