import type { PayloadIn } from '../../../../contract/core/operation.ts'
import { formatDay } from '../../../../contract/core/room-time.ts'
import type * as contract from '../../../../contract/features/threads/threads.ts'
import type { Actor } from '../../../access/actor.ts'
import { fullNumber } from '../thread-number.ts'
import type { ThreadParts } from '../threads.parts.ts'
import { BY_EXPERT, BY_TOPIC, findOldestOpen, findTotals, summarizeBy } from './summary.read.ts'

type Summary = PayloadIn<typeof contract.summary>

export async function summarize(
  { database: { db }, clock }: Pick<ThreadParts, 'database' | 'clock'>,
  { roomId, zone }: Actor,
): Promise<Summary> {
  const [totals, oldest, topics, experts] = await Promise.all([
    findTotals(db, roomId, formatDay(clock.now(), zone)),
    findOldestOpen(db, roomId),
    summarizeBy(db, roomId, BY_TOPIC),
    summarizeBy(db, roomId, BY_EXPERT),
  ])
  return {
    ...totals,
    oldest: oldest
      ? { id: oldest.id, number: fullNumber(oldest), since: oldest.submitted_at.toISOString() }
      : null,
    topics: topics.map(({ id, name, ...counts }) => ({
      topic: id === null || name === null ? null : { id, name },
      ...timesOf(counts),
    })),
    experts: experts.flatMap(({ id, name, ...counts }) =>
      id === null || name === null
        ? []
        : [{ person: { id: Number(id), name }, ...timesOf(counts) }],
    ),
  }
}

const timesOf = ({
  open,
  answered,
  mean_hours,
}: {
  open: number
  answered: number
  mean_hours: number | null
}) => ({
  ...{ open, answered },
  meanHours: mean_hours === null ? null : Math.round(mean_hours * 10) / 10,
})
