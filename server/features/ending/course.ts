import { z } from 'zod'
import { CONFIRMATIONS, destructionFacts } from '../../../contract/proof/destruction.ts'
import type { Sealer } from '../../platform/crypto/sealer.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'

const person = z.object({ name: z.string(), email: z.string() })

/**
 * What a destruction has been so far: the part of its certificate that is known, and whom it is mailed to. It is sealed under the retention key,
 * since the room's own is about to go.
 */
const course = z.object({
  ...destructionFacts.pick({ room: true, asked: true }).shape,
  confirmed: z.object({ at: z.string(), how: z.enum(CONFIRMATIONS), by: person.nullable() }).nullable(),
  people: z.array(person),
  destroyed: destructionFacts.shape.destroyed.nullable(),
  keyDestroyedAt: z.string().nullable(),
})
export type Course = z.infer<typeof course>

const purposeOf = (roomId: number): string => `destruction:${roomId}`

/** @param retention seals under the retention key. */
export const sealCourse = (retention: Sealer, tx: Tx, roomId: number, value: Course): Promise<Buffer> =>
  retention.seal(tx, roomId, purposeOf(roomId), Buffer.from(JSON.stringify(value)))

export const openCourse = async (retention: Sealer, db: Queryable, roomId: number, sealed: Buffer): Promise<Course> =>
  course.parse(JSON.parse((await retention.open(db, roomId, purposeOf(roomId), sealed)).toString()))
