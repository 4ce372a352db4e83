import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pdfOf, textPage } from '../../test/fixtures/pdf-file.ts'
import { readZip } from '../../test/fixtures/read-zip.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { archived, byCode, order } from '../../test/scenarios/archives.ts'
import { compose, given } from '../../test/scenarios/composing.ts'

const ORIGINAL = pdfOf([textPage('Purchase price 1,234')])

let app: TestApp
let room: TestRoom
let fileId: number
let filename: string
beforeAll(async () => {
  app = await startTestApp({ office: false })
  room = await app.room()
  fileId = await room.operator.put('계약서.pdf', new Uint8Array(ORIGINAL))
  filename = (await room.operator.items()).find(({ id }) => id === fileId)?.filename ?? ''
})
afterAll(() => app.close())

async function got(method: string, path: string, body?: object): Promise<Buffer> {
  const response = await room.operator.fetch(method, path, body ? { body } : {})
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([response.status, path, response.status === 200 ? '' : bytes.toString()]).toEqual([
    200,
    path,
    '',
  ])
  return bytes
}

async function byTicket(kind: 'download' | 'zip'): Promise<Buffer> {
  const { url } = given<{ url: string }>(
    await room.operator.call('POST', '/room/api/file/ticket', {
      body: { fileIds: [fileId], kind },
    }),
  )
  return got('GET', url)
}

const unpacked = (zip: Buffer): Buffer =>
  readZip(zip).find(({ name }) => name.endsWith('.pdf'))?.content ?? Buffer.alloc(0)
const own = () => ({ id: room.operator.me.id, roomId: room.operator.me.roomId })

const MARKED: Readonly<Record<string, () => Promise<Buffer>>> = {
  'a download by its address': () => got('GET', `/room/api/file/${filename}`),
  'a download by a ticket': () => byTicket('download'),
  'a zip': async () =>
    unpacked(await got('POST', '/room/api/file/zip', { fileIds: [fileId], ...own() })),
  'a zip by a ticket': async () => unpacked(await byTicket('zip')),
  'a marked download': () => got('POST', '/room/api/file/watermarked/download', { fileId }),
  'an archive of what the operator sees': async () =>
    [...(await archived(room.operator))].find(([name]) => name.endsWith('.pdf'))?.[1] ??
    Buffer.alloc(0),
}

describe('an operator, while the watermark is on', () => {
  it.each(Object.entries(MARKED))('gets a marked copy by %s, not the original', async (_, way) => {
    const bytes = await way()
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.length).toBeGreaterThan(ORIGINAL.length)
    expect(bytes.includes(ORIGINAL)).toBe(false)
  })

  it('gets the original in the archive of the room by a fresh code alone', async () => {
    for (const code of [undefined, `${room.code}x`])
      expect(
        (await order(room.operator, { scope: 'room', ...(code === undefined ? {} : { code }) }))
          .json.status,
      ).not.toBe('OK')
    expect(
      [...(await archived(room.operator, byCode(room)))].filter(([, bytes]) =>
        bytes.equals(ORIGINAL),
      ),
    ).toHaveLength(1)
  })

  it('gets the original from the composing tool by the right to download alone', async () => {
    const may = (value: boolean) =>
      app.database.pool.query('update members set can_download = $2 where id = $1', [
        room.operator.me.id,
        value,
      ])
    const { templateId } = given<{ templateId: number }>(
      await compose(room.operator, 'adopt', { fileId, roomId: room.operator.me.roomId }),
    )
    const source = `/esign/api/compose/source/${templateId}`
    expect(await got('GET', source)).toEqual(ORIGINAL)
    await may(false)
    expect((await room.operator.fetch('GET', source)).status).toBe(403)
    expect(
      await compose(room.operator, 'adopt', { fileId, roomId: room.operator.me.roomId }),
    ).toMatchObject({ http: 403 })
    await may(true)
  })
})
