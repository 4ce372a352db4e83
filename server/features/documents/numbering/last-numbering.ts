import type { LastNumbering } from '../../../../contract/features/documents/numbering.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { findLastAct } from './former-numbers.store.ts'
import { NUMBERS_KEPT_MS } from './kept-for.ts'

/** Only full operators can undo the change. @param folder finds its last renumbering instead of any change */
export async function lastNumbering(
  db: Queryable,
  clock: Pick<Clock, 'now'>,
  roomId: number,
  folder?: number,
): Promise<{ last?: LastNumbering }> {
  const act = await findLastAct(
    db,
    roomId,
    new Date(clock.now().getTime() - NUMBERS_KEPT_MS),
    folder,
  )
  if (!act) return {}
  return {
    last: {
      undo: act.id,
      at: act.at.toISOString(),
      act: act.parent_id === null ? 'switch' : 'renumbering',
    },
  }
}
