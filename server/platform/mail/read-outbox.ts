import fs from 'node:fs/promises'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { isErrno } from '../crypto/durable-files.ts'

/** A mail of the outbox folder, as a person reads it. PINs and codes stand in its text. */
export interface OutboxMail {
  /** ISO 8601; empty where the mail has none. */
  readonly date: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

interface Wanted {
  /** How many mails at most. */
  readonly last: number
  /** Only those to this address. */
  readonly to?: string | undefined
}

/**
 * The mails that the folder transport has written, newest first. Nothing is locked: a server may write and sweep meanwhile.
 * @param folder where the folder transport writes; none before the first mail.
 */
export async function readOutbox(folder: string, { last, to }: Wanted): Promise<OutboxMail[]> {
  const names = ((await unlessGone(fs.readdir(folder))) ?? []).filter((name) => name.endsWith('.eml')).sort()
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

/** Before the first mail there is no folder, and old mails may be swept while we read. */
async function unlessGone<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}
