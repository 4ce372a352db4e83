import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../../contract/core/limits.ts'
import { holdings } from '../../../../test/harness/holdings.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../../test/harness/test-app.ts'
import { appendTo, headUpload, newUpload, offsetOf } from '../../../../test/harness/tus.ts'
import { makeFiller } from '../../../../test/harness/upload-stream.ts'

const HOUR_MS = 3_600_000
const content = makeFiller('rest', 200_000)

describe('uploads that rest', () => {
  let app: TestApp
  let room: TestRoom
  beforeEach(async () => {
    app = await startTestApp()
    room = await app.room()
  })
  afterEach(() => app.close())

  async function run(name: string): Promise<void> {
    const job = app.program.jobs.handlers.find((each) => each.name === name)
    await job?.run({}, { signal: new AbortController().signal, attempt: 1, lastAttempt: true })
  }
  const enter = async (): Promise<void> => {
    await room.operator.join(room.pin)
    await room.operator.agree()
    await room.operator.elevate(room.code)
  }
  async function begun(): Promise<string> {
    const upload = await newUpload(room.operator, { size: content.length })
    await appendTo(room.operator, upload, 0, content.subarray(0, 50_000))
    return upload
  }

  it('are removed with their bytes a day after the last of them, and others are not', async () => {
    const [resting, resumed] = [await begun(), await begun()]
    app.clock.advance(LIMITS.uploadRestMs - HOUR_MS)
    await enter()
    await appendTo(room.operator, resumed, 50_000, content.subarray(50_000, 100_000))
    await run('documents.expireUploads')
    expect((await holdings(app, room.roomId)).blobs).toBe(2)
    app.clock.advance(HOUR_MS + 1_000)
    await enter()
    await run('documents.expireUploads')
    expect(await holdings(app, room.roomId)).toMatchObject({ blobs: 1, temp: 0, items: 0 })
    expect((await headUpload(room.operator, resting)).http).toBe(404)
    expect(await offsetOf(room.operator, resumed)).toBe(100_000)
    expect((await appendTo(room.operator, resumed, 100_000, content.subarray(100_000))).http).toBe(
      204,
    )
    app.clock.advance(2 * LIMITS.uploadRestMs)
    await run('documents.expireUploads')
    expect((await app.database.pool.query('select 1 from uploads')).rows).toEqual([])
    expect(await holdings(app, room.roomId)).toMatchObject({ items: 1, segments: 2, blobs: 2 })
  })

  it('are no orphans for the sweep, at a start and while servers run', async () => {
    const upload = await begun()
    app.clock.advance(LIMITS.uploadRestMs + HOUR_MS)
    await run('documents.sweep')
    await app.program.sweep()
    expect((await holdings(app, room.roomId)).blobs).toBe(1)
    await enter()
    expect((await appendTo(room.operator, upload, 50_000, content.subarray(50_000))).http).toBe(204)
    await app.program.sweep()
    expect(await holdings(app, room.roomId)).toMatchObject({ items: 1, blobs: 2 })
  })

  it('are looked for each hour', () => {
    expect(
      app.program.jobs.recurring.filter(({ name }) => name === 'documents.expireUploads'),
    ).toHaveLength(1)
  })
})
