import { setTimeout as wait } from 'node:timers/promises'
import { makePdf } from '../fixtures/make-pdf.ts'
import type { Statement } from '../servers/database-proxy.ts'
import { sentFile, unlessBroken } from './ledger.ts'
import { openPlace } from './place.ts'

const SLOW_COMMIT_MS = 1_500

export const isLoggedCommit = ({ text, before }: Statement): boolean =>
  /^commit/i.test(text) && before.some((earlier) => /insert into "?activity_entries/i.test(earlier))

/** The commit never arrives. @returns violations */
export async function loseCommit(build?: string): Promise<readonly string[]> {
  const place = await openPlace({ build })
  try {
    const settings = { DATABASE_URL: place.proxy.url, LOG_LEVEL: 'silent' }
    const server = await place.start(settings)
    const operator = await place.enter(server.url)
    // The sweep needs a known blob.
    const first = makePdf(2)
    place.ledger.note([sentFile('first.pdf', first)], await operator.upload([['first.pdf', first]]))
    place.proxy.judge(async (statement) => {
      if (!isLoggedCommit(statement)) return 'pass'
      await wait(SLOW_COMMIT_MS)
      server.signal('SIGKILL')
      return 'cut'
    })
    const pdf = makePdf(1)
    place.ledger.note(
      [sentFile('a.pdf', pdf)],
      await unlessBroken(operator.upload([['a.pdf', pdf]])),
    )
    await server.ended()
    place.proxy.judge()
    await place.start(settings)
    return await place.violations(operator)
  } finally {
    await place.close()
  }
}
