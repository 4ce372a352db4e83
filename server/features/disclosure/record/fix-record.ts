import type { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { fixRecord as contract } from '../../../../contract/features/disclosure.ts'
import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { checkpointNow } from '../../audit/index.ts'
import { type NewContent, writeContent } from '../../documents/index.ts'
import { groupNamed, type PastRights, rightsOfGroupAt } from '../../rights/index.ts'
import { type NumberingSettings, numberingOf, roomOf } from '../../rooms/index.ts'
import type { DisclosureParts } from '../disclosure.parts.ts'
import { countRecords, insertRecord } from '../disclosure.store.ts'
import { type DisclosedAnswer, disclosedAnswers } from './disclosed-answers.ts'
import { disclosedItems } from './disclosed-items.ts'
import { databaseNow, findPastItems } from './past-index.read.ts'
import { type PastCounting, seenItems } from './past-index.ts'
import type { RecordContent } from './record-files.ts'
import { recordZip } from './record-zip.ts'

type Asked = z.output<(typeof contract)['body']>

const tooLarge = (): Refusal =>
  new Refusal('DISCLOSURE_TOO_LARGE', {
    variables: { items: LIMITS.disclosedItems.toLocaleString('en'), answers: LIMITS.disclosedThreads.toLocaleString('en') },
  })

const tooMany = (): Refusal => new Refusal('DISCLOSURE_LIMIT', { variables: { limit: LIMITS.disclosuresPerRoom } })

/**
 * Writes down what a group can see, or could. @returns the id of the record.
 * @throws Refusal NOT_FOUND for a group that is not or was not there, BAD_REQUEST for a moment to come, DISCLOSURE_TOO_LARGE,
 * DISCLOSURE_LIMIT, NO_SPACE.
 */
export async function fixRecord(parts: DisclosureParts, actor: Actor, { groupId, at }: Asked): Promise<number> {
  const { database, keyring, history } = parts
  const { roomId } = actor
  const { vault } = await keyring.keysOf(database.db, roomId)
  const content = await contentAt(parts, actor, groupId, at === undefined ? undefined : new Date(at))
  const checkpoint = await checkpointNow(history, roomId)
  let digest: Buffer | undefined
  const zip = recordZip(parts, content, { checkpoint, vault, onDigest: (made) => (digest = made) })
  const { content: stored } = await writeContent(parts.content, roomId, zip, 'disclosure')
  if (!digest) throw new Error('a record was stored without its list of files')
  return keep(parts, actor, { groupId, content, stored, digest })
}

async function contentAt(parts: DisclosureParts, actor: Actor, groupId: number, asked: Date | undefined): Promise<RecordContent> {
  const { db } = parts.database
  const { roomId, zone } = actor
  await groupNamed(db, roomId, groupId)
  const now = await databaseNow(db)
  const at = asked ?? now
  if (at > now) throw new Refusal('BAD_REQUEST')
  if ((await countRecords(db, roomId)) >= LIMITS.disclosuresPerRoom) throw tooMany()
  const rights = await rightsOfGroupAt(db, roomId, groupId, at)
  if (!rights) throw new Refusal('NOT_FOUND')
  const room = await roomOf(db, roomId)
  const counting = asked === undefined ? countingOf(await numberingOf(db, roomId)) : undefined
  const { items: seen, unplaced } = await itemsAt(parts, roomId, { at, rights, counting })
  const items = await disclosedItems(parts, db, roomId, seen)
  const threads = await threadsAt(parts, { roomId, groupId, at })
  return {
    ...{ roomNo: room.room_no, roomName: room.name, zone, at, madeAt: now, madeBy: actor.name, isPast: asked !== undefined },
    group: { name: rights.name, from: rights.from, until: rights.until },
    ...{ hasNumbers: counting !== undefined, items, unplaced, documents: items.filter(({ isFolder }) => !isFolder).length },
    ...{ threads, answers: threads.reduce((sum, { answers }) => sum + answers.length, 0) },
  }
}

async function threadsAt(parts: DisclosureParts, wanted: Parameters<typeof disclosedAnswers>[1]): Promise<DisclosedAnswer[]> {
  const threads: DisclosedAnswer[] = []
  for await (const thread of disclosedAnswers(parts, wanted)) {
    if (threads.push(thread) > LIMITS.disclosedThreads) throw tooLarge()
  }
  return threads
}

/** The order of the past is not kept, so that numbers are those of now alone. */
function countingOf({ numbering, scope }: NumberingSettings): PastCounting {
  if (numbering === 'off') return undefined
  if (numbering === 'fixed') return 'fixed'
  return scope === 'group' ? 'visible' : 'all'
}

interface Moment {
  readonly at: Date
  readonly rights: PastRights
  readonly counting: PastCounting
}

async function itemsAt({ database }: Pick<DisclosureParts, 'database'>, roomId: number, { at, rights, counting }: Moment) {
  const items = await findPastItems(database.db, roomId, at, LIMITS.disclosedItems + 1)
  if (items.length > LIMITS.disclosedItems) throw tooLarge()
  return seenItems(items, rights, counting)
}

interface Made {
  readonly groupId: number
  readonly content: RecordContent
  readonly stored: NewContent
  readonly digest: Buffer
}

async function keep(parts: DisclosureParts, actor: Actor, { groupId, content: made, stored, digest }: Made): Promise<number> {
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
        ...{ room_id: roomId, group_id: groupId, group_name: group.name, at, documents, answers, digest, size },
        ...{ content_uid: stored.uid, blob_id: segment.blobId, wrapped_key: segment.wrappedKey },
        ...{ created_by: memberId, created_at: parts.clock.now() },
      })
      const facts = { disclosureId, groupId, group: group.name, at: at.toISOString() }
      const more = { documents, answers, sha256: digest.toString('hex') }
      await activity.record(tx, actor, 'disclosure.fixed', { ...facts, ...more })
      return disclosureId
    })
  } catch (error) {
    // The commit may have succeeded. The sweep decides.
    if (error instanceof Refusal) await content.discard(stored)
    throw error
  }
}
