import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createClamdScanner, parseClamdUrl } from '../../../platform/scan/clamd.ts'
import { expectNothingChanged, holdings } from '../../../test/harness/holdings.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { appendTo, headUpload, newUpload, offsetOf } from '../../../test/harness/tus.ts'
import { makeFiller } from '../../../test/harness/upload-stream.ts'
import { type Clamd, EICAR, startClamd } from '../../../test/servers/clamd.ts'

const clean = new Uint8Array(makeFiller('clean', 100_000))
const infected = new Uint8Array(
  Buffer.concat([clean.subarray(0, 50_000), Buffer.from(EICAR), clean.subarray(50_000)]),
)
const LIMIT = 1_000_000

describe('every upload passes the virus scanner', () => {
  let clamd: Clamd
  let app: TestApp
  let room: TestRoom
  beforeEach(async () => {
    clamd = await startClamd(LIMIT)
    app = await startTestApp({
      scanner: createClamdScanner(parseClamdUrl(clamd.url) ?? { path: '' }, { deadlineMs: 2_000 }),
    })
    room = await app.room()
  })
  afterEach(async () => {
    await app.close()
    await clamd.stop()
  })

  const names = async (): Promise<string[]> => (await room.operator.items()).map(({ name }) => name)
  const refusals = async (): Promise<number> =>
    (await app.logged(room.roomId)).filter((kind) => kind === 'document.refused').length

  it('U12: what is infected is refused and logged, the others of its request are stored', async () => {
    const answer = await room.operator.upload([
      ['gut.pdf', clean],
      ['a/krank.pdf', infected],
    ])
    expect(answer).toMatchObject({
      http: 200,
      json: { rejected: [{ name: 'a/krank.pdf', code: 'INFECTED' }] },
    })
    expect(await names()).toEqual(['gut.pdf'])
    expect(await holdings(app, room.roomId)).toMatchObject({ items: 1, blobs: 1, temp: 0 })
    const [shorter, longer, ...more] = clamd.scanned.toSorted((a, b) => a.length - b.length)
    expect([shorter?.equals(clean), longer?.equals(infected), more]).toEqual([true, true, []])
    expect(await refusals()).toBe(1)
    expect(app.log.text()).not.toContain('krank')
  })

  it('in several pieces, each of them harmless by itself', async () => {
    const before = await holdings(app, room.roomId)
    const cut = 50_010
    const upload = await newUpload(room.operator, { name: 'krank.pdf', size: infected.length })
    expect((await appendTo(room.operator, upload, 0, infected.subarray(0, cut))).http).toBe(204)
    expect(clamd.scanned).toEqual([])
    const answer = await appendTo(room.operator, upload, cut, infected.subarray(cut))
    expect(answer).toMatchObject({
      http: 415,
      json: { rejected: [{ name: 'krank.pdf', code: 'INFECTED' }] },
    })
    expect(clamd.scanned[0]?.equals(infected)).toBe(true)
    expect((await headUpload(room.operator, upload)).http).toBe(404)
    expect(await holdings(app, room.roomId)).toEqual({ ...before, entries: before.entries + 1 })
    expect(await refusals()).toBe(1)
  })

  it('what it cannot look at is refused', async () => {
    const large = new Uint8Array(makeFiller('large', LIMIT + 500_000))
    const answer = await room.operator.upload([['groß.pdf', large]])
    expect(answer).toMatchObject({
      http: 415,
      json: { rejected: [{ name: 'groß.pdf', code: 'UNSCANNED' }] },
    })
    clamd.temper = 'fails'
    expect((await room.operator.upload([['a.pdf', clean]])).json.rejected).toMatchObject([
      { code: 'UNSCANNED' },
    ])
    expect(await holdings(app, room.roomId)).toMatchObject({ items: 0, blobs: 0, temp: 0 })
    expect(await refusals()).toBe(2)
  })

  it('nothing of a request is taken while it is down, silent, or says what is no verdict', async () => {
    const send = () => room.operator.upload([['a.pdf', clean]])
    for (const temper of ['ends at once', 'silent', 'babbles'] as const) {
      clamd.temper = temper
      expect(await expectNothingChanged(app, room.roomId, send)).toMatchObject({
        http: 503,
        json: { code: 'SCANNER_DOWN' },
      })
    }
    await clamd.stop()
    expect(await expectNothingChanged(app, room.roomId, send)).toMatchObject({
      http: 503,
      json: { code: 'SCANNER_DOWN' },
    })
    expect((await fetch(`${app.base}/health/ready`)).status).toBe(200)
    clamd.temper = 'fine'
    await clamd.start()
    expect((await send()).http).toBe(200)
  })

  it('an upload in pieces waits for it with all but its last bytes', async () => {
    await clamd.stop()
    const upload = await newUpload(room.operator, { name: 'später.pdf', size: clean.length })
    for (const again of [false, true]) {
      const offset = await offsetOf(room.operator, upload)
      if (again) expect(clean.length - offset).toBeLessThan(20_000)
      expect(await appendTo(room.operator, upload, offset, clean.subarray(offset))).toMatchObject({
        http: 503,
        json: { code: 'SCANNER_DOWN' },
      })
    }
    expect(await holdings(app, room.roomId)).toMatchObject({ items: 0, blobs: 1, temp: 0 })
    await clamd.start()
    const offset = await offsetOf(room.operator, upload)
    expect((await appendTo(room.operator, upload, offset, clean.subarray(offset))).http).toBe(204)
    expect(await names()).toEqual(['später.pdf'])
    expect(clamd.scanned.at(-1)?.equals(clean)).toBe(true)
  })

  it('while what it found cannot be logged, nothing is answered but a failure', async () => {
    await app.database.pool.query(
      "alter table activity_entries add constraint full_log check (kind <> 'document.refused') not valid",
    )
    const answer = await expectNothingChanged(app, room.roomId, () =>
      room.operator.upload([['krank.pdf', infected]]),
    )
    expect(answer).toMatchObject({ http: 500, json: { code: 'INTERNAL' } })
  })
})
