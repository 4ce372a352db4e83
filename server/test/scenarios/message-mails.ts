import fs from 'node:fs/promises'
import path from 'node:path'
import PostalMime from 'postal-mime'
import type { TestApp } from '../harness/test-app.ts'

export interface ReceivedMessageMail {
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly source: string
  readonly files: readonly {
    readonly name: string
    readonly type: string
    readonly content: Buffer
  }[]
}

export async function messageMails(app: TestApp, subject: string): Promise<ReceivedMessageMail[]> {
  const waiting = async () =>
    (await app.database.pool.query(`select 1 from mails where status = 'queued'`)).rowCount ?? 0
  for (let tries = 0; (await waiting()) > 0; tries += 1) {
    if (tries === 200) throw new Error('mails are still waiting')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const folder = path.join(app.dataDir, 'outbox')
  const names = (await fs.readdir(folder).catch(() => []))
    .filter((name) => name.endsWith('.eml'))
    .sort()
  const mails = await Promise.all(
    names.map(async (name) => receivedOf(await fs.readFile(path.join(folder, name)))),
  )
  return mails.filter((mail) => mail.subject.includes(subject))
}

export async function receivedOf(source: Buffer): Promise<ReceivedMessageMail> {
  const {
    to = [],
    subject = '',
    text = '',
    html = '',
    attachments,
  } = await PostalMime.parse(source)
  return {
    to: to.map(({ address }) => address ?? ''),
    subject,
    text,
    html,
    source: source.toString('latin1'),
    files: attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? '',
      type: mimeType,
      content:
        typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content)),
    })),
  }
}
