import { setTimeout as wait } from 'node:timers/promises'
import { LOCK_CLASS } from '../../platform/jobs/worker-locks.ts'
import { makePdf } from '../fixtures/make-pdf.ts'
import { until } from '../harness/server-process.ts'
import { WireClient } from '../harness/wire-client.ts'
import type { ProxyVerdict } from '../servers/database-proxy.ts'
import { sentFile, unlessBroken } from './ledger.ts'
import { type FaultPlace, openPlace } from './place.ts'

const THAW_MS = 2_000

const at = (url: string, client: WireClient): WireClient =>
  Object.assign(new WireClient(url), { session: client.session, device: client.device })

function gate(): { readonly passed: Promise<void>; open(): void } {
  let open = (): void => undefined
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open: () => open() }
}

const endSessions = (place: FaultPlace, which: string): Promise<unknown> =>
  place.pool.query(
    `select pg_terminate_backend(pid) from (select distinct pid from ${which}) as silent`,
  )

/** Another worker then sends the mail. @returns violations */
export async function freezeWorker(build?: string): Promise<readonly string[]> {
  const place = await openPlace({ build })
  try {
    const web = await place.start({ ROLES: 'web' })
    const operator = await place.enter(web.url)
    const frozen = await place.worker({ DATABASE_URL: place.proxy.url, LOG_LEVEL: 'silent' })
    const thawed = gate()
    let held = 0
    place.proxy.judge(async ({ text }): Promise<ProxyVerdict> => {
      if (!/^update "mails" set "attempts"/.test(text)) return 'pass'
      held += 1
      frozen.signal('SIGSTOP')
      await thawed.passed
      return 'pass'
    })
    const email = 'frozen@example.com'
    place.ledger.mailed.add(email)
    await operator.invite([{ name: '이참여', email }])
    await until(() => held > 0, 'the worker to begin')
    await endSessions(place, `pg_locks where locktype = 'advisory' and classid = ${LOCK_CLASS}`)
    await place.worker()
    await until(
      async () => (await place.smtp.newestTo(email)) !== undefined,
      'the other worker to send the mail',
    )
    place.proxy.judge()
    frozen.signal('SIGCONT')
    thawed.open()
    await wait(THAW_MS)
    return await place.violations(operator)
  } finally {
    await place.close()
  }
}

export interface Thawed {
  readonly answers: readonly number[]
  readonly upload: number | undefined
  readonly violations: readonly string[]
}

export async function freezeServer(): Promise<Thawed> {
  const place = await openPlace()
  try {
    const frozen = await place.start({
      ROLES: 'web',
      DATABASE_URL: place.proxy.url,
      LOG_LEVEL: 'silent',
    })
    const other = await place.worker({ ROLES: 'web,worker' })
    const operator = await place.enter(other.url)
    const { client, memberId } = await place.participant(operator, 'reader@example.com')
    const first = makePdf(1)
    place.ledger.note([sentFile('먼저.pdf', first)], await operator.upload([['먼저.pdf', first]]))
    const [item] = await operator.items()
    const reader = at(frozen.url, client)
    const lease = await reader.openDocument(item?.id ?? 0)

    const thawed = gate()
    let held = 0
    place.proxy.judge(async ({ text, before }): Promise<ProxyVerdict> => {
      if (!/^commit/i.test(text) || !before.some((earlier) => /insert into "items"/.test(earlier)))
        return 'pass'
      held += 1
      frozen.signal('SIGSTOP')
      await thawed.passed
      return 'pass'
    })
    const late = makePdf(2)
    const uploading = unlessBroken(at(frozen.url, operator).upload([['spät.pdf', late]]))
    await until(() => held > 0, 'the commit')
    await endSessions(
      place,
      `pg_stat_activity where state = 'idle in transaction' and datname = current_database()`,
    )
    const next = makePdf(3)
    place.ledger.note([sentFile('weiter.pdf', next)], await operator.upload([['weiter.pdf', next]]))
    const withdrawn = await operator.setRight(memberId, 'access', false)
    if (withdrawn.json.status !== 'OK')
      throw new Error(`the right was not withdrawn: ${withdrawn.text}`)
    const asked = [
      `${lease.path}/pages/1?width=480`,
      `/room/api/file/${item?.filename}`,
      `/room/api/file/prepareFile/${item?.id}`,
    ].map(async (path) => (await reader.fetch('GET', path)).status)
    place.ledger.kept.push({
      what: 'the withdrawn right is back',
      isSo: async () => (await reader.list()).http === 401,
    })

    place.proxy.judge()
    frozen.signal('SIGCONT')
    thawed.open()
    const upload = await uploading
    place.ledger.note([sentFile('spät.pdf', late)], upload)
    return {
      answers: await Promise.all(asked),
      upload: upload?.http,
      violations: await place.violations(operator),
    }
  } finally {
    await place.close()
  }
}
