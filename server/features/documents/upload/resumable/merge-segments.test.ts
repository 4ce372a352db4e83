import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { LIMITS } from '../../../../../contract/core/limits.ts'
import { expectNothingChanged, holdings } from '../../../../test/harness/holdings.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../../test/harness/test-app.ts'
import { appendTo, endUpload, newUpload } from '../../../../test/harness/tus.ts'
import { makeFiller } from '../../../../test/harness/upload-stream.ts'
import { firstToMerge } from './merge-segments.ts'

let app: TestApp
let room: TestRoom
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
  await room.operator.switches(false)
})
afterAll(() => app.close())

const LARGE_BYTES = 5 * 2 ** 20
const MOST = LIMITS.uploadBytes / LARGE_BYTES + 9
const MOST_SMALL = Math.ceil(Math.log2(LARGE_BYTES / LIMITS.uploadPieceBytes))

const sum = (sizes: readonly number[]): number => sizes.reduce((all, size) => all + size, 0)

function kept(pieces: readonly number[]): {
  readonly segments: readonly number[]
  readonly rewritten: number
} {
  let segments: number[] = []
  let rewritten = 0
  for (const piece of pieces) {
    const all = [...segments, piece]
    const first = firstToMerge(all)
    const merged = sum(all.slice(first))
    if (first < segments.length) rewritten += merged
    segments = [...all.slice(0, first), merged]
    const small = segments.map((size) => (size < LARGE_BYTES ? 's' : ' ')).join('')
    expect(Math.max(...small.split(' ').map(({ length }) => length))).toBeLessThanOrEqual(
      MOST_SMALL,
    )
  }
  return { segments, rewritten }
}

it('however small the pieces, an upload has few segments, and its bytes are rewritten a few times', () => {
  const pieces = Array.from(
    { length: LIMITS.uploadBytes / LIMITS.uploadPieceBytes },
    () => LIMITS.uploadPieceBytes,
  )
  const { segments, rewritten } = kept(pieces)
  expect(sum(segments)).toBe(LIMITS.uploadBytes)
  expect(segments.length).toBeLessThanOrEqual(MOST)
  expect(rewritten).toBeLessThan(12 * LIMITS.uploadBytes)
  const sizes = fc.oneof(
    fc.integer({ min: LIMITS.uploadPieceBytes, max: 200_000 }),
    fc.integer({ min: 200_000, max: 40_000_000 }),
  )
  fc.assert(
    fc.property(fc.array(sizes, { maxLength: 200 }), (list) => {
      kept(list.filter((_, index) => sum(list.slice(0, index + 1)) <= LIMITS.uploadBytes))
    }),
  )
})

it('a large piece is not written again because of a small one before it', () => {
  expect(kept([1_000_000, 299_000_000])).toEqual({
    segments: [1_000_000, 299_000_000],
    rewritten: 0,
  })
})

it('an upload in tiny pieces lies in few blobs, ends as the same bytes, and leaves none of the small ones', async () => {
  const { operator } = room
  const pieces = 21
  const bytes = makeFiller('tiny', pieces * LIMITS.uploadPieceBytes + 30_000)
  const backlog = 'f'.repeat(32)
  await app.database.pool.query('insert into freed_blobs (blob_id) values ($1)', [backlog])
  const before = await holdings(app, room.roomId)
  const upload = await newUpload(operator, { name: 'tiny.pdf', size: bytes.length })
  for (let piece = 0; piece < pieces; piece += 1) {
    const offset = piece * LIMITS.uploadPieceBytes
    const answer = await appendTo(
      operator,
      upload,
      offset,
      bytes.subarray(offset, offset + LIMITS.uploadPieceBytes),
    )
    expect([answer.http, answer.headers.get('upload-offset')]).toEqual([
      204,
      String(offset + LIMITS.uploadPieceBytes),
    ])
  }
  const { blobs } = await holdings(app, room.roomId)
  expect(blobs - before.blobs).toBeLessThanOrEqual(4)
  const rest = pieces * LIMITS.uploadPieceBytes
  expect((await appendTo(operator, upload, rest, bytes.subarray(rest))).http).toBe(204)
  const [item] = await operator.items()
  const response = await operator.fetch('GET', `/room/api/file/${item?.filename}`)
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
  const { rows } = await app.database.pool.query('select blob_id from freed_blobs')
  expect(rows).toEqual([{ blob_id: backlog }])
})

it('an upload that ends after it was merged leaves nothing', async () => {
  const { operator } = room
  await expectNothingChanged(app, room.roomId, async () => {
    const bytes = makeFiller('ended', 5 * LIMITS.uploadPieceBytes)
    const upload = await newUpload(operator, { name: 'ended.pdf', size: bytes.length + 100_000 })
    for (let offset = 0; offset < bytes.length; offset += LIMITS.uploadPieceBytes)
      expect(
        (
          await appendTo(
            operator,
            upload,
            offset,
            bytes.subarray(offset, offset + LIMITS.uploadPieceBytes),
          )
        ).http,
      ).toBe(204)
    expect((await endUpload(operator, upload)).http).toBe(204)
  })
})
