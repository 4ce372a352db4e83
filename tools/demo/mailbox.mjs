import { setTimeout as wait } from 'node:timers/promises'

const SECRET = {
  pin: /\b\d{3}-\d{2}-\d{11}\b/,
  code: /\b[0-9A-Z]{2}-[0-9A-Z]{5}-[0-9A-Z]{2}\b/,
  link: /(?<=\/sign#)[\w-]{32}(?![\w-])/,
}
const WITHIN_MS = 30_000
const LOOK_AGAIN_MS = 100
const RECENT = 200

/** `find` awaits a mail with a PIN, code or link and a given word. */
export function mailboxOf(readOutbox, folder, roomNo) {
  return {
    async find(secret, to, word = '') {
      const patience = AbortSignal.timeout(WITHIN_MS)
      const isMeant = ({ text }) => text.includes(roomNo) && text.includes(word)
      while (!patience.aborted) {
        const mails = (await readOutbox(folder, { last: RECENT, to })).filter(isMeant)
        const found = mails
          .map(({ text }) => SECRET[secret].exec(text)?.[0])
          .find((text) => text !== undefined)
        if (found !== undefined) return found
        await wait(LOOK_AGAIN_MS)
      }
      throw new Error(
        `초대 메일이 ${folder}에 오지 않았습니다 · No invitation arrived in ${folder}. Is SMTP_URL set on the running server, or does ROLES lack worker?`,
      )
    },
  }
}
