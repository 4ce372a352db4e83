import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { escapeHtml } from '../html/escape-html.ts'
import { type OutboxMail, readOutbox } from './read-outbox.ts'

const SHOWN = 50

/** Other names would permit DNS rebinding. */
const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

/** These headers reveal a proxy. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

const isLocal = ({ hostname, headers, socket }: FastifyRequest): boolean =>
  LOCAL_NAMES.has(hostname) &&
  /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '') &&
  FORWARDED.every((header) => headers[header] === undefined)

const STYLE = [
  ':root{color-scheme:light dark;font:15px/1.6 Pretendard,-apple-system,"Apple SD Gothic Neo","Malgun Gothic","Noto Sans KR",sans-serif}',
  'body{max-width:720px;margin:32px auto;padding:0 16px}h1{font-size:20px}h2{font-size:16px;margin:0}p{margin:0 0 8px;opacity:.75}',
  'article{margin:16px 0;padding:16px;border:1px solid color-mix(in srgb,currentcolor 20%,transparent);border-radius:8px}',
  'pre{margin:0;font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}',
].join('')
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** Only the local machine may see PINs. */
export function mountDevMailbox(app: FastifyInstance, folder: string): void {
  app.get('/dev/mailbox', async (request, reply) => {
    if (!isLocal(request)) return reply.callNotFound()
    const articles = (await readOutbox(folder, { last: SHOWN })).map(articleOf).join('')
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`,
      )
      .header('cache-control', 'no-store')
      .send(
        `<!doctype html><html lang="ko"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>메일함 · Mailbox</title><style>${STYLE}</style><h1>메일함 · Mailbox</h1>${articles || '<p>메일이 없습니다 · No e-mails</p>'}`,
      )
  })
}

const articleOf = ({ subject, to, date, text }: OutboxMail): string =>
  `<article><h2>${escapeHtml(subject)}</h2><p>${escapeHtml(`${to} · ${date}`)}</p><pre>${escapeHtml(text)}</pre></article>`
