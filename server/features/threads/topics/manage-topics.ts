import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Language } from '../../../../contract/core/errors.ts'
import { LIMITS, ROLE } from '../../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type * as contract from '../../../../contract/features/threads/thread-settings.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { findAnswerers } from '../thread-people.read.ts'
import type { ThreadParts } from '../threads.parts.ts'
import { topicsOf } from './topic-templates.ts'
import {
  findExperts,
  findTopics,
  holdTopics,
  insertTopics,
  putExperts,
  putPositions,
  removeTopicRow,
  type TopicRow,
  updateTopicRow,
} from './topics.store.ts'

export async function listTopics(
  { database: { db } }: Pick<ThreadParts, 'database'>,
  actor: Actor,
): Promise<PayloadIn<typeof contract.topics>> {
  const topics = await findTopics(db, actor.roomId)
  if (actor.roleId !== ROLE.operator || actor.state !== 'raised')
    return topics.map(({ id, name }) => ({ id, name }))
  const experts = await findExperts(db, actor.roomId)
  return topics.map(({ id, name, approval }) => ({
    ...{ id, name, approval },
    experts: experts
      .filter(({ topic_id }) => topic_id === id)
      .map((expert) => ({ id: expert.id, name: expert.name })),
  }))
}

function changing<T>(
  parts: ThreadParts,
  asked: Actor,
  change: (tx: Tx, actor: Actor, topics: readonly TopicRow[]) => Promise<T>,
): Promise<T> {
  return parts.database.transaction(async (tx) => {
    const actor = await parts.confirm(tx, asked, 'threads.manage')
    const made = await change(tx, actor, await holdTopics(tx, actor.roomId))
    await parts.bus.publish(tx, { room: actor.roomId, kind: 'threads', isForAll: true })
    return made
  })
}

const isNamed =
  (name: string) =>
  (topic: TopicRow): boolean =>
    topic.name.toLowerCase() === name.toLowerCase()

/** @throws Refusal NAME_EXISTS, TOPIC_LIMIT; ASSIGNEE_INVALID for experts who may not answer. */
export function createTopic(
  parts: ThreadParts,
  asked: Actor,
  given: z.output<(typeof contract.createTopic)['body']>,
): Promise<{ id: string }> {
  const { name, experts = [], approval = null } = given
  return changing(parts, asked, async (tx, actor, topics) => {
    if (topics.some(isNamed(name))) throw new Refusal('NAME_EXISTS')
    refuseMany(topics.length + 1)
    const id = randomUUID()
    await insertTopics(
      tx,
      actor.roomId,
      [{ id, name, approval, position: nextPosition(topics) }],
      parts.clock.now(),
    )
    await putExperts(tx, actor.roomId, id, await answering(tx, parts, actor, experts))
    await parts.activity.record(tx, actor, 'topic.created', { name })
    return { id }
  })
}

function refuseMany(count: number): void {
  const limit = LIMITS.topicsPerRoom
  if (count > limit) throw new Refusal('TOPIC_LIMIT', { variables: { limit } })
}

const nextPosition = (topics: readonly TopicRow[]): number =>
  Math.max(0, ...topics.map(({ position }) => position)) + 1

/** @throws Refusal ASSIGNEE_INVALID */
async function answering(
  tx: Tx,
  { clock }: Pick<ThreadParts, 'clock'>,
  { roomId }: Actor,
  memberIds: readonly number[],
): Promise<number[]> {
  const ids = [...new Set(memberIds)]
  if (ids.length === 0) return []
  const known = new Set((await findAnswerers(tx, roomId, clock.now())).map(({ id }) => id))
  if (ids.some((id) => !known.has(id))) throw new Refusal('ASSIGNEE_INVALID')
  return ids
}

/** @throws Refusal TOPIC_LIMIT */
export function addTopicsOf(
  parts: ThreadParts,
  asked: Actor,
  { template }: z.output<(typeof contract.addTopics)['body']>,
  language: Language,
): Promise<{ added: number }> {
  return changing(parts, asked, async (tx, actor, topics) => {
    const names = topicsOf(template, language).filter((name) => !topics.some(isNamed(name)))
    refuseMany(topics.length + names.length)
    const first = nextPosition(topics)
    const added = names.map((name, index) => ({
      id: randomUUID(),
      name,
      approval: null,
      position: first + index,
    }))
    await insertTopics(tx, actor.roomId, added, parts.clock.now())
    await parts.activity.recordEach(
      tx,
      actor,
      'topic.created',
      names.map((name) => ({ name })),
    )
    return { added: names.length }
  })
}

/** @throws Refusal NOT_FOUND, NAME_EXISTS, ASSIGNEE_INVALID. */
export function changeTopic(
  parts: ThreadParts,
  asked: Actor,
  given: z.output<(typeof contract.updateTopic)['body']>,
): Promise<void> {
  const { id, name, experts, approval, before } = given
  return changing(parts, asked, async (tx, actor, topics) => {
    const topic = topics.find((each) => each.id === id)
    if (!topic) throw new Refusal('NOT_FOUND')
    if (name !== undefined && topics.some((each) => each.id !== id && isNamed(name)(each)))
      throw new Refusal('NAME_EXISTS')
    await updateTopicRow(tx, id, {
      ...(name === undefined ? {} : { name }),
      ...(approval === undefined ? {} : { approval }),
    })
    if (experts !== undefined)
      await putExperts(tx, actor.roomId, id, await answering(tx, parts, actor, experts))
    if (before !== undefined) await putPositions(tx, placed(topics, id, before))
    await parts.activity.record(tx, actor, 'topic.changed', {
      ...{ name: name ?? topic.name, before: topic.name },
      ...(experts === undefined ? {} : { experts: experts.length }),
      ...(approval === undefined ? {} : { approval }),
    })
  })
}

function placed(topics: readonly TopicRow[], id: string, before: string | null): string[] {
  const rest = topics.map((topic) => topic.id).filter((each) => each !== id)
  const at = before === null ? rest.length : rest.indexOf(before)
  if (at < 0) throw new Refusal('NOT_FOUND')
  return [...rest.slice(0, at), id, ...rest.slice(at)]
}

/** @throws Refusal NOT_FOUND; BAD_REQUEST for a merge of a topic into itself. */
export function removeTopic(
  parts: ThreadParts,
  asked: Actor,
  { id, into }: z.output<(typeof contract.removeTopic)['body']>,
): Promise<void> {
  if (id === into) return Promise.reject(new Refusal('BAD_REQUEST'))
  return changing(parts, asked, async (tx, actor, topics) => {
    const [topic, other] = [
      topics.find((each) => each.id === id),
      topics.find((each) => each.id === into),
    ]
    if (!topic || (into !== undefined && !other)) throw new Refusal('NOT_FOUND')
    await removeTopicRow(tx, id, into, parts.clock.now())
    await parts.activity.record(tx, actor, 'topic.removed', {
      name: topic.name,
      into: other?.name ?? null,
    })
  })
}
