import { createHash } from 'node:crypto'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openKeyStore } from '../../../platform/encryption/open-key-store.ts'
import { askTicket, newestSent } from '../../../test/fixtures/linked-file.ts'
import { type MadeEntry, makeZip } from '../../../test/fixtures/made-files.ts'
import { makeDocx } from '../../../test/fixtures/make-docx.ts'
import { makeHwpx } from '../../../test/fixtures/make-hwp.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { expectNothingChanged, filesBelow, holdings } from '../../../test/harness/holdings.ts'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../../test/harness/test-app.ts'
import { appendTo, headUpload, newUpload, offsetOf } from '../../../test/harness/tus.ts'
import { loggedDetails } from '../../../test/scenarios/logged-details.ts'
import { messageMails } from '../../../test/scenarios/message-mails.ts'
import { createRoomKeyring, type RoomKeyring } from '../../rooms/index.ts'
import { digestPurpose } from './encrypted-content.ts'

const LF = Buffer.from('\n')
const SPACES = Buffer.from(`\r\n${' '.repeat(40_000)}\0\0`)

let app: TestApp
let keyring: RoomKeyring
let room: TestRoom
let docx: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  app = await startTestApp()
  keyring = createRoomKeyring(await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir }))
  room = await app.room()
  await room.operator.switches(false)
  docx = await makeDocx('계약서')
})
afterAll(() => app.close())

const padded = (bytes: Uint8Array, behind: Uint8Array) =>
  new Uint8Array(Buffer.concat([bytes, behind]))

const large = (size: number): Buffer => {
  const parts: MadeEntry[] = ['[Content_Types].xml', 'word/document.xml'].map((name) => ({
    name,
    data: Buffer.from('<x/>'),
  }))
  return makeZip([
    ...parts,
    { name: 'word/media/image1.bin', data: Buffer.alloc(size, 'sealroom') },
  ])
}

async function stored(name: string): Promise<{ bytes: Buffer; sizes: unknown[]; sha256: string }> {
  const item = (await room.operator.items()).find((one) => one.name === name)
  const response = await room.operator.fetch('GET', `/room/api/file/${item?.filename}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  const { rows } = await app.database.pool.query(
    'select size, content_uid, sealed_digest from file_versions where item_id = $1 order by id desc limit 1',
    [item?.id],
  )
  const [{ size, content_uid: uid, sealed_digest: digest }] = rows
  const opened = await keyring.content.open(
    app.database.db,
    room.roomId,
    digestPurpose(uid),
    digest,
  )
  const logged = await loggedDetails(app.database, keyring, room.roomId, 'document.uploaded')
  const entry = logged.find((details) => (details as { name: string }).name === name) as {
    size: number
  }
  const sizes = [
    item?.size,
    Number(response.headers.get('content-length')),
    Number(size),
    entry.size,
  ]
  return { bytes, sizes, sha256: opened.toString('hex') }
}

async function expectStored(name: string, bytes: Uint8Array, usedBefore: number): Promise<void> {
  const found = await stored(name)
  expect(found.bytes.equals(bytes)).toBe(true)
  expect(found.sizes).toEqual(Array(4).fill(bytes.length))
  expect(found.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect(await used()).toBe(usedBefore + bytes.length)
  await eventually(async () => {
    const { rows } = await app.database.pool.query(
      'select blob_id from file_segments union all select blob_id from message_files',
    )
    const blobs = await filesBelow(path.join(app.dataDir, 'blobs'))
    expect(blobs.map((file) => path.basename(file)).sort()).toEqual(
      rows.map(({ blob_id }) => blob_id).sort(),
    )
    expect(await filesBelow(path.join(app.dataDir, 'tmp'))).toEqual([])
  })
}

const used = async (): Promise<number> => Number((await holdings(app, room.roomId)).used)

describe('what is no padding behind a ZIP', () => {
  it.each([
    ['more than 64 kB', Buffer.alloc(64_001)],
    ['a script', Buffer.from('\n<script>alert(1)</script>\n')],
    ['a second document', Buffer.from('\n%PDF-1.7\n')],
  ])('that is %s is refused with the document', async (_, behind) => {
    await expectNothingChanged(app, room.roomId, async () => {
      const answer = await room.operator.upload([['behind.docx', padded(docx, behind)]])
      expect(answer).toMatchObject({
        http: 415,
        json: { rejected: [{ name: 'behind.docx', code: 'CONTENT' }] },
      })
    })
  })

  it('that came in several pieces is refused with the document, and nothing is left', async () => {
    await expectNothingChanged(app, room.roomId, async () => {
      const bytes = padded(large(60_000), Buffer.from('\nx\n'))
      const upload = await newUpload(room.operator, { name: 'x.docx', size: bytes.length })
      const answer = await appendTo(room.operator, upload, 0, bytes)
      expect(answer).toMatchObject({
        http: 415,
        json: { rejected: [{ name: 'x.docx', code: 'CONTENT' }] },
      })
      expect((await headUpload(room.operator, upload)).http).toBe(404)
    })
  })
})

describe('what lies behind the end of a ZIP', () => {
  it.each([
    ['a line feed', LF],
    ['64 kB of zeros', Buffer.alloc(64_000)],
  ])('where it is %s, is not stored, and nothing is left of it', async (_, behind) => {
    const before = await used()
    const name = `${behind.length}.docx`
    const answer = await room.operator.upload([[name, padded(docx, behind)]])
    expect(answer).toMatchObject({ http: 200, json: { payload: [{ name, size: docx.length }] } })
    await expectStored(name, docx, before)
  })

  it('is cut off Hangul documents in the open form, too', async () => {
    const before = await used()
    const hwpx = makeHwpx('비밀유지 계약서')
    expect((await room.operator.upload([['서.hwpx', padded(hwpx, LF)]])).http).toBe(200)
    await expectStored('서.hwpx', hwpx, before)
  })

  it('of other types is content of theirs, and stored', async () => {
    const before = await used()
    const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n\n\n')
    expect((await room.operator.upload([['lines.pdf', new Uint8Array(pdf)]])).http).toBe(200)
    await expectStored('lines.pdf', pdf, before)
  })
})

describe('the same of an upload in several pieces', () => {
  it.each([
    ['within the bytes that come last', LF, [90_000]],
    ['in a piece before the last one', SPACES, [90_000, 150_000]],
    ['over several pieces', SPACES, [40_000, 100_100, 133_000]],
  ])('where it is %s', async (_, behind, cuts) => {
    const before = await used()
    const whole = large(120_000 - cuts.length)
    const bytes = padded(whole, behind)
    const name = `${cuts.join('-')}-${behind.length}.docx`
    const upload = await newUpload(room.operator, { name, size: bytes.length })
    for (const cut of cuts) {
      const offset = await offsetOf(room.operator, upload)
      expect(
        (await appendTo(room.operator, upload, offset, bytes.subarray(offset, cut))).http,
      ).toBe(204)
    }
    const offset = await offsetOf(room.operator, upload)
    expect((await appendTo(room.operator, upload, offset, bytes.subarray(offset))).http).toBe(204)
    expect((await headUpload(room.operator, upload)).headers.get('upload-offset')).toBe(
      String(bytes.length),
    )
    await expectStored(name, whole, before)
    await app.program.sweep()
    expect((await stored(name)).bytes.equals(whole)).toBe(true)
  })
})

describe('the same of a file of a message', () => {
  let reader: TestPerson
  beforeAll(async () => {
    reader = await app.participant(room)
  })
  const send = (subject: string, bytes: Uint8Array<ArrayBuffer>) =>
    room.operator.message(
      'sendByManager',
      { subject, content: '본문', recipients: [{ email: reader.email }] },
      [new File([bytes], '서.docx')],
    )

  it('travels in no mail', async () => {
    expect((await send('붙임', padded(docx, LF))).json.status).toBe('OK')
    const [mail] = await messageMails(app, '붙임')
    expect(
      mail?.files.map(({ content }) => Buffer.from(content as Uint8Array).equals(docx)),
    ).toEqual([true])
  })

  it('is not kept, where the file is fetched by link', async () => {
    const whole = large(10_000_001)
    expect((await send('큰 붙임', padded(whole, SPACES))).json.status).toBe('OK')
    const ticket = await askTicket(reader.client, await newestSent(room.operator))
    const response = await reader.client.fetch('GET', (ticket.json.payload as { url: string }).url)
    expect(response.headers.get('content-length')).toBe(String(whole.length))
    expect(Buffer.from(await response.arrayBuffer()).equals(whole)).toBe(true)
    expect(await filesBelow(path.join(app.dataDir, 'tmp'))).toEqual([])
  })
})
