import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime from 'postal-mime'

const PIN = /\b\d{3}-\d{2}-\d{11}\b/

export async function mailTo(folder, email, pattern) {
  const outbox = join(folder, 'data', 'outbox')
  for (let tries = 0; tries < 400; tries += 1) {
    for (const name of await mailsIn(outbox)) {
      const { to, text = '' } = await PostalMime.parse(await readFile(join(outbox, name)))
      if (to?.some(({ address }) => address === email) && pattern.test(text)) return text
    }
    await wait(50)
  }
  throw new Error(`nothing with ${pattern} was mailed to ${email}`)
}

const mailsIn = async (outbox) =>
  (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'))

export const pinMailedTo = async (folder, email) => PIN.exec(await mailTo(folder, email, PIN))[0]

export async function pinsIn(outboxes, count) {
  const pins = new Map()
  const seen = new Set()
  for (let tries = 0; tries < 1_200 && pins.size < count; tries += 1) {
    for (const outbox of outboxes)
      for (const name of await mailsIn(outbox)) {
        const file = join(outbox, name)
        if (seen.has(file)) continue
        seen.add(file)
        const { to, text = '' } = await PostalMime.parse(await readFile(file))
        const pin = PIN.exec(text)?.[0]
        if (pin !== undefined) for (const { address } of to ?? []) pins.set(address, pin)
      }
    if (pins.size < count) await wait(50)
  }
  if (pins.size < count) throw new Error(`${pins.size} of ${count} PINs were mailed`)
  return pins
}
