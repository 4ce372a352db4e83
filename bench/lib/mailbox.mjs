import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime from 'postal-mime'

const PIN = /\b\d{3}-\d{2}-\d{11}\b/

export async function mailTo(folder, email, pattern) {
  const outbox = join(folder, 'data', 'outbox')
  for (let tries = 0; tries < 400; tries += 1) {
    for (const name of await readdir(outbox).catch(() => [])) {
      if (!name.endsWith('.eml')) continue
      const { to, text = '' } = await PostalMime.parse(await readFile(join(outbox, name)))
      if (to?.some(({ address }) => address === email) && pattern.test(text)) return text
    }
    await wait(50)
  }
  throw new Error(`nothing with ${pattern} was mailed to ${email}`)
}

export const pinMailedTo = async (folder, email) => PIN.exec(await mailTo(folder, email, PIN))[0]
