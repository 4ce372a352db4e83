import { expect } from 'vitest'
import type { MailPace } from '../../../contract/features/session/preferences.ts'
import { advanceTo } from '../harness/clocks.ts'
import type { TestApp } from '../harness/test-app.ts'
import type { ItemRecord, WireAnswer, WireClient } from '../harness/wire-client.ts'
import { leave, type NewsScene, newsScene } from './news.ts'

const PATH = '/room/api/session/preferences'

export const choosePace = (client: WireClient, pace: unknown): Promise<WireAnswer> =>
  client.call('PUT', PATH, { body: { pace } })

export const paceOf = async (client: WireClient): Promise<MailPace> =>
  ((await client.call('GET', PATH)).json.payload as { pace: MailPace }).pace

const JOBS = [
  'documents.notify',
  'documents.notify-of-publication',
  'documents.mail-news',
  'mail.send',
]

/** The clock of the test may be far ahead. */
export async function mailsAreOut(app: TestApp): Promise<void> {
  await app.database.pool.query(
    `select graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where task_identifier = any($1) and run_at > now() and locked_at is null and attempts = 0),
      run_at => now())`,
    [JOBS],
  )
  const waiting = async () =>
    (
      await app.database.pool.query(
        'select 1 from graphile_worker.jobs where task_identifier = any($1)',
        [JOBS],
      )
    ).rowCount
  await expect.poll(waiting, { timeout: 20_000 }).toBe(0)
}

export async function planMails(app: TestApp, nodes = [app.program.jobs.handlers]): Promise<void> {
  const context = { signal: new AbortController().signal, attempt: 1, lastAttempt: false }
  await Promise.all(
    nodes.map((handlers) =>
      handlers.find(({ name }) => name === 'documents.plan-news-mails')?.run({}, context),
    ),
  )
  await mailsAreOut(app)
}

export const newsMailsTo = async (app: TestApp, email: string): Promise<string[]> =>
  (await app.mailsTo(email))
    .filter(({ subject }) => subject?.includes('새 문서'))
    .map(({ text = '' }) => text)

const listIn = (mail: string): string => /\/new\?list=([\da-f-]{36})/.exec(mail)?.[1] ?? ''

export const mailedList = (
  client: WireClient,
  list: string,
  more: object = {},
): Promise<WireAnswer> =>
  client.call('POST', '/room/api/file/mailed', {
    body: { roomId: client.me.roomId, list, ...more },
  })

/** Returns the names that the link of the mail lists. */
export async function namesBehind(client: WireClient, mail: string): Promise<string[]> {
  const { json } = await mailedList(client, listIn(mail))
  return (json.payload as ItemRecord[]).map(({ name }) => name)
}

/** Furnishes a room whose reader gets daily mails and has left. */
export async function awayDaily(app: TestApp): Promise<NewsScene> {
  const set = await newsScene(app)
  await choosePace(set.client, 'daily')
  await leave(set.client)
  return set
}

export async function nextMorning(app: TestApp): Promise<void> {
  advanceTo(app, 8)
  await planMails(app)
}
