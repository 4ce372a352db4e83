import type { TestApp } from '../harness/test-app.ts'
import { messageMails, type Received } from './message-mails.ts'

const CODE = /\b\d{4} \d{4}\b/

/** The oldest comes first. Waits until the queue is empty. */
export async function stepMailsTo(app: TestApp, email: string): Promise<Received[]> {
  const all = await messageMails(app, '')
  return all.filter(({ to, text }) => to.includes(email) && CODE.test(text))
}

export async function stepCodeTo(app: TestApp, email: string): Promise<string> {
  const code = CODE.exec((await stepMailsTo(app, email)).at(-1)?.text ?? '')?.[0]
  if (code === undefined) throw new Error(`no code was mailed to ${email}`)
  return code
}

export const wrongCode = (code: string): string => `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`
