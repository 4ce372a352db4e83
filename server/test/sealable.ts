import { buffer } from 'node:stream/consumers'
import type { Annotation } from '../../contract/features/composed.ts'
import type { Rect, Size } from '../../paper/space/page-space.ts'
import type { ComposeTables } from '../features/compose/compose.tables.ts'
import { createComposeFiles } from '../features/compose/compose-files.ts'
import { noteTemplateEvent } from '../features/compose/note-event.ts'
import { boxFilling, templateTexts } from '../features/compose/sealed-values.ts'
import { queueSealing } from '../features/compose/sealing/queue-sealing.ts'
import { createRoomKeyring } from '../features/rooms/index.ts'
import { openDiskBlobStore } from '../platform/blob/disk-blob-store.ts'
import { openKeyStore } from '../platform/crypto/open-key-store.ts'
import type { TestApp, TestRoom } from './test-app.ts'

/** A document that all have signed, as the calls before it leave it. */
export interface Sealable {
  readonly pdf: Buffer
  readonly pages: readonly Size[]
  readonly name?: string
  readonly waterMark?: boolean
  /** False: its job was lost. */
  readonly isQueued?: boolean
  readonly annotations?: readonly Annotation[]
  /** The first is the one who signs. */
  readonly people?: readonly { readonly name: string; readonly email: string; readonly type: 'SIGNER' | 'APPROVER' | 'CC' }[]
  readonly boxes?: readonly (Rect & { readonly page: number; readonly text?: string; readonly image?: Buffer })[]
}

const SIGNERS = [
  { name: '홍길동', email: 'hong@example.com', type: 'SIGNER' },
  { name: 'Park (CC)', email: 'park@example.com', type: 'CC' },
] as const

/** Puts documents that wait to be sealed into the database. */
export async function sealables({ database, dataDir, keyDir, clock }: TestApp) {
  const keyring = createRoomKeyring(await openKeyStore({ keyDir, dataDir }))
  const sealer = keyring.content
  const blobs = await openDiskBlobStore(dataDir, clock)
  const files = createComposeFiles({ db: database.db, blobs, keyring })

  return {
    blobs,
    /** @returns the id of the document; its job is queued with it. */
    async add(room: TestRoom, { pdf, pages, ...given }: Sealable): Promise<number> {
      const { roomId } = room
      const file = await files.write(roomId, [pdf])
      const { rows } = await database.pool.query('select min(id) as id from members where room_id = $1', [roomId])
      const at = clock.now()
      return database.transaction(async (tx) => {
        const tables = tx.withTables<ComposeTables>()
        const place = { tx, roomId }
        const { id } = await tables
          .insertInto('templates')
          .values({
            ...{ room_id: roomId, created_by: rows[0].id, created_at: at, name: given.name ?? '계약서.pdf', origin_name: 'contract.pdf' },
            ...{
              status: 'SEALING',
              source_id: await files.insert(tx, roomId, file, at),
              result_id: null,
              sign_valid: 14,
              origin_item_id: null,
            },
            ...{ pages: JSON.stringify(pages) as never, water_mark: given.waterMark ?? false, was_signed: false, sealed: Buffer.alloc(0) },
            ...{ sent_at: at, ended_at: null, failure: null, failed_at: null },
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        const texts = { notice: '', annotations: [...(given.annotations ?? [])], labels: {} }
        await tables
          .updateTable('templates')
          .set({ sealed: await templateTexts.seal(sealer, place, id, texts) })
          .where('id', '=', id)
          .execute()
        const people = await tables
          .insertInto('template_participants')
          .values(
            (given.people ?? SIGNERS).map((person) => ({
              ...person,
              ...{ room_id: roomId, template_id: id, status: 'DONE' as const, token_digest: null, invited_at: at, expires_at: null },
              ...{ linked_at: at, opened_at: at, done_at: at, sealed: null },
            })),
          )
          .returning('id')
          .execute()
        const signer = people[0]?.id ?? null
        for (const [ordinal, { text, image, ...box }] of (given.boxes ?? []).entries()) {
          const { id: boxId } = await tables
            .insertInto('template_boxes')
            .values({
              ...box,
              ...{ room_id: roomId, template_id: id, key: String(ordinal), ordinal, type: image ? 'SIGN' : 'TEXT' },
              ...{ participant_id: signer, required: true, sealed: null },
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          const filling = { ...(text ? { text } : {}), ...(image ? { image: image.toString('base64') } : {}) }
          await tables
            .updateTable('template_boxes')
            .set({ sealed: await boxFilling.seal(sealer, place, boxId, filling) })
            .where('id', '=', boxId)
            .execute()
        }
        await noteTemplateEvent(
          tx,
          { roomId, templateId: id, ...(signer === null ? {} : { participantId: signer }), kind: 'signed', at },
          { sealer, address: '203.0.113.9', agent: 'Test/1.0 )' },
        )
        if (given.isQueued ?? true) await queueSealing(tx, { roomId, templateId: id })
        return id
      })
    },
    /** Waits until a document has left SEALING. */
    async ended(templateId: number): Promise<{ status: string; failure: string | null; result_id: number | null }> {
      for (let tries = 0; tries < 400; tries += 1) {
        const { rows } = await database.pool.query('select status, failure, result_id from templates where id = $1', [templateId])
        if (rows[0].status !== 'SEALING') return rows[0]
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error('a document is still being sealed')
    },
    /** The sealed PDF. */
    async result(roomId: number, resultId: number): Promise<{ bytes: Buffer; sha256: string }> {
      const { reader, sha256 } = await files.open(database.db, roomId, resultId)
      return { bytes: await buffer(reader.stream()), sha256 }
    },
  }
}
