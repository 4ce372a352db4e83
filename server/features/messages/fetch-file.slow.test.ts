import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import type { file, sentOne } from '../../../contract/features/messages.ts'
import { openKeyStore } from '../../platform/encryption/open-key-store.ts'
import { createClamdScanner, parseClamdUrl } from '../../platform/scan/clamd.ts'
import {
  askTicket,
  bytesOfLinked,
  linkedFile,
  newestSent,
  sendLinked,
  showLinked,
  ticketFor,
} from '../../test/fixtures/linked-file.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { runJob } from '../../test/harness/run-job.ts'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../test/harness/test-app.ts'
import { makeFiller } from '../../test/harness/upload-stream.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'
import { loggedDetails } from '../../test/scenarios/logged-details.ts'
import { messageMails } from '../../test/scenarios/message-mails.ts'
import { blobs, query, SIZE, to, used } from '../../test/scenarios/messages/large-files.ts'
import { type Clamd, startClamd } from '../../test/servers/clamd.ts'
import { createRoomKeyring } from '../rooms/index.ts'

const WEEK_MS = 7 * 24 * 3_600_000

let app: TestApp
let clamd: Clamd
let room: TestRoom
let one: TestPerson
let two: TestPerson
beforeAll(async () => {
  clamd = await startClamd()
  const address = parseClamdUrl(clamd.url)
  app = await startTestApp(address ? { scanner: createClamdScanner(address) } : {})
})
afterAll(async () => {
  await app.close()
  await clamd.stop()
})
beforeEach(async () => {
  room = await app.room()
  one = await app.participant(room, '하나')
  two = await app.participant(room, '두리')
})
const rowsOf = (messageId: number) =>
  query(app, 'select * from message_files where message_id = $1', [messageId])
const about = async (client: WireClient, messageId: number): Promise<PayloadOut<typeof file>> =>
  (await showLinked(client, messageId)).json.payload as never
const sentWhole = async (
  client: WireClient,
  messageId: number,
): Promise<PayloadOut<typeof sentOne>> =>
  (await client.call('GET', `/room/api/message/sentOne/${messageId}`)).json.payload as never
const fetched = async (
  client: WireClient,
  messageId: number,
  headers: Readonly<Record<string, string>> = {},
) => client.fetch('GET', await ticketFor(client, messageId), { headers })
const details = async (kind: string) => {
  const keys = await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir })
  return loggedDetails(app.database, createRoomKeyring(keys), room.roomId, kind)
}

describe('a file that is too large for mails', () => {
  it('is led to by the mails, which hold nothing of it, and fetched whole or in ranges by those to whom they went', async () => {
    const bytes = bytesOfLinked('실사 자료.pdf')
    const messageId = await sendLinked(room.operator, '실사 자료.pdf', [one.email, two.email])
    const mails = await messageMails(app, '실사 자료.pdf')
    expect(mails).toHaveLength(2)
    for (const { files, text, source } of mails) {
      expect(files).toEqual([])
      expect(source.length).toBeLessThan(100_000)
      expect(text).toContain(`http://room.test/?attachment=${messageId}&room=${room.roomNo}\n`)
      expect(text).toContain('실사 자료.pdf (10.00 MB)')
      expect(text).toContain('7일 동안 보관합니다')
    }
    const { keptUntil, sentAt, ...shown } = await about(one.client, messageId)
    expect(shown).toEqual({
      name: '실사 자료.pdf',
      size: SIZE,
      title: '실사 자료.pdf',
      sender: room.operator.me.name,
    })
    expect(Date.parse(keptUntil) - Date.parse(sentAt)).toBe(WEEK_MS)
    const whole = await fetched(two.client, messageId)
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
    const range = await fetched(one.client, messageId, { range: `bytes=${SIZE - 5}-` })
    expect(range.status).toBe(206)
    expect(Buffer.from(await range.arrayBuffer()).equals(bytes.subarray(-5))).toBe(true)
    expect(await details('message.file-fetched')).toEqual(
      Array(2).fill({
        messageId,
        senderId: room.operator.me.id,
        name: '실사 자료.pdf',
        size: SIZE,
      }),
    )
    expect(await details('message.sent')).toMatchObject([
      { attachment: { name: '실사 자료.pdf', size: SIZE, linked: true } },
    ])
    expect((await sentWhole(room.operator, messageId)).attachment).toEqual({
      name: '실사 자료.pdf',
      size: SIZE,
      keptUntil,
    })
  })

  it('goes on where it stopped with the same ticket, and never from its beginning again', async () => {
    const messageId = await sendLinked(room.operator, '이어 받기.pdf', [one.email])
    const ticket = await ticketFor(one.client, messageId)
    const begun = await one.client.fetch('GET', ticket, { headers: { range: 'bytes=0-99' } })
    expect((await begun.arrayBuffer()).byteLength).toBe(100)
    const rest = await one.client.fetch('GET', ticket, { headers: { range: 'bytes=100-' } })
    expect(
      Buffer.from(await rest.arrayBuffer()).equals(bytesOfLinked('이어 받기.pdf').subarray(100)),
    ).toBe(true)
    for (const headers of [{}, { range: 'bytes=0-' }])
      expect((await one.client.fetch('GET', ticket, { headers })).status).toBe(404)
  })

  it('leads to the document as well that the message names', async () => {
    const itemId = await room.operator.put('계약서.pdf', makePdf(1))
    await one.client.message('sendByUser', { title: '둘 다', content: '본문', itemId }, [
      linkedFile('부록.pdf'),
    ])
    const messageId = await newestSent(one.client)
    expect((await messageMails(app, '둘 다'))[0]?.text).toContain(
      `http://room.test/?doc=${itemId}&attachment=${messageId}&room=${room.roomNo}\n`,
    )
    expect(await about(room.operator, messageId)).toMatchObject({
      name: '부록.pdf',
      sender: '하나',
    })
  })

  it('lies sealed on the disk, takes nothing of the storage of documents, and no sweep takes it', async () => {
    const before = await used(app, room)
    const messageId = await sendLinked(room.operator, '봉인.pdf', [one.email])
    expect(await used(app, room)).toBe(before)
    const [row] = await rowsOf(messageId)
    expect(row.size).toBe(SIZE)
    const blob = await readFile(
      path.join(app.dataDir, 'blobs', row.blob_id.slice(0, 2), row.blob_id),
    )
    expect(blob.length).toBeGreaterThan(SIZE)
    for (const words of ['%PDF', 'SEALROOM', '봉인']) expect(blob.includes(words)).toBe(false)
    expect(
      (await query(app, 'select file from messages where id = $1', [messageId]))[0].file,
    ).toBeNull()
    await app.program.sweep()
    expect((await fetched(one.client, messageId)).status).toBe(200)
  })

  it('is sealed as what it is: as a document its bytes do not open', async () => {
    const messageId = await sendLinked(room.operator, '다른 것.pdf', [one.email])
    const itemId = await room.operator.put('문서.pdf', makePdf(1))
    const [{ content_uid: uid, blob_id: blob, wrapped_key: key, size }] = await rowsOf(messageId)
    const [{ id }] = await query(
      app,
      'update file_versions set content_uid = $2, size = $3 where item_id = $1 returning id',
      [itemId, uid, size],
    )
    await query(
      app,
      'update file_segments set blob_id = $2, wrapped_key = $3, size = $4 where version_id = $1',
      [id, blob, key, size],
    )
    await room.operator.switches(false)
    const answer = await room.operator.call('POST', '/room/api/file/ticket', {
      body: { fileIds: [itemId], kind: 'download' },
    })
    const response = await room.operator.fetch('GET', (answer.json.payload as { url: string }).url)
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('%PDF')
    await query(app, 'delete from file_segments where version_id = $1', [id])
  })

  it('travels in the mails as long as it is small, and by link sooner to many, as do not all mails of a room hold a large file', async () => {
    const small = () =>
      new File([new Uint8Array(makeFiller('경계.pdf', LIMITS.attachmentBytes))], '경계.pdf')
    const before = { used: await used(app, room), blobs: await blobs(app) }
    await room.operator.message(
      'sendByManager',
      { subject: '메일로', content: '본문', ...to(one) },
      [small()],
    )
    expect(
      (await messageMails(app, '메일로'))[0]?.files.map(({ content }) => content.length),
    ).toEqual([LIMITS.attachmentBytes])
    expect({ used: await used(app, room), blobs: await blobs(app) }).toEqual(before)
    const messageId = await newestSent(room.operator)
    expect(await rowsOf(messageId)).toEqual([])
    expect((await showLinked(one.client, messageId)).http).toBe(404)
    expect((await askTicket(one.client, messageId)).http).toBe(404)

    const crowd = Array.from({ length: 19 }, (_, index) => ({
      name: `사람${index}`,
      email: `crowd${room.roomId}-${index}@example.com`,
    }))
    await room.operator.invite(crowd)
    const recipients = [one, two, ...crowd].map(({ email }) => ({ email }))
    await room.operator.message(
      'sendByManager',
      { subject: '여럿에게', content: '본문', recipients },
      [small()],
    )
    expect(await used(app, room)).toBe(before.used)
    expect(await rowsOf(await newestSent(room.operator))).toHaveLength(1)
    expect((await messageMails(app, '여럿에게')).flatMap(({ files }) => files)).toEqual([])
  })
})

describe('after a week', () => {
  it('it is gone with its key, the room has its storage again, and that is said to its readers and to its sender', async () => {
    const before = await used(app, room)
    const messageId = await sendLinked(room.operator, '지난 것.pdf', [one.email])
    const [{ blob_id: blob }] = await rowsOf(messageId)
    const { keptUntil } = await about(one.client, messageId)
    app.clock.advance(WEEK_MS - 60_000)
    await runJob(app, 'messages.tidy')
    expect(await rowsOf(messageId)).toHaveLength(1)
    expect((await blobs(app)).some((file) => file.endsWith(blob))).toBe(true)

    app.clock.advance(60_000)
    const client = app.stranger()
    await client.join(one.pin)
    await client.agree()
    expect((await showLinked(client, messageId)).json).toMatchObject({
      status: 'EXCEPTION',
      code: 'ATTACHMENT_GONE',
    })
    expect((await askTicket(client, messageId)).http).toBe(410)
    await runJob(app, 'messages.tidy')
    await runJob(app, 'documents.sweep')
    expect(await rowsOf(messageId)).toEqual([])
    expect(await used(app, room)).toBe(before)
    expect((await blobs(app)).some((file) => file.endsWith(blob))).toBe(false)
    expect((await showLinked(client, messageId)).http).toBe(410)
    expect(await details('message.files-removed')).toEqual([{ count: 1, size: SIZE }])
    const operator = app.stranger()
    await operator.join(room.pin)
    await operator.agree()
    expect((await sentWhole(operator, messageId)).attachment?.keptUntil).toBe(keptUntil)
    await query(app, `update mails set status = 'failed' where message_id = $1`, [messageId])
    const again = await operator.call('POST', '/room/api/message/sendAgain', {
      body: { id: messageId },
    })
    expect(again.json).toMatchObject({ status: 'EXCEPTION', code: 'MAIL_GONE' })
  })

  it('until then a mail that did not arrive is sent again and leads to the same file', async () => {
    const messageId = await sendLinked(room.operator, '다시.pdf', [one.email])
    expect(await messageMails(app, '다시.pdf')).toHaveLength(1)
    await query(app, `update mails set status = 'failed' where message_id = $1`, [messageId])
    const again = await room.operator.call('POST', '/room/api/message/sendAgain', {
      body: { id: messageId },
    })
    expect(again.json.status).toBe('OK')
    const mails = await messageMails(app, '다시.pdf')
    expect(mails).toHaveLength(2)
    expect(mails[1]?.files).toEqual([])
    expect(mails[1]?.text).toContain(`/?attachment=${messageId}&room=`)
    expect((await fetched(one.client, messageId)).status).toBe(200)
  })
})
