import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { historyExport } from '../../../../contract/proof/history-export.ts'
import { verifyExport } from '../../../../contract/proof/verify-export.ts'
import { nodeCrypto } from '../../../platform/encryption/node-crypto.ts'
import { openKeyStore } from '../../../platform/encryption/open-key-store.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { WireClient } from '../../../test/harness/wire-client.ts'
import { createRoomKeyring } from '../../rooms/index.ts'
import { createActivityLog, machine } from '../record-activity.ts'

/** 30 MB exceed all buffers. */
const LONG = 1_500
const SHORT = 150
const NAME = '가'.repeat(6_000)

describe('the thread that exports logs', () => {
  let app: TestApp
  let room: TestRoom
  let long: TestRoom
  beforeAll(async () => {
    app = await startTestApp()
    room = await roomWith(SHORT)
    long = await roomWith(LONG)
  })
  afterAll(() => app.close())

  async function roomWith(entries: number): Promise<TestRoom> {
    const made = await app.room()
    const { retention } = createRoomKeyring(
      await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir }),
    )
    const details = Array.from({ length: entries }, (_, at) => ({ name: `${at} ${NAME}` }))
    const log = createActivityLog(retention, app.clock)
    await app.database.transaction((tx) =>
      log.recordEach(tx, machine(made.roomId), 'room.created', details),
    )
    return made
  }
  const begin = ({ operator, roomId }: TestRoom, format: string) =>
    operator.fetch('POST', `/room/api/room/roomActivity/export/${roomId}`, { body: { format } })
  const untilIdle = () =>
    eventually(async () => {
      const { rows } = await app.database.pool.query(
        `select count(*) filter (where state <> 'idle' or state_change > now() - interval '300 ms') as busy from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query like '%activity_entries%order by at desc%'`,
      )
      expect(rows[0]?.busy).toBe(0)
    })

  it('writes several at once, each line as JSON.stringify would, all of it proven', async () => {
    const texts = await Promise.all(
      ['json', 'html', 'csv', 'json'].map(async (format) => (await begin(room, format)).text()),
    )
    const [text = '', html = '', csv = ''] = texts
    const { entries, ...head } = historyExport.parse(JSON.parse(text))
    expect(text).toBe(
      `${JSON.stringify(head).slice(0, -1)},"entries":[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]}\n`,
    )
    expect(entries.length).toBeGreaterThan(SHORT)
    expect(await verifyExport(nodeCrypto, head, entries)).toMatchObject({
      fault: undefined,
      gaps: [],
      checked: entries.length,
    })
    expect(html.match(/<tr><td>/g)?.length).toBeGreaterThan(SHORT)
    expect(csv.split('\r\n').length).toBeGreaterThan(SHORT)
  })

  it('stops when the right is lost or the reader goes, and serves the others', async () => {
    const again = new WireClient(app.base)
    await again.join(long.pin)
    await again.agree()
    await again.elevate(long.code)
    const [lost, gone] = [
      await begin({ ...long, operator: again }, 'json'),
      await begin(long, 'json'),
    ]
    await untilIdle()
    await again.logout()
    await gone.body?.cancel()
    await expect(lost.text()).rejects.toThrow()
    await untilIdle()
    expect((await (await begin(room, 'html')).text()).endsWith('</html>\n')).toBe(true)
  })

  it('writes no more than is read', async () => {
    const answer = await begin(long, 'json')
    await untilIdle()
    await app.database.pool.query(
      `delete from activity_entries where room_id = $1 and kind = 'room.created'`,
      [long.roomId],
    )
    const { entries } = historyExport.parse(await answer.json())
    expect(entries.length).toBeGreaterThan(0)
    expect(entries.length).toBeLessThan(LONG)
  })
})
