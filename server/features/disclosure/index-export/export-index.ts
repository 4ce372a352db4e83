import { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Language } from '../../../../contract/core/errors.ts'
import { LIMITS, ROLE } from '../../../../contract/core/limits.ts'
import { refusalOf } from '../../../../contract/core/permissions.ts'
import { formatDay, formatRoomTime } from '../../../../contract/core/room-time.ts'
import {
  type exportIndex as contract,
  INDEX_TYPES,
  type IndexFormat,
} from '../../../../contract/features/disclosure.ts'
import type { Actor } from '../../../access/actor.ts'
import { NO_GROUP } from '../../../access/group-access.ts'
import { type VisibleItems, visibleItems } from '../../../access/items.ts'
import { findGroupAccess } from '../../../access/levels.read.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../../platform/csv/csv.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { disposition } from '../../../platform/http/disposition.ts'
import type { Bytes } from '../../../platform/http/mount.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { utf8 } from '../../../platform/xlsx/utf8-pieces.ts'
import { xlsx } from '../../../platform/xlsx/xlsx-stream.ts'
import { safeName } from '../../delivery/index.ts'
import {
  type ChosenItems,
  findVisibleItems,
  type IndexWithExpected,
  indexWithExpected,
  walkIndex,
} from '../../documents/index.ts'
import { groupNamed } from '../../rights/index.ts'
import { roomOf } from '../../rooms/index.ts'
import type { DisclosureParts } from '../disclosure.parts.ts'
import { indexPage, type Titled } from './index-page.ts'
import { indexPdf } from './index-pdf.ts'
import { csvRows, headingsOf, type IndexTableOptions, sheetRows, widthsOf } from './index-table.ts'
import { WORDS } from './index-words.ts'

type ExportIndexInput = Omit<z.output<(typeof contract)['query']>, 'at'> & {
  readonly ids?: readonly number[]
}

/**
 * @throws Refusal TOO_MANY, INDEX_TOO_LARGE, or why the caller may not see as a group; NOT_FOUND for another room's group or without
 * remaining items
 */
export async function exportIndex(
  parts: DisclosureParts,
  actor: Actor,
  { format, groupId, ids }: ExportIndexInput,
  language: Language,
): Promise<Bytes> {
  const { database, clock, publicUrl } = parts
  const { db } = database
  const now = clock.now()
  await parts.throttle.count('index', String(actor.memberId))
  const group = groupId === undefined ? undefined : await groupFor(parts, actor, groupId)
  const scope: VisibleItems = group
    ? {
        roomId: actor.roomId,
        group: (await findGroupAccess(db, actor.roomId, now)).get(group.id) ?? NO_GROUP(now),
      }
    : visibleItems(actor)
  const walked = await walkIndex(db, scope, ids && (await chosenOf(db, scope, ids)))
  const index = scope.group
    ? walked
    : await indexWithExpected(db, actor.roomId, walked, ids === undefined)
  refuseTooLarge(index, format)
  const details = {
    format,
    items: index.size,
    ...(group ? { group: group.name } : {}),
    ...(ids ? { selected: ids.length } : {}),
  }
  await database.transaction((tx) => parts.activity.record(tx, actor, 'index.exported', details))
  const room = await roomOf(db, actor.roomId)
  const shown: IndexTableOptions = {
    ...{
      language,
      zone: actor.zone,
      publicUrl,
      roomNo: room.room_no,
      hasStates: scope.group === undefined,
      isRecord: false,
    },
    hasNumbers: walked.isNumbered,
  }
  const words = WORDS[language]
  const isOperator = actor.roleId === ROLE.operator
  const seenBy = group ? [words.asGroup(group.name)] : isOperator ? [words.asOperators] : []
  const titled = {
    roomName: room.name,
    facts: [
      ...seenBy,
      ...(ids ? [words.selected] : []),
      words.made(formatRoomTime(now, language, actor.zone)),
    ],
  }
  const name = safeName(
    [
      words.title,
      room.name,
      ...(group ? [group.name] : []),
      ...(ids ? [words.selected] : []),
      formatDay(now, actor.zone),
    ].join(' '),
  )
  return {
    type: INDEX_TYPES[format],
    body: bodyOf(index, format, { shown, titled, at: now }),
    headers: { 'content-disposition': disposition('attachment', `${name}.${format}`) },
  }
}

async function chosenOf(
  db: Queryable,
  scope: VisibleItems,
  ids: readonly number[],
): Promise<ChosenItems> {
  const items = await findVisibleItems(db, scope, [...new Set(ids)])
  if (items.length === 0) throw new Refusal('NOT_FOUND')
  return {
    ids: new Set(items.map(({ id }) => id)),
    ancestors: new Set(items.flatMap(({ ancestors }) => ancestors)),
  }
}

async function groupFor(
  { database }: Pick<DisclosureParts, 'database'>,
  actor: Actor,
  groupId: number,
) {
  const refused = refusalOf('rights.read', actor)
  if (refused) throw new Refusal(refused)
  return groupNamed(database.db, actor.roomId, groupId)
}

function refuseTooLarge({ size }: IndexWithExpected, format: IndexFormat): void {
  const limit = format === 'pdf' ? LIMITS.indexRowsOfPdf : LIMITS.indexRows
  if (size > limit)
    throw new Refusal('INDEX_TOO_LARGE', { variables: { limit: limit.toLocaleString('en') } })
}

interface IndexBodyInput {
  readonly shown: IndexTableOptions
  readonly titled: Titled
  readonly at: Date
}

function bodyOf(
  index: IndexWithExpected,
  format: IndexFormat,
  { shown, titled, at }: IndexBodyInput,
): Readable {
  const items = index.items()
  if (format === 'pdf') return indexPdf(items, shown, titled)
  if (format === 'html') return streamOf(utf8(indexPage(items, shown, titled)))
  const headings = headingsOf(shown)
  if (format === 'csv') return streamOf(utf8(csvFile(headings, csvRows(items, shown))))
  const sheet = {
    name: WORDS[shown.language].title,
    headings,
    widths: widthsOf(shown),
    rows: sheetRows(items, shown),
  }
  return streamOf(xlsx(sheet, at))
}

/** The default would buffer sixteen chunks. */
const streamOf = (pieces: AsyncIterable<Uint8Array>): Readable =>
  Readable.from(pieces, { highWaterMark: 1 })

async function* csvFile(
  headings: readonly string[],
  rows: AsyncIterable<string>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(headings)
  yield* rows
}
