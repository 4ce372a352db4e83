import { formatDay } from '../../../contract/core/room-time.ts'
import * as contract from '../../../contract/features/dashboard.ts'
import type { Actor } from '../../access/actor.ts'
import { visibleItems } from '../../access/items.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { ok } from '../../platform/http/envelope.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { busiestPeople, entriesPerDay } from '../audit/index.ts'
import { permittedItem, versionOf } from '../documents/index.ts'
import {
  findFolderNumbers,
  findGroupUse,
  findNumbers,
  findOtherNumbers,
  findPageTimes,
  findPerson,
  findReaders,
  findReading,
  findTopDocuments,
  isCounted,
  type Readers,
  TOP,
} from './dashboard.read.ts'

export const dashboardOperations = [
  contract.info,
  contract.overview,
  contract.ofItem,
  contract.ofPerson,
] as const

const DAYS = 30
const DAY_MS = 24 * 3_600_000

interface DashboardParts {
  readonly database: Database
  readonly clock: Clock
}

/** Noon avoids daylight saving errors. */
const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)

interface AskedReaders {
  readonly operators?: boolean | undefined
  readonly groupId?: number | undefined
}

const readersOf = ({ operators = false, groupId }: AskedReaders): Readers => ({
  withOperators: operators,
  groupId,
})

export function dashboardHandlers({
  database: { db },
  clock,
}: DashboardParts): Handlers<typeof dashboardOperations, Actor> {
  const todayOf = ({ zone }: Actor): string => formatDay(clock.now(), zone)
  return {
    'dashboard.info': async ({ actor }) => {
      const today = todayOf(actor)
      const [numbers, folders, others, days] = await Promise.all([
        findNumbers(db, actor.roomId),
        findFolderNumbers(db, visibleItems(actor)),
        findOtherNumbers(db, actor.roomId),
        entriesPerDay(db, actor, today, today),
      ])
      if (!numbers) throw new Refusal('NOT_FOUND')
      const fileCnt = folders.reduce((sum, folder) => sum + folder.fileCnt, 0)
      const root = folders.find(({ id }) => id === 0)
      return ok({
        info: { ...numbers, fileCnt, todayLogCnt: days[0]?.total ?? 0 },
        fileList: folders.filter(({ id }) => id > 0),
        rootFiles: { fileCnt: root?.fileCnt ?? 0, size: root?.size ?? 0 },
        ...others,
      })
    },
    'dashboard.activity': async ({ actor, query }) => {
      const today = todayOf(actor)
      const since = daysBefore(today, DAYS - 1)
      const readers = readersOf(query)
      const [days, documents, people, groups] = await Promise.all([
        entriesPerDay(db, actor, since, today),
        findTopDocuments(db, visibleItems(actor), since, readers),
        busiestPeople(db, actor, { since, among: isCounted(actor.roomId, readers), limit: TOP }),
        findGroupUse(db, actor.roomId, since),
      ])
      return ok({ days, documents, people, groups })
    },
    'dashboard.item': async ({ actor, params, query }) => {
      const item = await permittedItem(db, actor, params.itemId, 'read')
      const readers = readersOf(query)
      const [people, pages, version] = await Promise.all([
        findReaders(db, actor.roomId, item.id, readers),
        findPageTimes(db, actor.roomId, item.id, readers),
        item.version_id === null ? undefined : versionOf(db, actor.roomId, item.version_id),
      ])
      const readersInGroups = people.map(({ groupId, ...person }) => ({
        ...person,
        ...(groupId === null ? {} : { groupId }),
      }))
      return ok({
        name: item.name,
        pageCount: version?.pages?.length ?? 0,
        people: readersInGroups,
        pages,
      })
    },
    'dashboard.person': async ({ actor, params }) => {
      const person = await findPerson(db, actor.roomId, params.roomUserId)
      if (!person) throw new Refusal('NOT_FOUND')
      const documents = await findReading(db, visibleItems(actor), params.roomUserId)
      return ok({
        name: person.name,
        lastSeenAt: person.lastSeenAt?.toISOString() ?? null,
        documents,
      })
    },
  }
}
