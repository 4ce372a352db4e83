import fs from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import PostalMime from 'postal-mime'

const SHOWN = 50

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * The mails of the outbox folder on a page, newest first: for development on one's own machine only. It shows PINs to whoever can open it.
 * @param folder where the folder transport writes.
 */
export function mountDevMailbox(app: FastifyInstance, folder: string): void {
  app.get('/dev/mailbox', async (_request, reply) => {
    const names = await fs.readdir(folder).catch(() => [])
    const newest = names
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .reverse()
      .slice(0, SHOWN)
    const mails = await Promise.all(newest.map(async (name) => PostalMime.parse(await fs.readFile(path.join(folder, name)))))
    const shown = mails.map(
      (mail) =>
        `<article><h2>${escapeHtml(mail.subject ?? '')}</h2><p>${escapeHtml(mail.to?.map((to) => to.address ?? '').join(', ') ?? '')} · ${escapeHtml(mail.date ?? '')}</p><pre>${escapeHtml(mail.text ?? '')}</pre></article>`,
    )
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .send(
        `<!doctype html><html lang="ko"><title>메일함 · Mailbox</title><h1>메일함 · Mailbox</h1>${shown.join('') || '<p>메일이 없습니다 · No mails</p>'}`,
      )
  })
}
