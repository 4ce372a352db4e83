import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

const NONCE_PLACE = '__NONCE__'

interface Needs {
  /** Beyond its own scripts: what they may compile, and under which name of a Trusted Types policy they may start a worker. */
  readonly scripts?: string
  readonly workers?: string
  readonly trustedTypes?: string
  /** What may be shown in a frame. */
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

/** Of the pages that read PDFs in the browser: pdf.js in a worker of ours, with decoders of images as WebAssembly. */
const PDF_NEEDS: Needs = { scripts: "'wasm-unsafe-eval'", workers: "'self'", trustedTypes: 'pdf-worker' }

/** The worker has the policy of its own answer: it compiles its decoders and asks for what lies beside it. */
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'"
const isPdfWorker = (file: string): boolean => path.basename(file) === 'pdf.worker.min.mjs'

/** The documents of the web, each with its own policy, since a page's policy cannot change while one stays on it. The first one is every other address. */
const PAGES = [
  // What is printed: a PDF in a hidden frame, from an address that the page itself made. Nothing else is ever framed.
  { file: 'index.html', needs: { frames: 'blob:' }, at: undefined },
  { file: 'compose.html', needs: PDF_NEEDS, at: /^\/compose(\/(document|edit)\/[1-9]\d{0,15})?$/ },
  { file: 'sign.html', needs: PDF_NEEDS, at: /^\/sign$/ },
] as const

/** Routes of the web; anything else is answered by the same page, as 404. */
const ROUTES = [/^\/$/, /^\/login(\/(step|agree))?$/, /^\/(about|ended)$/, /^\/admin\/[a-z]+$/]

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
 * Serves the built web: hashed assets for good, and its HTML pages with a fresh nonce for every answer.
 * @param folder the output of the web build, with its pages, `verify.html` and `assets/`.
 */
export async function mountWeb(app: FastifyInstance, folder: string): Promise<void> {
  const [main, ...others] = await Promise.all(
    PAGES.map(async ({ file, needs, at }) => ({ html: await fs.readFile(path.join(folder, file), 'utf8'), needs, at })),
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
  app.get('/*', (request, reply) => {
    const pathname = request.url.split('?')[0] ?? '/'
    if (pathname.startsWith('/api/') || pathname.startsWith('/assets/')) return reply.callNotFound()
    const own = others.find(({ at }) => at?.test(pathname))
    if (own) return sendPage(reply, 200, own)
    return sendPage(reply, ROUTES.some((route) => route.test(pathname)) ? 200 : 404, main)
  })
}
