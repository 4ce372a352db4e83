import { createComposeFiles } from '../features/compose/index.ts'
import { templateTexts } from '../features/compose/sealed-values.ts'
import { insertBoxes, insertParticipant, insertTemplate, keepTexts } from '../features/compose/signing/signing.store.ts'
import { createRoomKeyring } from '../features/rooms/index.ts'
import { openDiskBlobStore } from '../platform/blob/disk-blob-store.ts'
import { openKeyStore } from '../platform/crypto/open-key-store.ts'
import { makePdf } from './make-pdf.ts'
import type { TestApp, TestRoom } from './test-app.ts'

/** Somebody of a draft; a signer unless told. */
export interface DraftPerson {
  readonly name?: string
  readonly email: string
  readonly type?: 'SIGNER' | 'APPROVER' | 'CC'
  readonly order?: number
}

/** A box of a draft; a signature unless told. `of`: the address of whose it is. */
export interface DraftBox {
  readonly typeName?: 'SIGN' | 'TEXT'
  readonly page?: number
  readonly of?: string
  readonly required?: boolean
}

export interface DraftOptions {
  readonly app: TestApp
  readonly name?: string
  readonly pages?: number
  readonly boxes?: readonly DraftBox[]
  readonly people?: readonly DraftPerson[]
  readonly signValid?: number
  readonly notice?: string
}

/** A draft with a real PDF. */
export async function draftOf(room: TestRoom, options: DraftOptions) {
  const { app, name = '계약서.pdf', pages = 1, boxes = [], people = [], signValid = 14, notice = '' } = options
  const { roomId } = room
  const keyring = createRoomKeyring(await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir }))
  const blobs = await openDiskBlobStore(app.dataDir, app.clock)
  const files = createComposeFiles({ db: app.database.db, blobs, keyring })
  const pdf = makePdf(pages)
  const written = await files.write(roomId, [pdf])
  return app.database.transaction(async (tx) => {
    const at = app.clock.now()
    const templateId = await insertTemplate(tx, {
      ...{ room_id: roomId, created_by: room.operator.me.id, created_at: at, name, origin_name: name },
      ...{
        source_id: await files.insert(tx, roomId, written, at),
        pages: Array.from({ length: pages }, () => ({ width: 595, height: 842 })),
      },
      ...{ sign_valid: signValid, water_mark: false, was_signed: false },
    })
    const texts = { notice, annotations: [] }
    await keepTexts(tx, templateId, await templateTexts.seal(keyring.content, { db: tx, roomId }, templateId, texts))
    const participants: { id: number; email: string; name: string; type: string }[] = []
    for (const { email, name: personName = email, type = 'SIGNER' as const, order = 1 } of people) {
      const place = { room_id: roomId, template_id: templateId }
      const id = await insertParticipant(tx, { ...place, name: personName, email, type, sign_order: order, language: 'ko' })
      participants.push({ id, email, name: personName, type })
    }
    const made = boxes.map(({ typeName = 'SIGN' as const, page = 0, of, required = true }, ordinal) => ({
      ...{ room_id: roomId, template_id: templateId, key: `box-${ordinal}`, ordinal, type: typeName, page, required },
      ...{ x: 10, y: 10 + ordinal, w: 120, h: 40 },
      participant_id: participants.find(({ email }) => email === of)?.id ?? null,
    }))
    await insertBoxes(tx, made)
    return { templateId, pdf, boxes: made.map(({ key }) => ({ id: key })), participants }
  })
}
