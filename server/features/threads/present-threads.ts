import type { PayloadIn } from '../../../contract/core/operation.ts'
import type { read } from '../../../contract/features/threads/threads.ts'
import { NO_GROUP } from '../../access/group-access.ts'
import { findGroupAccess } from '../../access/levels.read.ts'
import { findFaqs } from './faq/faq.store.ts'
import { eachThread, presentRow } from './reading/list-threads.ts'
import { contentOf } from './reading/show-thread.ts'
import { faqNumber } from './thread-number.ts'
import { absentReader } from './thread-reader.ts'
import { openFaq } from './thread-texts.ts'
import type { ThreadParts } from './threads.parts.ts'

type Read = PayloadIn<typeof read>

export type PresentedThread = Pick<
  Read,
  'number' | 'type' | 'title' | 'state' | 'group' | 'topic' | 'priority' | 'due' | 'createdAt'
> &
  Pick<Read, 'author' | 'history' | 'mergedInto'> & { readonly entries: readonly PresentedEntry[] }

type PresentedEntry = Omit<Read['entries'][number], 'files'> & {
  readonly files: readonly { readonly name: string; readonly size: number }[]
}

export interface PresentedFaq {
  readonly number: string
  readonly title: string
  readonly question: string
  readonly answer: string
  readonly publishedAt: string
}

export interface PresentedQuestions {
  faq(): AsyncGenerator<PresentedFaq>
  threads(): AsyncGenerator<PresentedThread>
}

interface Of {
  readonly roomId: number
  /** Undefined selects all threads that the group may see. */
  readonly memberId: number | undefined
  readonly groupId: number | undefined
  readonly until?: Date
}

type PresentThreadsParts = Pick<ThreadParts, 'database' | 'keyring' | 'clock'>

const AT_ONCE = 100

export const presentThreads = (parts: PresentThreadsParts, of: Of): PresentedQuestions => ({
  faq: () => presentFaq(parts, of),
  threads: () => presentAll(parts, of),
})

async function* presentAll(
  parts: PresentThreadsParts,
  { roomId, memberId, groupId, until }: Of,
): AsyncGenerator<PresentedThread> {
  const { db } = parts.database
  const reader = await absentReader(db, roomId, { memberId, groupId })
  const at = parts.clock.now()
  const view =
    groupId === undefined
      ? undefined
      : ((await findGroupAccess(db, roomId, at)).get(groupId) ?? NO_GROUP(at))
  for await (const row of eachThread(db, reader, {})) {
    if (until && row.group_since && row.group_since > until) continue
    const {
      id: _,
      unread: __,
      rev: ___,
      updatedAt: ____,
      assignee: _____,
      ...shown
    } = await presentRow(parts, db, reader, row)
    const content = await contentOf(parts, { db, scope: { roomId, group: view }, reader }, row)
    const entries = content.entries.map(({ files, ...entry }) => ({
      ...entry,
      files: files.map(({ name, size }) => ({ name, size })),
    }))
    yield { ...shown, createdAt: row.created_at.toISOString(), ...content, entries }
  }
}

async function* presentFaq(
  parts: PresentThreadsParts,
  { roomId, until }: Of,
): AsyncGenerator<PresentedFaq> {
  const { db } = parts.database
  let before: number | undefined
  for (;;) {
    const rows = await findFaqs(db, roomId, { before, topicId: undefined, limit: AT_ONCE })
    for (const row of rows) {
      if (until && row.updated_at > until) continue
      const text = await openFaq(parts, db, roomId, row)
      yield { number: faqNumber(row.number), ...text, publishedAt: row.published_at.toISOString() }
    }
    before = rows.at(-1)?.number
    if (before === undefined || rows.length < AT_ONCE) return
  }
}
