import type { FastifyInstance } from 'fastify'
import { type OutboxMail, readOutbox } from './read-outbox.ts'

const SHOWN = 50

/** Names of this machine alone. Under another one a page of somebody else could read the mails, by a name that it points here. */
const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * The mails of the outbox folder on a page, newest first: for development on one's own machine only. It shows PINs to whoever can open it.
 * @param folder where the folder transport writes.
 */
export function mountDevMailbox(app: FastifyInstance, folder: string): void {
  app.get('/dev/mailbox', async (request, reply) => {
    if (!LOCAL_NAMES.has(request.hostname)) return reply.callNotFound()
    const articles = (await readOutbox(folder, { last: SHOWN })).map(articleOf).join('')
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .send(
        `<!doctype html><html lang="ko"><title>메일함 · Mailbox</title><h1>메일함 · Mailbox</h1>${articles || '<p>메일이 없습니다 · No mails</p>'}`,
      )
  })
}

const articleOf = ({ subject, to, date, text }: OutboxMail): string =>
  `<article><h2>${escapeHtml(subject)}</h2><p>${escapeHtml(`${to} · ${date}`)}</p><pre>${escapeHtml(text)}</pre></article>`
