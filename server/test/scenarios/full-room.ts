import { randomUUID } from 'node:crypto'
import { ENCRYPTED_COLUMNS } from '../../encrypted-columns.ts'
import { createContentStore } from '../../features/documents/index.ts'
import { createComposeFiles } from '../../features/esign/index.ts'
import { createRoomKeyring } from '../../features/rooms/index.ts'
import { openDiskBlobStore } from '../../platform/blob/disk-blob-store.ts'
import { openKeyStore } from '../../platform/encryption/open-key-store.ts'
import { sendLinked } from '../fixtures/linked-file.ts'
import { makeKoreanPdf } from '../fixtures/make-korean-pdf.ts'
import { stampPng } from '../fixtures/stamp-png.ts'
import type { TestApp, TestPerson, TestRoom } from '../harness/test-app.ts'
import { appendTo, newUpload } from '../harness/tus.ts'
import { startApp } from '../second-step/second-step.ts'
import { prepared } from './archives.ts'
import { draftOf, uploadStamp } from './composing.ts'
import { made as madeRecord } from './disclosures.ts'
import { newGroup } from './groups.ts'
import { STANDARD_MAILS } from './rooms/mail-texts.ts'
import { keepAgreements } from './rooms/own-agreements.ts'
import { allRead } from './searching.ts'
import { asAuthor, draftToSend, signatureImage, signerOf } from './signing.ts'
import { attachFile, enter, move, saveView, written } from './threads.ts'

export const PHRASE = '손해배상의 예정'
export const NOTICE = '읽고 서명해 주세요'
export const THREAD_WORDS = [
  '우발채무',
  '지급보증',
  '진행 중인 보증',
  '범위를 좁혀 주세요',
] as const
export const ATTACHED = '보증서 사본.pdf'
export const DRAFTED = '아직 보내지 않은 글'
const ADDRESS = 'signer@law.example'
const DECLINING = 'declining@law.example'
const PIECE = 300_000

export interface FullRoom {
  readonly room: TestRoom
  readonly reader: TestPerson
  readonly documents: ReadonlyMap<string, Buffer>
  readonly upload: { readonly id: string; readonly bytes: Buffer; readonly arrived: number }
  readonly templateId: number
  readonly recordId: number
}

export const freshKeyring = async (app: TestApp) =>
  createRoomKeyring(await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir }))

export async function fillRoom(app: TestApp): Promise<FullRoom> {
  const room = await app.room()
  const reader = await app.participant(room)
  const documents = new Map<string, Buffer>()
  for (const name of ['양도 계약서.pdf', '부속 합의서.pdf']) {
    const bytes = Buffer.from(
      await makeKoreanPdf([
        `제1조 (목적) ${name}`,
        `제7조 (${PHRASE}) 위약금은 양도 대금의 십분의 일로 한다.`,
      ]),
    )
    documents.set(name, bytes)
    await room.operator.put(name, bytes)
  }
  await allRead(app, room.roomId)
  const { id, bytes } = {
    id: await newUpload(room.operator, { size: 2 * PIECE }),
    bytes: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2 * PIECE - 9, '글')]),
  }
  await appendTo(room.operator, id, 0, bytes.subarray(0, PIECE))
  await reader.client.message('sendByUser', { title: '문의', content: '3쪽을 봐 주세요' })
  await reader.client.call('PUT', '/room/api/draft/message', { body: { text: DRAFTED } })
  await sendLinked(reader.client, '큰 붙임.pdf')
  await askAndAnswer(room, reader)
  const { record } = await madeRecord(room.operator, await newGroup(room, '매수인 을', 'view'))
  const templateId = await compose(app, room)
  await prepared(room.operator, {
    scope: 'room',
    code: room.code,
    protection: { kind: 'passphrase', passphrase: '길고 외우기 쉬운 암호 문장 하나' },
  })
  await storeByHand(app, room.roomId)
  return {
    room,
    reader,
    documents,
    upload: { id, bytes, arrived: PIECE },
    templateId,
    recordId: record.id,
  }
}

async function askAndAnswer({ operator }: TestRoom, { client }: TestPerson): Promise<void> {
  const [title, answer, faq, reason] = THREAD_WORDS
  const asked = await written(client, { title })
  await enter(operator, asked.id, 'ANSWER', `${answer}은 한 건입니다`)
  await attachFile(client, ATTACHED, await makeKoreanPdf(['보증서']))
  await operator.call('POST', `/room/api/thread/${asked.id}/publish`, {
    body: { title: faq, question: '보증이 있습니까?', answer: '한 건이 있습니다' },
  })
  await saveView(client, '내 질의', { unread: true })
  await move(operator, (await written(client, { title: '모든 계약' })).id, 'RETURNED', { reason })
}

async function compose(app: TestApp, room: TestRoom): Promise<number> {
  await draftOf(room)
  const stamp = await stampPng()
  await uploadStamp(room.operator, stamp)
  const brand = { firm: '', accent: null, accentDark: null, sender: '', replyTo: '', footer: '' }
  await room.operator.call('PUT', '/room/api/room/update/brand', {
    body: { id: room.roomId, ...brand, logo: stamp.toString('base64') },
  })
  const texts = { ...STANDARD_MAILS, documents: { ko: '새 문서를 안내합니다', en: '' } }
  await room.operator.call('PUT', '/room/api/room/update/mailTexts', {
    body: { id: room.roomId, texts },
  })
  await keepAgreements(room.operator)
  await startApp(room.operator)
  const { templateId } = await draftToSend(room, {
    notice: NOTICE,
    people: [ADDRESS, DECLINING].map((email, index) => ({ email, order: index + 1 })),
    boxes: [{ of: ADDRESS }, { typeName: 'TEXT', of: DECLINING }],
  })
  await asAuthor(room.operator, 'addInvite', { templateId, members: [] })
  const signer = await signerOf(app, ADDRESS)
  const boxes = (await signer.open()).data.boxes
  await signer.complete(
    await Promise.all(boxes.map(async ({ id }) => ({ id, image: await signatureImage() }))),
  )
  const declining = await signerOf(app, DECLINING)
  await declining.open()
  await declining.decline('조건이 다릅니다')
  return templateId
}

/** These need LibreOffice, an encrypted PDF or a failing mail server. */
async function storeByHand({ database, dataDir, ...app }: TestApp, roomId: number): Promise<void> {
  const keyring = await freshKeyring({ database, dataDir, ...app })
  const blobs = await openDiskBlobStore(dataDir, app.clock)
  const content = createContentStore(database.db, blobs, keyring)
  const files = createComposeFiles({ db: database.db, blobs, keyring })
  const { rows } = await database.pool.query(
    'select id, content_uid as uid from file_versions where room_id = $1 order by id limit 1',
    [roomId],
  )
  const [version] = rows
  const { rows: attached } = await database.pool.query(
    'select id, content_uid as uid from thread_files where room_id = $1',
    [roomId],
  )
  const previewOf = async (uid: string) => {
    const writer = await content.beginPreview(roomId, uid)
    await writer.write(Buffer.from('%PDF-1.7 미리보기'))
    return { uid, segments: [await writer.finish()] }
  }
  const [preview, threadPreview] = [await previewOf(version.uid), await previewOf(attached[0].uid)]
  const made = await files.write(roomId, [Buffer.from('%PDF-1.7')])
  await database.transaction(async (tx) => {
    const [segment] = await content.wrapKeys(tx, roomId, preview, 'preview')
    const [threadSegment] = await content.wrapKeys(tx, roomId, threadPreview, 'preview')
    await files.insert(tx, roomId, { ...made, originSha256: 'ab'.repeat(32) }, app.clock.now())
    const { rows: messages } = await database.pool.query(
      'select id from messages where room_id = $1',
      [roomId],
    )
    const file = await keyring.content.encrypt(
      tx,
      roomId,
      `message-file:${messages[0].id}`,
      Buffer.from('붙임'),
    )
    const tables = tx.withTables<Record<string, Record<string, unknown>>>()
    await tables.updateTable('messages').set({ file }).where('id', '=', messages[0].id).execute()
    const mail = await keyring.content.encrypt(tx, roomId, `mail:${MAIL}`, Buffer.from('메일'))
    await tables
      .insertInto('mails')
      .values({
        id: MAIL,
        room_id: roomId,
        kind: 'test',
        sealed: mail,
        created_at: app.clock.now(),
      })
      .execute()
    await tables
      .insertInto('file_segments')
      .values({
        ...{ version_id: version.id, purpose: 'preview', ordinal: 0, room_id: roomId },
        ...{
          blob_id: segment?.blobId ?? randomUUID(),
          size: segment?.size ?? 0,
          wrapped_key: segment?.wrappedKey,
        },
      })
      .execute()
    await tables
      .insertInto('thread_previews')
      .values({
        ...{ file_id: attached[0].id, room_id: roomId, content_uid: attached[0].uid },
        ...{
          blob_id: threadSegment?.blobId,
          size: threadSegment?.size,
          wrapped_key: threadSegment?.wrappedKey,
        },
      })
      .execute()
  })
}

export const MAIL = 1_000_000

export async function encryptedValues(
  app: TestApp,
  roomId: number,
): Promise<Record<string, number>> {
  const counted: Record<string, number> = {}
  for (const { table, column } of ENCRYPTED_COLUMNS) {
    const { rows } = await app.database.pool.query(
      `select count(${column})::int as count from ${table} where room_id = $1`,
      [roomId],
    )
    counted[`${table}.${column}`] = rows[0].count
  }
  return counted
}
