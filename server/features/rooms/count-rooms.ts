import type { Phase } from '../../../contract/core/phase.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { countByPhase } from './rooms.read.ts'

export const countRooms = (db: Queryable): Promise<{ phase: Phase; count: number }[]> => countByPhase(db)
