import fs from 'node:fs/promises'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { isErrno } from '../encryption/durable-files.ts'

/** `text` contains PINs and codes. */
export interface OutboxMail {
  /** It is ISO 8601, or empty. */
  readonly date: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

interface ReadOutboxInput {
  readonly last: number
  readonly to?: string | undefined
}

/** The folder may be missing. */
export async function readOutbox(
  folder: string,
  { last, to }: ReadOutboxInput,
): Promise<OutboxMail[]> {
  const names = ((await unlessGone(fs.readdir(folder))) ?? [])
    .filter((name) => name.endsWith('.eml'))
    .sort()
  const mails: OutboxMail[] = []
  for (let name = names.pop(); name !== undefined && mails.length < last; name = names.pop()) {
    const file = await unlessGone(fs.readFile(path.join(folder, name)))
    if (file === undefined) continue
    const mail = await parse(file)
    if (to === undefined || mail.to.toLowerCase() === to.toLowerCase()) mails.push(mail)
  }
  return mails
}

async function parse(file: Buffer): Promise<OutboxMail> {
  const { date, to, subject, text } = await PostalMime.parse(file)
  const addresses = to?.map(({ address }) => address ?? '').join(', ')
  return { date: date ?? '', to: addresses ?? '', subject: subject ?? '', text: text ?? '' }
}

async function unlessGone<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}
