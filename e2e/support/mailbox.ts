import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { until } from '../../server/test/harness/server-process.ts'

const PIN = /\b\d{3}-\d{2}-\d{11}\b/
const CODE = /\b[0-9A-Z]{2}-[0-9A-Z]{5}-[0-9A-Z]{2}\b/
const SIGN_LINK = /\S+\/sign#\S+/
const STEP_CODE = /\b\d{4} \d{4}\b/

/** The mailbox returns each new mail once. */
export interface Mailbox {
  mailTo(email: string, subject?: string): Promise<Email>
  pinFor(email: string): Promise<string>
  codeFor(email: string): Promise<string>
  stepCodeFor(email: string): Promise<string>
  signLinkFor(email: string): Promise<string>
}

const mailsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()

export async function openMailbox(folder: string): Promise<Mailbox> {
  // Earlier mails may have the same addresses.
  const taken = new Set(await mailsIn(folder))

  async function take(
    email: string,
    pattern: RegExp,
    subject: string,
  ): Promise<{ mail: Email; found: string } | undefined> {
    for (const name of await mailsIn(folder)) {
      if (taken.has(name)) continue
      const mail = await PostalMime.parse(await readFile(path.join(folder, name)))
      const isMeant =
        mail.to?.some(({ address }) => address === email) && mail.subject?.includes(subject)
      const found = isMeant ? pattern.exec(mail.text ?? '')?.[0] : undefined
      if (found === undefined) continue
      taken.add(name)
      return { mail, found }
    }
    return undefined
  }
  async function next(
    email: string,
    pattern: RegExp,
    subject = '',
  ): Promise<{ mail: Email; found: string }> {
    let result: { mail: Email; found: string } | undefined
    await until(async () => {
      result = await take(email, pattern, subject)
      return result !== undefined
    }, `a mail to ${email}`)
    if (!result) throw new Error(`no mail to ${email}`)
    return result
  }
  return {
    mailTo: async (email, subject) => (await next(email, /^/, subject)).mail,
    pinFor: async (email) => (await next(email, PIN)).found,
    codeFor: async (email) => (await next(email, CODE)).found,
    stepCodeFor: async (email) => (await next(email, STEP_CODE)).found,
    signLinkFor: async (email) => (await next(email, SIGN_LINK)).found,
  }
}
