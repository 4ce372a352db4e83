import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { runJob } from '../../test/harness/run-job.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { onlySlow } from '../../test/harness/tier.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'
import {
  archiveUrl,
  byCode,
  bytesOf,
  furnish,
  type order,
  prepared,
} from '../../test/scenarios/archives.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ office: false })
})
afterAll(() => app.close())

onlySlow(() => {
  describe('a range of an archive', () => {
    it.each([
      { what: 'that is plain', protection: null },
      {
        what: 'that is sealed to a key',
        protection: {
          kind: 'age',
          recipient: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
        },
      },
    ])('$what is the same bytes as in the whole, again and again', async ({ protection }) => {
      const furnished = await furnish(app)
      const { id, size } = await prepared(furnished.operator, { ...byCode(furnished), protection })
      const whole = await bytesOf(furnished.operator, id)
      expect(whole.length).toBe(size)
      expect((await bytesOf(furnished.operator, id)).equals(whole)).toBe(true)
      const url = await archiveUrl(furnished.operator, id)
      const first = await furnished.operator.fetch('GET', url, { headers: { range: 'bytes=0-0' } })
      const etag = first.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
      await fc.assert(
        // A range from the first byte counts as a whole download, which tickets forbid.
        fc.asyncProperty(
          fc.integer({ min: 1, max: size - 1 }),
          fc.nat(size),
          async (start, length) => {
            const end = Math.min(start + length, size - 1)
            const response = await furnished.operator.fetch('GET', url, {
              headers: { range: `bytes=${start}-${end}`, 'if-range': etag },
            })
            expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`)
            expect(
              Buffer.from(await response.arrayBuffer()).equals(whole.subarray(start, end + 1)),
            ).toBe(true)
          },
        ),
        { numRuns: 25 },
      )
      const other = await furnished.operator.fetch('GET', url, {
        headers: { range: 'bytes=1-', 'if-range': '"other"' },
      })
      expect([other.status, Buffer.from(await other.arrayBuffer()).equals(whole)]).toEqual([
        200,
        true,
      ])
      expect(
        (await furnished.operator.fetch('GET', url, { headers: { range: `bytes=${size}-` } }))
          .status,
      ).toBe(416)
    })
  })
})

describe('an archive that takes long to fetch', () => {
  const LARGE = makePdf(600, 'x'.repeat(50_000))

  async function begun(room: TestRoom, client: WireClient, fields: Parameters<typeof order>[1]) {
    await room.operator.upload([['큰 문서.pdf', LARGE]])
    const { id, size } = await prepared(client, fields)
    const url = await archiveUrl(client, id)
    const reader = (await app.stranger().fetch('GET', url)).body?.getReader()
    let got = (await reader?.read())?.value?.length ?? 0
    expect(got).toBeGreaterThan(0)
    app.clock.advance(LIMITS.idleMs + 1_000)
    await runJob(app, 'session.tidy')
    expect((await client.list()).json.code).toBe('SESSION_IDLE')
    const rest = async (): Promise<number> => {
      for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read())
        got += piece.value.length
      return got
    }
    return { url, size, rest }
  }

  onlySlow(() => {
    it('flows on when nobody has been there for long, counts as taken with its last byte, and cannot be begun again then', async () => {
      const room = await app.room()
      const takenAt = async (): Promise<Date | null> =>
        (
          await app.database.pool.query('select archived_at from rooms where id = $1', [
            room.roomId,
          ])
        ).rows[0].archived_at
      const { url, size, rest } = await begun(room, room.operator, byCode(room))
      expect(await takenAt()).toBeNull()
      expect(await rest()).toBe(size)
      await eventually(async () => expect(await takenAt()).not.toBeNull())
      expect((await app.stranger().fetch('GET', url)).status).toBe(401)
    })
  })

  it('is cut all the same once its person is blocked', async () => {
    const room = await app.room()
    const person = await app.participant(room, '이참여')
    await room.operator.switches(false)
    await room.operator.setRight(person.memberId, 'download', true)
    const { size, rest } = await begun(room, person.client, {})
    await room.operator.join(room.pin)
    await room.operator.agree()
    await room.operator.elevate(room.code)
    await room.operator.setRight(person.memberId, 'access', false)
    app.clock.advance(2_000)
    // A fast reader may receive everything before the cut.
    await wait(1_000)
    await expect(rest()).rejects.toThrow()
    expect(size).toBeGreaterThan(LARGE.length)
  })
})
