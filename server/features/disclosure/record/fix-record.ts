import type { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { fixRecord as contract } from '../../../../contract/features/disclosure.ts'
import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { checkpointNow } from '../../audit/index.ts'
import { type NewContent, writeContent } from '../../documents/index.ts'
import type { DisclosureParts } from '../disclosure.parts.ts'
import { countRecords, insertRecord } from '../disclosure.store.ts'
import { disclosedContent } from './disclosed-content.ts'
import type { RecordContent } from './record-files.ts'
import { recordZip } from './record-zip.ts'

type FixRecordInput = z.output<(typeof contract)['body']>

const tooMany = (): Refusal =>
  new Refusal('DISCLOSURE_LIMIT', { variables: { limit: LIMITS.disclosuresPerRoom } })

/** @returns the record's id. @throws Refusal DISCLOSURE_LIMIT, NO_SPACE, as `disclosedContent` */
export async function fixRecord(
  parts: DisclosureParts,
  actor: Actor,
  { groupId, at }: FixRecordInput,
): Promise<number> {
  const { database, keyring, history } = parts
  const { roomId } = actor
  const { vault } = await keyring.keysOf(database.db, roomId)
  if ((await countRecords(database.db, roomId)) >= LIMITS.disclosuresPerRoom) throw tooMany()
  const content = await disclosedContent(parts, actor, {
    groupId,
    at: at === undefined ? undefined : new Date(at),
    isRecord: true,
  })
  const checkpoint = await checkpointNow(history, roomId)
  let digest: Buffer | undefined
  const zip = recordZip(parts, content, { checkpoint, vault, onDigest: (made) => (digest = made) })
  const { content: stored } = await writeContent(parts.content, roomId, zip, 'disclosure')
  if (!digest) throw new Error('a record was stored without its list of files')
  return keep(parts, actor, { groupId, content, stored, digest })
}

interface MadeRecord {
  readonly groupId: number
  readonly content: RecordContent
  readonly stored: NewContent
  readonly digest: Buffer
}

async function keep(
  parts: DisclosureParts,
  actor: Actor,
  { groupId, content: made, stored, digest }: MadeRecord,
): Promise<number> {
  const { database, content, activity } = parts
  const { roomId, memberId } = actor
  const { at, documents, answers, group } = made
  const size = stored.segments.reduce((sum, segment) => sum + segment.size, 0)
  try {
    return await database.transaction(async (tx) => {
      await parts.confirm(tx, actor, 'disclosure.manage')
      if ((await countRecords(tx, roomId)) >= LIMITS.disclosuresPerRoom) throw tooMany()
      const [segment] = await content.wrapKeys(tx, roomId, stored, 'disclosure')
      if (!segment) throw new Error('a record has no content')
      const disclosureId = await insertRecord(tx, {
        ...{
          room_id: roomId,
          group_id: groupId,
          group_name: group.name,
          at,
          documents,
          answers,
          digest,
          size,
        },
        ...{ content_uid: stored.uid, blob_id: segment.blobId, wrapped_key: segment.wrappedKey },
        ...{ created_by: memberId, created_at: parts.clock.now() },
      })
      const facts = { disclosureId, groupId, group: group.name, at: at.toISOString() }
      const more = { documents, answers, sha256: digest.toString('hex') }
      await activity.record(tx, actor, 'disclosure.fixed', { ...facts, ...more })
      return disclosureId
    })
  } catch (error) {
    // On other errors the commit may have succeeded.
    if (error instanceof Refusal) await content.discard(stored)
    throw error
  }
}
