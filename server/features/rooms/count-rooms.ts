import type { Phase } from '../../../contract/core/phase.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { countByPhase } from './rooms.read.ts'

/** Phases without a room are left out. */
export const countRooms = (db: Queryable): Promise<{ phase: Phase; count: number }[]> => countByPhase(db)
