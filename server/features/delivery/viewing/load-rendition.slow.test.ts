import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { largePdf } from '../../../test/fixtures/costly-pdfs.ts'
import { makeDocx } from '../../../test/fixtures/make-docx.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ office: false })
})
afterAll(() => app.close())

interface Got {
  readonly http: number
  readonly headers: Headers
  readonly bytes: Buffer
}

async function load(client: WireClient, fileId: number, type: number): Promise<Got> {
  const body = { fileId, id: client.me.id, roomId: client.me.roomId, type }
  const response = await client.fetch('POST', '/room/api/file/load', { body })
  return {
    http: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

const codeOf = ({ bytes }: Got): string => JSON.parse(bytes.toString()).code

async function prepared() {
  const room = await app.room()
  const png = new Uint8Array(
    await sharp({ create: { width: 800, height: 400, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  )
  await room.operator.upload([
    ['가.pdf', makePdf(2, 'VERTRAULICH')],
    ['나.png', png],
    ['다.docx', await makeDocx()],
  ])
  const ids = Object.fromEntries(
    (await room.operator.items()).map(({ name, id }) => [name.split('.').at(-1), id]),
  )
  return {
    room,
    ids: { pdf: ids['pdf'] ?? 0, png: ids['png'] ?? 0, docx: ids['docx'] ?? 0 },
    ...(await app.participant(room)),
  }
}

const printed = async (roomId: number): Promise<string[]> =>
  (await app.logged(roomId)).filter((kind) => /print|download/.test(kind))

describe('what a printer is given', () => {
  it('is a PDF of images without text, marked while the watermark is on, logged once, for those with the right', async () => {
    const { room, ids, client, memberId } = await prepared()
    const denied = await load(client, ids.pdf, 2)
    expect({ http: denied.http, code: codeOf(denied) }).toEqual({ http: 403, code: 'PRINT_DENIED' })
    await room.operator.setRight(memberId, 'print', true)
    const marked = await load(client, ids.pdf, 2)
    await room.operator.switches(false)
    const bare = await load(client, ids.pdf, 2)
    for (const { http, headers, bytes } of [marked, bare]) {
      expect({ http, type: headers.get('content-type') }).toEqual({
        http: 200,
        type: 'application/pdf',
      })
      expect(headers.get('content-disposition')).toMatch(/^inline; /)
      for (const hidden of ['VERTRAULICH', '/Font']) expect(bytes.includes(hidden)).toBe(false)
      expect(bytes.toString('latin1').match(/\/MediaBox \[0 0 595 842\]/g)).toHaveLength(2)
    }
    expect(marked.bytes.length).toBeGreaterThan(bare.bytes.length * 1.2)
    expect(await printed(room.roomId)).toEqual([
      'document.print-refused',
      'document.printed',
      'document.printed',
    ])
    const { filename } = (await room.operator.items()).find(({ id }) => id === ids.pdf) ?? {}
    expect((await client.fetch('GET', `/room/api/file/${filename}`)).status).toBe(403)
  })

  it('is the marked PDF for those who may download as well, unless copies are to be images', async () => {
    const { room, ids, client, memberId } = await prepared()
    await room.operator.setRight(memberId, 'print', true)
    await room.operator.setRight(memberId, 'download', true)
    const markedCopy = await load(client, ids.pdf, 2)
    expect({
      http: markedCopy.http,
      how: markedCopy.headers.get('content-disposition')?.slice(0, 7),
    }).toEqual({
      http: 200,
      how: 'inline;',
    })
    expect(markedCopy.bytes.includes('/DCTDecode')).toBe(false)
    await room.operator.call('PUT', '/room/api/room/update/viewing', {
      body: { id: room.roomId, imageCopies: true },
    })
    expect((await load(client, ids.pdf, 2)).bytes.includes('/DCTDecode')).toBe(true)
    const image = await load(client, ids.png, 2)
    expect(image.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(await printed(room.roomId)).toEqual(Array(3).fill('document.printed'))
  })

  it('of an image fills a sheet, and of other types is refused [print-types]', async () => {
    const { room, ids, client, memberId } = await prepared()
    await room.operator.setRight(memberId, 'print', true)
    const image = await load(client, ids.png, 2)
    expect(image.headers.get('content-type')).toBe('application/pdf')
    expect(image.bytes.toString('latin1')).toContain('/MediaBox [0 0 842 421]')
    const office = await load(client, ids.docx, 2)
    expect({ http: office.http, code: codeOf(office) }).toEqual({ http: 415, code: 'PRINT_TYPE' })
    expect(await printed(room.roomId)).toEqual(['document.printed', 'document.print-refused'])
  })

  it('is not found elsewhere', async () => {
    const { room, ids, client } = await prepared()
    const other = await app.room()
    const folder = await room.operator.newFolder('폴더')
    for (const type of [1, 2]) {
      expect((await load(other.operator, ids.pdf, type)).http).toBe(404)
      for (const id of [folder, ids.docx + 10_000])
        expect((await load(room.operator, id, type)).http).toBe(404)
    }
    const foreign = { fileId: ids.pdf, id: room.operator.me.id, roomId: room.roomId, type: 2 }
    expect((await client.call('POST', '/room/api/file/load', { body: foreign })).http).toBe(404)
    for (const type of [0, 3, '2', null])
      expect((await load(client, ids.pdf, type as number)).http).toBe(400)
    expect(await printed(room.roomId)).toEqual([])
  })

  it('ends when the right is taken away', async () => {
    const { room, client, memberId } = await prepared()
    await room.operator.setRight(memberId, 'print', true)
    const stored = await room.operator.upload([['긴 것.pdf', makePdf(2_000, 'PAGE', [400, 400])]])
    const [long] = stored.json.payload as { id: number }[]
    await room.operator.openDocument(long?.id ?? 0)
    const body = { fileId: long?.id, id: client.me.id, roomId: client.me.roomId, type: 2 }
    const response = await client.fetch('POST', '/room/api/file/load', { body })
    const reader = (response.body as unknown as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    await room.operator.setRight(memberId, 'print', false)
    const rest = async (): Promise<void> => {
      while (!(await reader.read()).done);
    }
    await expect(rest()).rejects.toThrow()
    await eventually(async () => expect((await load(client, long?.id ?? 0, 2)).http).toBe(403))
  })
})

describe('a print under way when the right to download goes', () => {
  async function begun(client: WireClient, fileId: number): Promise<() => Promise<number>> {
    const body = { fileId, id: client.me.id, roomId: client.me.roomId, type: 2 }
    const response = await client.fetch('POST', '/room/api/file/load', { body })
    const reader = (response.body as unknown as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    return async () => {
      let length = 0
      for (let piece = await reader.read(); !piece.done; piece = await reader.read())
        length += piece.value.length
      return length
    }
  }

  it('ends where it is the marked document itself, and comes as page images when it is asked for again', async () => {
    const { room, client, memberId } = await prepared()
    for (const right of ['print', 'download']) await room.operator.setRight(memberId, right, true)
    const large = await room.operator.put('큰 것.pdf', largePdf())
    const rest = await begun(client, large)
    await room.operator.setRight(memberId, 'download', false)
    await expect(rest()).rejects.toThrow()
    const again = await load(client, large, 2)
    expect({ http: again.http, isImages: again.bytes.includes('/DCTDecode') }).toEqual({
      http: 200,
      isImages: true,
    })
  })

  it('goes on where it is page images anyway', async () => {
    const { room, client, memberId } = await prepared()
    for (const right of ['print', 'download']) await room.operator.setRight(memberId, right, true)
    await room.operator.call('PUT', '/room/api/room/update/viewing', {
      body: { id: room.roomId, imageCopies: true },
    })
    const long = await room.operator.put('긴 것.pdf', makePdf(40))
    const rest = await begun(client, long)
    await room.operator.setRight(memberId, 'download', false)
    expect(await rest()).toBeGreaterThan(0)
  })
})

describe('the small preview', () => {
  it('is an image of the first page, marked while the watermark is on, for everybody, and logged as a view', async () => {
    const { room, ids, client } = await prepared()
    const marked = await load(client, ids.pdf, 1)
    await room.operator.switches(false)
    const bare = await load(client, ids.pdf, 1)
    for (const { http, headers, bytes } of [marked, bare]) {
      expect({ http, type: headers.get('content-type') }).toEqual({ http: 200, type: 'image/jpeg' })
      expect((await sharp(bytes).metadata()).width).toBe(480)
    }
    expect(marked.bytes.equals(bare.bytes)).toBe(false)
    await eventually(async () => {
      const office = await load(client, ids.docx, 1)
      expect({ http: office.http, code: codeOf(office) }).toEqual({
        http: 422,
        code: 'NO_CONVERTER',
      })
    })
    expect(await printed(room.roomId)).toEqual([])
    expect(
      (await app.logged(room.roomId)).filter((kind) => kind === 'document.viewed'),
    ).toHaveLength(2)
  })
})
