import { messageMails, type Received } from './message-mails.ts'
import type { TestApp } from './test-app.ts'

const CODE = /\b\d{4} \d{4}\b/

/** The mails with codes of the second step to an address, oldest first, once everything that was queued is out. */
export async function stepMailsTo(app: TestApp, email: string): Promise<Received[]> {
  const all = await messageMails(app, '')
  return all.filter(({ to, text }) => to.includes(email) && CODE.test(text))
}

/** The code in the newest of them. */
export async function stepCodeTo(app: TestApp, email: string): Promise<string> {
  const code = CODE.exec((await stepMailsTo(app, email)).at(-1)?.text ?? '')?.[0]
  if (code === undefined) throw new Error(`no code was mailed to ${email}`)
  return code
}

/** A code that is another one. */
export const wrongCode = (code: string): string => `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`
