import { PHASES, type Phase } from '../../../contract/core/phase.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { countByPhase } from './rooms.read.ts'

export async function countRooms(db: Queryable): Promise<{ phase: Phase; count: number }[]> {
  const counted = await countByPhase(db)
  return counted.toSorted((one, other) => PHASES.indexOf(one.phase) - PHASES.indexOf(other.phase))
}
