import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../../test/harness/eventually.ts'
import { expectNothingChanged, filesBelow, holdings } from '../../../../test/harness/holdings.ts'
import { connect, readAnswer } from '../../../../test/harness/raw-http.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../../test/harness/test-app.ts'
import {
  appendTo,
  endUpload,
  headUpload,
  newUpload,
  offsetOf,
  pieceHead,
  TUS,
} from '../../../../test/harness/tus.ts'
import { makeFiller } from '../../../../test/harness/upload-stream.ts'
import { type WireAnswer, WireClient } from '../../../../test/harness/wire-client.ts'
import { content, PIECE, writerOf } from '../../../../test/scenarios/documents/pieces.ts'

let app: TestApp
let room: TestRoom
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
  await room.operator.switches(false)
})
afterAll(() => app.close())

async function bytesOf(client: WireClient, itemId: number): Promise<Buffer> {
  const item = (await client.items()).find(({ id }) => id === itemId)
  return Buffer.from(
    await (await client.fetch('GET', `/room/api/file/${item?.filename}`)).arrayBuffer(),
  )
}

const itemOf = (answer: WireAnswer): number => Number(answer.headers.get('sealroom-item'))

async function sendCut(
  client: WireClient,
  upload: string,
  offset: number,
  bytes: Uint8Array,
  announced: number,
): Promise<void> {
  const before = { ...((await writerOf(app, upload)) as object), received: offset }
  const socket = await connect(client.base)
  socket.on('error', () => undefined).resume()
  socket.write(pieceHead(client, upload, offset, announced))
  await new Promise((resolve) => socket.write(bytes, resolve))
  await eventually(async () => expect(await writerOf(app, upload)).not.toEqual(before))
  socket.destroy()
  await once(socket, 'close')
}

async function sendNext(
  client: WireClient,
  upload: string,
  bytes: Uint8Array,
  length: number,
): Promise<WireAnswer> {
  for (;;) {
    const offset = await offsetOf(client, upload)
    const answer = await appendTo(client, upload, offset, bytes.subarray(offset, offset + length))
    if (answer.http !== 409) return answer
  }
}

describe('an upload in several pieces', () => {
  it('is spoken by tus-js-client, becomes a document of the same bytes, and lies readable nowhere meanwhile', async () => {
    const blocks = makeFiller('client', 900_000)
    const answers: string[] = []
    let midway: Promise<readonly Buffer[]> | undefined
    await new Promise<void>((resolve, reject) => {
      const upload = new Upload(blocks, {
        endpoint: `${app.base}/api${TUS}`,
        chunkSize: 256_000,
        headers: { authorization: `Bearer ${room.operator.me.jwt}` },
        metadata: {
          name: '이어 올린 것.pdf',
          parent: '0',
          relativePath: '가/나',
          conflict: 'keep',
          modifiedAt: '2026-11-20T01:02:03Z',
        },
        onAfterResponse: (_, response) => {
          answers.push(decodeURIComponent(response.getHeader('sealroom-name') ?? ''))
        },
        onChunkComplete: () => {
          midway ??= filesBelow(app.dataDir).then((files) =>
            Promise.all(files.map((file) => readFile(file))),
          )
        },
        onSuccess: () => resolve(),
        onError: reject,
      })
      upload.start()
    })
    for (const file of (await midway) ?? [])
      expect(file.includes(blocks.subarray(5_000, 5_032))).toBe(false)
    expect(answers).toEqual(['', '', '', '', '이어 올린 것.pdf'])
    const [first] = await room.operator.items()
    const [second] = await room.operator.items(first?.id)
    const [file] = await room.operator.items(second?.id)
    expect([first?.name, second?.name, file?.name, file?.size]).toEqual([
      '가',
      '나',
      '이어 올린 것.pdf',
      blocks.length,
    ])
    const fetched = await room.operator.fetch('GET', `/room/api/file/${file?.filename}`)
    expect(Buffer.from(await fetched.arrayBuffer()).equals(blocks)).toBe(true)
    expect((await room.operator.openDocument(file?.id ?? 0)).status).toBe('READY')
    expect(
      (await app.logged(room.roomId)).filter((kind) => kind === 'document.uploaded'),
    ).toHaveLength(1)
  })

  it('wherever it is cut, goes on where it was cut, and ends as the same bytes', {
    timeout: 300_000,
  }, async () => {
    const pieces = fc.array(
      fc.record({ length: fc.integer({ min: 0, max: 150_000 }), cut: fc.boolean() }),
      { maxLength: 8 },
    )
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1_000, max: 400_000 }), pieces, async (size, sent) => {
        const bytes = makeFiller(`cut ${size}`, size)
        const upload = await newUpload(room.operator, { name: 'cut.pdf', size: bytes.length })
        for (const { length, cut } of sent) {
          const offset = await offsetOf(room.operator, upload)
          if (offset === bytes.length) break
          if (cut)
            await sendCut(
              room.operator,
              upload,
              offset,
              bytes.subarray(offset, offset + length),
              bytes.length - offset + 1,
            )
          else
            expect([204, 400]).toContain(
              (await sendNext(room.operator, upload, bytes, length)).http,
            )
          expect(await offsetOf(room.operator, upload)).toBeGreaterThanOrEqual(offset)
        }
        expect((await sendNext(room.operator, upload, bytes, bytes.length)).http).toBe(204)
        const done = await headUpload(room.operator, upload)
        expect(done.headers.get('upload-offset')).toBe(String(bytes.length))
        expect((await bytesOf(room.operator, itemOf(done))).equals(bytes)).toBe(true)
        const { rows } = await app.database.pool.query(
          'select 1 from upload_segments where upload_id = $1',
          [upload],
        )
        expect(rows).toEqual([])
        await room.operator.deleteItem(itemOf(done))
      }),
      { numRuns: 8, endOnFailure: true },
    )
  })

  it('keeps what arrived before a cut, under keys of its own for each segment', async () => {
    const upload = await newUpload(room.operator, { size: content.length })
    await sendCut(room.operator, upload, 0, content.subarray(0, 80_000), content.length)
    await eventually(async () =>
      expect(await offsetOf(room.operator, upload)).toBeGreaterThanOrEqual(PIECE),
    )
    const offset = await offsetOf(room.operator, upload)
    expect(offset).toBeLessThanOrEqual(80_000)
    expect(
      (await appendTo(room.operator, upload, offset, content.subarray(offset, offset + PIECE)))
        .http,
    ).toBe(204)
    const { rows } = await app.database.pool.query(
      'select ordinal, size, blob_id, wrapped_key from upload_segments where upload_id = $1 order by 1',
      [upload],
    )
    // A first piece below twice the second is merged with it.
    expect(rows.map(({ size }) => size)).toEqual(
      offset > 2 * PIECE ? [offset, PIECE] : [offset + PIECE],
    )
    expect(new Set(rows.map(({ wrapped_key }) => String(wrapped_key))).size).toBe(rows.length)
    const blobs = await Promise.all((await filesBelow(app.dataDir)).map((file) => readFile(file)))
    for (const blob of blobs) expect(blob.includes(content.subarray(1_000, 1_032))).toBe(false)
    await endUpload(room.operator, upload)
  })

  it('whose response was lost is repeated, and creates one document', async () => {
    const upload = await newUpload(room.operator, { name: '답 없이.pdf', size: content.length })
    const socket = await connect(app.base)
    socket.on('error', () => undefined)
    socket.write(pieceHead(room.operator, upload, 0, content.length))
    await new Promise((resolve) => socket.write(content, resolve))
    await new Promise((resolve) => setImmediate(resolve))
    await eventually(async () => expect(await offsetOf(room.operator, upload)).toBe(content.length))
    socket.destroy()
    const done = await headUpload(room.operator, upload)
    expect(done.headers.get('sealroom-item')).toMatch(/^\d+$/)
    expect(decodeURIComponent(done.headers.get('sealroom-name') ?? '')).toBe('답 없이.pdf')
    expect(await appendTo(room.operator, upload, content.length, new Uint8Array())).toMatchObject({
      http: 204,
    })
    expect(
      (await room.operator.items()).filter(({ name }) => name.startsWith('답 없이')),
    ).toHaveLength(1)
    expect((await endUpload(room.operator, upload)).http).toBe(204)
    expect(
      (await room.operator.items()).filter(({ name }) => name.startsWith('답 없이')),
    ).toHaveLength(1)
  })

  it('replaces the document of its name where requested', async () => {
    for (const version of ['eins', 'zwei']) {
      const bytes = makeFiller(version, 60_000)
      const upload = await newUpload(room.operator, {
        name: '판.pdf',
        size: bytes.length,
        conflict: 'replace',
      })
      const answer = await appendTo(room.operator, upload, 0, bytes)
      expect(await bytesOf(room.operator, itemOf(answer))).toEqual(bytes)
    }
    expect((await room.operator.items()).filter(({ name }) => name.startsWith('판'))).toHaveLength(
      1,
    )
  })
})

describe('an upload that many send at once', () => {
  it('accepts one of the pieces at an offset, on any node, and stores only its bytes', async () => {
    const node = await app.node()
    const elsewhere = new WireClient(node)
    elsewhere.session = room.operator.me
    for (let round = 0; round < 6; round += 1) {
      const upload = await newUpload(room.operator, { name: 'wett.pdf', size: content.length })
      const half = content.subarray(0, 3 * PIECE)
      const answers = await Promise.all(
        [0, 1, 2, 3].map((n) => appendTo(n % 2 ? elsewhere : room.operator, upload, 0, half)),
      )
      expect(answers.map(({ http }) => http).sort()).toEqual([204, 409, 409, 409])
      const { rows } = await app.database.pool.query(
        'select ordinal from upload_segments where upload_id = $1',
        [upload],
      )
      expect(rows).toEqual([{ ordinal: 0 }])
      const last = await Promise.all(
        [0, 1].map((n) =>
          appendTo(
            n ? elsewhere : room.operator,
            upload,
            half.length,
            content.subarray(half.length),
          ),
        ),
      )
      const done = last.filter(({ http }) => http === 204)
      expect(done.length + last.filter(({ http }) => http === 409).length).toBe(2)
      expect(new Set(done.map(itemOf)).size).toBe(1)
      expect(
        (await bytesOf(room.operator, itemOf(await headUpload(room.operator, upload)))).equals(
          content,
        ),
      ).toBe(true)
    }
    await eventually(async () => {
      const { blobs, segments, temp } = await holdings(app, room.roomId)
      const { rows } = await app.database.pool.query('select count(*)::int from upload_segments')
      expect([blobs, temp]).toEqual([segments + rows[0].count, 0])
    })
  })
})

describe('an upload whose sender loses the right', () => {
  it('ends at once, also where the peer is silent, keeps nothing of that piece, and goes on after a new login', async () => {
    const { memberId, pin, email } = await app.participant(room)
    await room.operator.setRole(memberId, 4)
    const enter = async (): Promise<WireClient> => {
      const client = app.stranger()
      await client.join(pin)
      await client.agree()
      await client.elevate(await app.codeMailedTo(email))
      return client
    }
    const second = await enter()
    const upload = await newUpload(second, { name: 'recht.pdf', size: content.length })
    await appendTo(second, upload, 0, content.subarray(0, PIECE))
    await expectNothingChanged(app, room.roomId, async () => {
      const socket = await connect(app.base)
      const answer = readAnswer(socket)
      socket.write(pieceHead(second, upload, PIECE, content.length - PIECE))
      socket.write(content.subarray(PIECE, 4 * PIECE))
      await eventually(async () => expect((await holdings(app, room.roomId)).temp).toBe(1))
      await room.operator.setRight(memberId, 'access', false)
      expect(await answer).toMatchObject({ status: 401 })
    })
    expect((await headUpload(second, upload)).http).toBe(401)
    await room.operator.setRight(memberId, 'access', true)
    const again = await enter()
    expect(await offsetOf(again, upload)).toBe(PIECE)
    const answer = await appendTo(again, upload, PIECE, content.subarray(PIECE))
    expect((await bytesOf(room.operator, itemOf(answer))).equals(content)).toBe(true)
  })
})
