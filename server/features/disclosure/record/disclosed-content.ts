import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { groupNamed, type PastRights, rightsOfGroupAt } from '../../rights/index.ts'
import { type NumberingSettings, numberingOf, roomOf } from '../../rooms/index.ts'
import type { DisclosureParts } from '../disclosure.parts.ts'
import { type DisclosedAnswer, disclosedAnswers } from './disclosed-answers.ts'
import { disclosedItems } from './disclosed-items.ts'
import { databaseNow, findPastItems } from './past-index.read.ts'
import { type PastCounting, seenItems } from './past-index.ts'
import type { RecordContent } from './record-files.ts'

const tooLarge = (): Refusal =>
  new Refusal('DISCLOSURE_TOO_LARGE', {
    variables: {
      items: LIMITS.disclosedItems.toLocaleString('en'),
      answers: LIMITS.disclosedThreads.toLocaleString('en'),
    },
  })

interface DisclosedContentInput {
  readonly groupId: number
  readonly at: Date | undefined
  readonly isRecord: boolean
}

/** @throws Refusal NOT_FOUND, BAD_REQUEST for a future moment, DISCLOSURE_NO_GROUP before the group existed, DISCLOSURE_TOO_LARGE */
export async function disclosedContent(
  parts: DisclosureParts,
  actor: Actor,
  { groupId, at: asked, isRecord }: DisclosedContentInput,
): Promise<RecordContent> {
  const { db } = parts.database
  const { roomId, zone } = actor
  await groupNamed(db, roomId, groupId)
  const now = await databaseNow(db)
  const at = asked ?? now
  if (at > now) throw new Refusal('BAD_REQUEST')
  const rights = await rightsOfGroupAt(db, roomId, groupId, at)
  if (!rights) throw new Refusal('DISCLOSURE_NO_GROUP')
  const room = await roomOf(db, roomId)
  const counting = asked === undefined ? countingOf(await numberingOf(db, roomId)) : undefined
  const { items: seen, unplaced } = await itemsAt(parts, roomId, { at, rights, counting })
  const items = await disclosedItems(parts, db, roomId, seen)
  const threads = await threadsAt(parts, { roomId, groupId, at })
  return {
    ...{
      roomNo: room.room_no,
      roomName: room.name,
      zone,
      at,
      madeAt: now,
      madeBy: actor.name,
      isPast: asked !== undefined,
      isRecord,
    },
    group: { name: rights.name, from: rights.from, until: rights.until },
    ...{
      hasNumbers: counting !== undefined,
      items,
      unplaced,
      documents: items.filter(({ isFolder }) => !isFolder).length,
    },
    ...{ threads, answers: threads.reduce((sum, { answers }) => sum + answers.length, 0) },
  }
}

async function threadsAt(
  parts: DisclosureParts,
  wanted: Parameters<typeof disclosedAnswers>[1],
): Promise<DisclosedAnswer[]> {
  const threads: DisclosedAnswer[] = []
  for await (const thread of disclosedAnswers(parts, wanted)) {
    if (threads.push(thread) > LIMITS.disclosedThreads) throw tooLarge()
  }
  return threads
}

/** Past orders are not kept. */
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

async function itemsAt(
  { database }: Pick<DisclosureParts, 'database'>,
  roomId: number,
  { at, rights, counting }: Moment,
) {
  const items = await findPastItems(database.db, roomId, at, LIMITS.disclosedItems + 1)
  if (items.length > LIMITS.disclosedItems) throw tooLarge()
  return seenItems(items, rights, counting)
}
