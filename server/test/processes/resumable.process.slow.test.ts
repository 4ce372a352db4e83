import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isErrno } from '../../platform/encryption/durable-files.ts'
import { filesBelow } from '../harness/holdings.ts'
import { connect } from '../harness/raw-http.ts'
import {
  enterAsOperator,
  type Installation,
  installation,
  type RunningServer,
  readFirstRoom,
  until,
} from '../harness/server-process.ts'
import { appendTo, headUpload, newUpload, offsetOf, pieceHead } from '../harness/tus.ts'
import { Chance, makeFiller } from '../harness/upload-stream.ts'
import type { WireClient } from '../harness/wire-client.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const SIZE = 6_000_000
const PIECE = 700_000
const KILLS = 3
const LAST_KILLS = 2

describe(`an upload during which the server is killed with SIGKILL (${KILLS} times)`, () => {
  const chance = new Chance(20_261_121)
  const content = makeFiller('killed', SIZE)
  let place: Installation
  let server: RunningServer
  let operator: WireClient

  beforeAll(async () => {
    place = await installation()
    server = await place.start()
    operator = await enterAsOperator(server.url, readFirstRoom(place.dataDir))
    await operator.switches(false)
  })
  afterAll(() => place.remove())

  async function killDuring(upload: string, offset: number): Promise<void> {
    const socket = await connect(server.url)
    socket.on('error', () => undefined)
    socket.write(pieceHead(operator, upload, offset, content.length - offset))
    socket.write(content.subarray(offset, offset + chance.whole(200_000, PIECE)))
    const temp = `${place.dataDir}/tmp`
    await until(async () => (await filesBelow(temp)).length > 0, 'the piece to reach the disk')
    server.signal('SIGKILL')
    await server.ended()
    if (!socket.closed) await once(socket, 'close')
  }

  async function expectNothingReadable(): Promise<void> {
    const words = Array.from({ length: 20 }, () => chance.whole(2_000, SIZE - 2_000)).map((at) =>
      content.subarray(at, at + 24),
    )
    for (const file of await filesBelow(place.dataDir)) {
      // The orphaned database may remove files.
      const bytes = await readFile(file).catch((error: unknown) => {
        if (isErrno(error, 'ENOENT')) return Buffer.alloc(0)
        throw error
      })
      for (const word of words)
        expect({ file, readable: bytes.includes(word) }).toEqual({ file, readable: false })
    }
  }

  it('loses the piece that was under way and nothing else, and ends as the same bytes', async () => {
    const upload = await newUpload(operator, { name: 'überlebt.pdf', size: content.length })
    let acknowledged = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      const answer = await appendTo(
        operator,
        upload,
        acknowledged,
        content.subarray(acknowledged, acknowledged + PIECE),
      )
      acknowledged = Number(answer.headers.get('upload-offset'))
      await killDuring(upload, acknowledged)
      await expectNothingReadable()
      server = await place.start()
      expect(await offsetOf(operator, upload)).toBe(acknowledged)
    }
    expect(await filesBelow(`${place.dataDir}/tmp`)).toEqual([])
    expect((await filesBelow(`${place.dataDir}/blobs`)).length).toBe(KILLS)
    expect(
      (await appendTo(operator, upload, acknowledged, content.subarray(acknowledged))).http,
    ).toBe(204)
    const id = Number((await headUpload(operator, upload)).headers.get('sealroom-item'))
    const [item] = await operator.items()
    expect(item).toMatchObject({ id, name: 'überlebt.pdf', size: content.length })
    const fetched = await operator.fetch('GET', `/room/api/file/${item?.filename}`)
    expect(Buffer.from(await fetched.arrayBuffer()).equals(content)).toBe(true)
    await expectNothingReadable()
  })

  it('killed while the last piece becomes a document, has it once and whole, or not yet', async () => {
    for (let round = 0; round < LAST_KILLS; round += 1) {
      const name = `ende ${round}.pdf`
      const upload = await newUpload(operator, { name, size: content.length })
      const sent = appendTo(operator, upload, 0, content).catch(() => undefined)
      await until(async () => (await offsetOf(operator, upload)) > 0, 'the piece to be kept')
      await new Promise((resolve) => setTimeout(resolve, chance.whole(0, 40)))
      server.signal('SIGKILL')
      await server.ended()
      await sent
      server = await place.start()
      const offset = await offsetOf(operator, upload)
      if (offset < content.length)
        expect((await appendTo(operator, upload, offset, content.subarray(offset))).http).toBe(204)
      const stored = (await operator.items()).filter((item) =>
        item.name.startsWith(`ende ${round}`),
      )
      expect(stored.map((item) => item.name)).toEqual([name])
      const fetched = await operator.fetch('GET', `/room/api/file/${stored[0]?.filename}`)
      expect(Buffer.from(await fetched.arrayBuffer()).equals(content)).toBe(true)
    }
  })
})
