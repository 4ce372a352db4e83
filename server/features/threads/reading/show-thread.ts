import type { PayloadIn } from '../../../../contract/core/operation.ts'
import { isPhaseAtMost } from '../../../../contract/core/permissions.ts'
import {
  ENTRY_KINDS,
  mayMove,
  movesFrom,
  shownToGroup,
  type ThreadState,
} from '../../../../contract/features/threads/thread-states.ts'
import type * as contract from '../../../../contract/features/threads/threads.ts'
import type { Actor } from '../../../access/actor.ts'
import { type VisibleItems, visibleItems } from '../../../access/items.ts'
import { decide } from '../../../access/policies.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { namesOfMembers } from '../../members/index.ts'
import { findEntries, findLinks } from '../entries.read.ts'
import { findFaqsOf } from '../faq/faq.store.ts'
import { showFiles } from '../files/keep-files.ts'
import { findFiles } from '../files/thread-files.read.ts'
import { partsIn } from '../held-threads.ts'
import { isReadable } from '../readable.read.ts'
import { showLinks } from '../thread-links.ts'
import { faqNumber } from '../thread-number.ts'
import { mayEdit, mayWrite } from '../thread-parts.rules.ts'
import { isOuter, numberFor, readerOf, type ThreadReader } from '../thread-reader.ts'
import { openEntry, openReason } from '../thread-texts.ts'
import type { ThreadParts } from '../threads.parts.ts'
import { findMoves, findThread, type ListedThread } from '../threads.read.ts'
import { presentRow, threadViewerOf } from './list-threads.ts'
import { isSeenEntry } from './thread-filter.read.ts'

type ShowThreadAnswer = PayloadIn<typeof contract.read>
type ShowParts = Pick<ThreadParts, 'database' | 'keyring' | 'clock'>

/** @throws Refusal NOT_FOUND for an invisible thread. */
export async function showThread(
  parts: ShowParts,
  actor: Actor,
  threadId: string,
): Promise<ShowThreadAnswer> {
  const { db } = parts.database
  const reader = await readerOf(db, actor)
  const row = await findThread(db, isReadable(reader), threadViewerOf(reader), threadId)
  if (!row) throw new Refusal('NOT_FOUND')
  const content = await contentOf(parts, { db, scope: visibleItems(actor), reader }, row)
  return {
    ...(await presentRow(parts, db, reader, row)),
    createdAt: row.created_at.toISOString(),
    isOwn: row.writer_id === reader.memberId,
    ...content,
    faqs:
      reader.side === 'coordinator'
        ? (await findFaqsOf(db, row.id)).map(({ number }) => faqNumber(number))
        : [],
    can: await abilitiesOf(parts, db, { actor, reader }, row),
  }
}

interface ThreadReading {
  readonly db: Queryable
  readonly scope: VisibleItems
  readonly reader: ThreadReader
}

export async function contentOf(
  parts: ShowParts,
  { db, scope, reader }: ThreadReading,
  row: ListedThread,
): Promise<Pick<ShowThreadAnswer, 'author' | 'entries' | 'history' | 'mergedInto'>> {
  const moves = await findMoves(db, row.id)
  const isFromGroup = moves[0]?.by_group !== false
  return {
    author: await authorOf(db, reader, row, isFromGroup),
    entries: await entriesOf(parts, { db, scope, reader }, row, isFromGroup),
    history: await historyOf(parts, { db, reader }, row, moves),
    mergedInto: await mergedInto(db, reader, row),
  }
}

/** Groups that share threads see names. Experts do not see askers. */
const knowsAsker = ({ side, group }: ThreadReader): boolean =>
  side === 'coordinator' || (side === 'group' && group?.shared === true)

/** Groups see who answers only if the room shows names. */
const isKnown = (reader: ThreadReader, isByGroup: boolean): boolean =>
  isByGroup ? knowsAsker(reader) : !isOuter(reader) || reader.settings.names

async function authorOf(
  db: Queryable,
  reader: ThreadReader,
  { room_id: roomId, writer_id: writerId }: ListedThread,
  isFromGroup: boolean,
): Promise<string | null> {
  if (!isKnown(reader, isFromGroup) && writerId !== reader.memberId) return null
  return (await namesOfMembers(db, roomId, [writerId])).get(writerId) ?? null
}

async function entriesOf(
  parts: ShowParts,
  { db, scope, reader }: ThreadReading,
  { id, room_id: roomId, group_id: groupId, type, writer_id: writerId }: ListedThread,
  isFromGroup: boolean,
) {
  const rows = await findEntries(db, [id], isSeenEntry(reader))
  const entryIds = rows.map((row) => row.id)
  const links = await findLinks(db, entryIds)
  const shown = await showLinks(db, { scope, reader, groupId, at: parts.clock.now() }, links)
  const files = await showFiles(parts, roomId, await findFiles(db, entryIds))
  return Promise.all(
    rows.map(async (row) => {
      const isOwn = row.writer_id === reader.memberId
      const isOfGroup = row.kind === 'QUESTION'
      // An operator may have entered it.
      const isByGroup = isOfGroup && !(row.writer_id === writerId && !isFromGroup)
      const isNamed = isOwn || isKnown(reader, isByGroup)
      return {
        ...{
          id: row.id,
          kind: row.kind,
          text: (await openEntry(parts, db, roomId, row)).text,
          at: atOf(row, reader),
        },
        ...{
          by: isNamed ? row.writer_name : null,
          isOwn,
          side: isOfGroup ? ('group' as const) : ('operators' as const),
        },
        ...{ links: shown.get(row.id) ?? [], files: files.get(row.id) ?? [] },
        ...(isOuter(reader) || type === 'REQUEST'
          ? {}
          : { isPending: row.kind === 'ANSWER' && row.delivered_at === null }),
      }
    }),
  )
}

/** Inside readers see when it was written, the group when it was delivered. */
const atOf = (row: { created_at: Date; delivered_at: Date | null }, reader: ThreadReader): string =>
  (isOuter(reader) ? (row.delivered_at ?? row.created_at) : row.created_at).toISOString()

async function historyOf(
  parts: ShowParts,
  { db, reader }: Omit<ThreadReading, 'scope'>,
  { room_id: roomId, type }: ListedThread,
  moves: Awaited<ReturnType<typeof findMoves>>,
) {
  const outside = isOuter(reader)
  const seen = moves.filter((move) => !outside || move.is_outer)
  const shown = (state: ThreadState) => (outside ? shownToGroup(type, state) : state)
  return Promise.all(
    seen.map(async (move) => {
      const isOwn = move.member_id === reader.memberId
      const isNamed = isOwn || isKnown(reader, move.by_group)
      const reason =
        move.reason_sealed === null
          ? {}
          : {
              reason: await openReason(parts, db, roomId, {
                ...move,
                reason_sealed: move.reason_sealed,
              }),
            }
      return {
        ...{
          at: move.at.toISOString(),
          from: move.from_state === null ? null : shown(move.from_state),
          to: shown(move.to_state),
        },
        by: isNamed ? move.member_name : null,
        ...(outside || move.assignee_name === null ? {} : { assignee: move.assignee_name }),
        ...reason,
      }
    }),
  )
}

async function mergedInto(
  db: Queryable,
  reader: ThreadReader,
  { merged_into: id }: ListedThread,
): Promise<ShowThreadAnswer['mergedInto']> {
  const other =
    id === null ? undefined : await findThread(db, isReadable(reader), threadViewerOf(reader), id)
  return other ? { id: other.id, number: numberFor(reader, other) } : null
}

/** Each download checks again. */
const mayDownload = (actor: Actor): boolean =>
  decide('thread file', actor, { isShown: true }).outcome === 'allowed'

async function abilitiesOf(
  parts: ShowParts,
  db: Queryable,
  { actor, reader }: { readonly actor: Actor; readonly reader: ThreadReader },
  thread: ListedThread,
): Promise<ShowThreadAnswer['can']> {
  const isOpen = isPhaseAtMost(actor.phase, 'open')
  const download = mayDownload(actor)
  if (!isPhaseAtMost(actor.phase, 'frozen'))
    return {
      moves: [],
      entries: [],
      edit: false,
      fulfil: false,
      publish: false,
      assign: false,
      download,
    }
  const { own } = await partsIn(db, parts, reader, thread)
  const asks = (to: ThreadState): boolean =>
    (to === 'SUBMITTED' || to === 'OPEN') && own.has('submitter')
  const moves = [...movesFrom(thread.type, thread.state).keys()].filter(
    (to) =>
      to !== thread.state && mayMove(thread.type, thread.state, to, own) && (isOpen || !asks(to)),
  )
  const isCoordinator = own.has('coordinator')
  return {
    moves,
    entries: ENTRY_KINDS.filter(
      (kind) => mayWrite(own, thread, kind) && (isOpen || kind !== 'QUESTION'),
    ),
    edit: isOpen && mayEdit(own, thread),
    fulfil: thread.type === 'REQUEST' && mayMove(thread.type, thread.state, 'ANSWERED', own),
    publish: isOpen && isCoordinator && thread.state !== 'DRAFT',
    assign:
      isCoordinator &&
      (mayMove(thread.type, thread.state, thread.state, own) || thread.state === 'SUBMITTED'),
    download,
  }
}
