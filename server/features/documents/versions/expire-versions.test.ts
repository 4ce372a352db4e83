import { afterAll, beforeAll, expect, it } from 'vitest'
import { formatDay } from '../../../../contract/core/room-time.ts'
import { sentenceOf } from '../../../../contract/features/activity/activity-sentences.ts'
import type { ActivityDetails } from '../../../../contract/features/activity.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { holdings } from '../../../test/harness/holdings.ts'
import { runJob } from '../../../test/harness/run-job.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import { freshKeyring } from '../../../test/scenarios/full-room.ts'
import { loggedDetails } from '../../../test/scenarios/logged-details.ts'
import { findStrayBlobs } from '../../../test/tree/tree-invariants.ts'

const DAYS = 10
const DAY_MS = 86_400_000
const [ONE, TWO, THREE] = [makePdf(1), makePdf(2), makePdf(3)]

let app: TestApp
let forever: TestApp
beforeAll(async () => {
  app = await startTestApp({ office: false, versionDays: DAYS })
  forever = await startTestApp({ office: false })
})
afterAll(() => Promise.all([app.close(), forever.close()]))

const numbers = async (operator: WireClient, id: number): Promise<number[]> =>
  ((await operator.versions(id)).json.payload as { number: number }[]).map(({ number }) => number)

const replace = (operator: WireClient, pdf: Uint8Array<ArrayBuffer>) =>
  operator.upload([['문서.pdf', pdf]], 0, 'replace')

type Destroyed = ActivityDetails<'document.version-destroyed'>

const destroyedIn = async (roomId: number): Promise<Destroyed[]> =>
  (await loggedDetails(
    app.database,
    await freshKeyring(app),
    roomId,
    'document.version-destroyed',
  )) as Destroyed[]

async function filled(at: TestApp): Promise<{ room: TestRoom; id: number }> {
  const room = await at.room()
  await room.operator.switches(false)
  await room.operator.upload([['문서.pdf', ONE]])
  const [{ id } = { id: 0 }] = await room.operator.items()
  return { room, id }
}

it('is the end of a version so many days after it was replaced, not after it was made: key, bytes and storage; the newest stays', async () => {
  const { room, id } = await filled(app)
  const { operator, roomId } = room
  app.clock.advance(20 * DAY_MS)
  await operator.join(room.pin)
  await operator.agree()
  await operator.elevate(room.code)
  await replace(operator, TWO)
  app.clock.advance(60_000)
  await replace(operator, THREE)
  const opened = await operator.call('GET', `/room/api/file/prepareFile/${id}`, {
    query: { version: 1 },
  })
  expect(opened.json.status).toBe('OK')
  await runJob(app, 'documents.expire-versions')
  expect(await numbers(operator, id)).toEqual([3, 2, 1])

  app.clock.advance(DAYS * DAY_MS - 30_000)
  await operator.join(room.pin)
  await operator.agree()
  await operator.elevate(room.code)
  await runJob(app, 'documents.expire-versions')
  expect(await numbers(operator, id)).toEqual([3, 2])
  expect(
    (await operator.call('GET', `/room/api/file/prepareFile/${id}`, { query: { version: 1 } }))
      .http,
  ).toBe(404)
  expect(await holdings(app, roomId)).toMatchObject({
    items: 1,
    versions: 2,
    segments: 2,
    used: TWO.length + THREE.length,
  })
  expect(await findStrayBlobs(app)).toEqual({ orphans: [], missing: [] })

  app.clock.advance(60_000)
  await runJob(app, 'documents.expire-versions')
  await runJob(app, 'documents.expire-versions')
  expect(await numbers(operator, id)).toEqual([3])
  expect((await operator.openDocument(id)).pageCount).toBe(3)
  const details = await destroyedIn(roomId)
  const backupsUntil = formatDay(new Date(app.clock.now().getTime() + 30 * DAY_MS), 'Asia/Seoul')
  expect(details.map(({ number }) => number)).toEqual([1, 2])
  expect(details.at(-1)).toMatchObject({
    itemId: id,
    size: TWO.length,
    shared: false,
    backupsUntil,
  })
  expect(sentenceOf('document.version-destroyed', details.at(-1), 'ko')).toBe(
    `이전 버전 파기: 문서.pdf 2번째 (데이터베이스 백업 보관 기한: ${backupsUntil})`,
  )
})

it('leaves a content that was brought back, and says that it is still there', async () => {
  const { room, id } = await filled(app)
  await replace(room.operator, TWO)
  await room.operator.restoreVersion(id, 1)
  app.clock.advance((DAYS + 1) * DAY_MS)
  await runJob(app, 'documents.expire-versions')
  await room.operator.join(room.pin)
  await room.operator.agree()
  await room.operator.elevate(room.code)
  expect(await numbers(room.operator, id)).toEqual([3])
  expect((await room.operator.openDocument(id)).pageCount).toBe(1)
  const details = await destroyedIn(room.roomId)
  expect(details.map(({ number, shared }) => [number, shared])).toEqual([
    [1, true],
    [2, false],
  ])
})

it('never comes where no days are set', async () => {
  const { room, id } = await filled(forever)
  await replace(room.operator, TWO)
  forever.clock.advance(4_000 * DAY_MS)
  await runJob(forever, 'documents.expire-versions')
  const { rows } = await forever.database.pool.query(
    'select number from file_versions where item_id = $1 order by number',
    [id],
  )
  expect(rows.map(({ number }) => number)).toEqual([1, 2])
})
