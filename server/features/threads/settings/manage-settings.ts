import type { z } from 'zod'
import { ROLE } from '../../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import { isPhaseAtMost } from '../../../../contract/core/permissions.ts'
import { formatDay } from '../../../../contract/core/room-time.ts'
import type * as contract from '../../../../contract/features/threads/thread-settings.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { countedWith } from '../held-threads.ts'
import { mailPeriod } from '../mails/mail-period.ts'
import { countUnread } from '../reading/mark-read.ts'
import { periodOf, questionsLeft } from '../thread-limits.ts'
import { findAnswerers } from '../thread-people.read.ts'
import { readerOf, type ThreadReader } from '../thread-reader.ts'
import type { ThreadParts } from '../threads.parts.ts'
import { findTopics } from '../topics/topics.store.ts'
import { findSettings } from './settings.read.ts'
import {
  findGroupSettings,
  findMails,
  findParticipants,
  type GroupSettings,
  putSettings,
  updateGroupSettings,
  updateMails,
  updateRoles,
} from './settings.store.ts'

export async function showSettings(
  { database: { db }, clock }: Pick<ThreadParts, 'database' | 'clock'>,
  { roomId }: Actor,
): Promise<PayloadIn<typeof contract.settings>> {
  const [{ limits, last_day, approval, names, hides_groups }, groups, answerers] =
    await Promise.all([
      findSettings(db, roomId),
      findGroupSettings(db, roomId),
      findAnswerers(db, roomId, clock.now()),
    ])
  return {
    ...{ limits, lastDay: last_day, approval, names, hidesGroups: hides_groups },
    groups: groups.map((group) => ({
      groupId: group.id,
      limits: group.question_limits,
      lastDay: group.questions_until,
    })),
    answerers: answerers.map(({ id, name, role_id }) => ({
      id,
      name,
      isOperator: role_id === ROLE.operator,
    })),
  }
}

type ChangeSettingsInput = z.output<(typeof contract.updateSettings)['body']>

/** @throws Refusal NOT_FOUND for another room's group, or experts; BAD_REQUEST for a setting that it lacks. */
export function changeSettings(
  parts: ThreadParts,
  asked: Actor,
  given: ChangeSettingsInput,
): Promise<void> {
  return parts.database.transaction(async (tx) => {
    const actor = await parts.confirm(tx, asked, 'threads.manage')
    const groups = await findGroupSettings(tx, actor.roomId)
    const group =
      given.groupId === undefined ? undefined : groups.find(({ id }) => id === given.groupId)
    if (given.groupId !== undefined && !group) throw new Refusal('NOT_FOUND')
    if (group) await changeGroup(tx, parts, actor, group, given)
    else await changeRoom(tx, parts, actor, groups, given)
    const { limits, lastDay, approval, names, hidesGroups, shared } = given
    await parts.activity.record(tx, actor, 'room.questions', {
      group: group?.name ?? null,
      ...(limits === undefined ? {} : { limits: limitsInWords(limits) }),
      ...(lastDay === undefined ? {} : { lastDay }),
      ...(approval === undefined ? {} : { approval }),
      ...(names === undefined ? {} : { names }),
      ...(hidesGroups === undefined ? {} : { hidesGroups }),
      ...(shared === undefined ? {} : { shared }),
    })
    await parts.bus.publish(tx, { room: actor.roomId, kind: 'threads', isForAll: true })
  })
}

const limitsInWords = (limits: ChangeSettingsInput['limits']): string =>
  Object.entries(limits ?? {})
    .flatMap(([name, value]) =>
      typeof value === 'number'
        ? [`${name} ${value}`]
        : Object.entries(value ?? {}).map(([priority, count]) => `${priority} ${count}`),
    )
    .join(', ')

async function changeGroup(
  tx: Tx,
  parts: ThreadParts,
  actor: Actor,
  group: GroupSettings,
  given: ChangeSettingsInput,
): Promise<void> {
  const { limits, lastDay, shared } = given
  if (given.approval !== undefined || given.names !== undefined || given.hidesGroups !== undefined)
    throw new Refusal('BAD_REQUEST')
  const before = (await periodOf(tx, group.id, await findSettings(tx, actor.roomId))).lastDay
  await updateGroupSettings(tx, [group.id], {
    ...(limits === undefined
      ? {}
      : { question_limits: limits === null ? null : JSON.stringify(limits) }),
    ...(lastDay === undefined ? {} : { questions_until: lastDay }),
    ...(shared === undefined ? {} : { shared }),
  })
  if (lastDay !== undefined) await mailExtension(tx, parts, actor, [{ group, before, lastDay }])
}

async function changeRoom(
  tx: Tx,
  parts: ThreadParts,
  actor: Actor,
  groups: readonly GroupSettings[],
  given: ChangeSettingsInput,
): Promise<void> {
  const before = await findSettings(tx, actor.roomId)
  await putSettings(tx, actor.roomId, {
    limits: given.limits === undefined ? before.limits : (given.limits ?? {}),
    last_day: given.lastDay === undefined ? before.last_day : given.lastDay,
    approval: given.approval ?? before.approval,
    names: given.names ?? before.names,
    hides_groups: given.hidesGroups ?? before.hides_groups,
  })
  const ids = groups.map(({ id }) => id)
  if (given.shared !== undefined) await updateGroupSettings(tx, ids, { shared: given.shared })
  const { lastDay } = given
  if (lastDay === undefined) return
  const following = groups.filter(({ questions_until }) => questions_until === null)
  await updateGroupSettings(
    tx,
    following.map(({ id }) => id),
    { questions_until: null },
  )
  await mailExtension(
    tx,
    parts,
    actor,
    following.map((group) => ({ group, before: before.last_day, lastDay })),
  )
}

interface Extended {
  readonly group: GroupSettings
  readonly before: string | null
  readonly lastDay: string | null
}

/** Reminders precede earlier last days, so only later ones are mailed at once. */
async function mailExtension(
  tx: Tx,
  parts: ThreadParts,
  { roomId, memberId }: Actor,
  extended: readonly Extended[],
): Promise<void> {
  for (const { group, before, lastDay } of extended)
    if (before !== null && lastDay !== null && lastDay > before)
      await mailPeriod(tx, parts, {
        roomId,
        groupId: group.id,
        lastDay,
        isExtended: true,
        actorId: memberId,
      })
}

/** Changes all roles or none. @throws Refusal NOT_FOUND for operators and people of other rooms */
export function changeRole(
  parts: ThreadParts,
  asked: Actor,
  { managementIds, threadRole: role }: z.output<(typeof contract.setRole)['body']>,
): Promise<void> {
  return parts.database.transaction(async (tx) => {
    const actor = await parts.confirm(tx, asked, 'threads.manage')
    const ids = [...new Set(managementIds)]
    const people = await findParticipants(tx, actor.roomId, ids)
    if (people.length < ids.length) throw new Refusal('NOT_FOUND')
    const changed = people.filter(({ thread_role }) => thread_role !== role)
    await updateRoles(
      tx,
      changed.map(({ id }) => id),
      role,
    )
    await parts.activity.recordEach(
      tx,
      actor,
      'member.thread-role',
      changed.map(({ id: memberId, name }) => ({ memberId, name, role })),
    )
    await parts.bus.publish(tx, {
      room: actor.roomId,
      kind: 'threads',
      people: changed.map(({ id }) => id),
    })
  })
}

type Own = PayloadIn<typeof contract.own>

export async function showOwn(
  { database, clock }: Pick<ThreadParts, 'database' | 'clock'>,
  actor: Actor,
): Promise<Own> {
  const { db } = database
  const isOutside = actor.roleId === ROLE.operator && actor.state !== 'raised'
  // Operators outside their area see nothing of others.
  if (isOutside)
    return { ...NOTHING, role: 'coordinator', mails: await findMails(db, actor.memberId) }
  const reader = await readerOf(db, actor)
  const { side, role } = reader
  const common = {
    unread: await countUnread({ database, clock }, reader),
    mails: reader.isView ? ('each' as const) : await findMails(db, actor.memberId),
  }
  const isOpen = isPhaseAtMost(actor.phase, 'open')
  if (side === 'coordinator')
    return { ...NOTHING, ...common, role: 'coordinator', canDraft: isOpen, canSubmit: isOpen }
  if (side === 'expert') return { ...NOTHING, ...common, role: 'expert' }
  const { lastDay, left } = await askingOf(db, clock.now(), actor, reader)
  const isOver = lastDay !== null && formatDay(clock.now(), actor.zone) > lastDay
  const isSpent = left.total === 0 || left.day === 0 || left.week === 0
  const isPart = role !== 'none' && !reader.isView
  const reason = !isOpen
    ? 'FROZEN'
    : !isPart
      ? 'ROLE'
      : isOver
        ? 'LAST_DAY'
        : isSpent
          ? 'LIMIT'
          : role === 'author'
            ? 'ROLE'
            : null
  const canDraft = isOpen && isPart && !isOver
  return {
    ...common,
    role,
    canDraft,
    canSubmit: canDraft && role === 'submitter' && !isSpent,
    reason,
    lastDay,
    left,
  }
}

const NOTHING = {
  canDraft: false,
  canSubmit: false,
  reason: null,
  lastDay: null,
  left: {},
  unread: 0,
} as const

async function askingOf(
  db: Queryable,
  now: Date,
  { zone, roomId }: Actor,
  reader: ThreadReader,
): Promise<Pick<Own, 'lastDay' | 'left'>> {
  const { group, memberId } = reader
  if (!group) return { lastDay: null, left: {} }
  const { limits, lastDay } = await periodOf(db, group.id, reader.settings)
  const topicIds = (await findTopics(db, roomId)).map(({ id }) => id)
  const counted = countedWith({ group_id: group.id, asker_id: memberId }, group.shared)
  const left = await questionsLeft(db, counted, limits, { zone, now, topicIds })
  return {
    lastDay,
    left: {
      ...left,
      topics: left.topics && [...left.topics],
      priorities: left.priorities && [...left.priorities],
    },
  }
}

export const changeMails = (
  { database: { db } }: Pick<ThreadParts, 'database'>,
  { memberId }: Actor,
  mails: 'each' | 'daily' | 'never',
): Promise<void> => updateMails(db, memberId, mails)
