import { z } from 'zod'
import { CONFIRMATIONS, destructionFacts } from '../../../contract/proof/destruction.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { Encryptor } from '../../platform/encryption/encryptor.ts'

const person = z.object({ name: z.string(), email: z.string() })

/** The retention key survives the room key. */
const course = z.object({
  ...destructionFacts.pick({ room: true, asked: true }).shape,
  confirmed: z
    .object({ at: z.string(), how: z.enum(CONFIRMATIONS), by: person.nullable() })
    .nullable(),
  people: z.array(person),
  destroyed: destructionFacts.shape.destroyed.nullable(),
  keyDestroyedAt: z.string().nullable(),
})
export type DestructionRecord = z.infer<typeof course>

const purposeOf = (roomId: number): string => `destruction:${roomId}`

export const destructionRecord = (
  retention: Encryptor,
  tx: Tx,
  roomId: number,
  value: DestructionRecord,
): Promise<Buffer> =>
  retention.encrypt(tx, roomId, purposeOf(roomId), Buffer.from(JSON.stringify(value)))

export const openCourse = async (
  retention: Encryptor,
  db: Queryable,
  roomId: number,
  encrypted: Buffer,
): Promise<DestructionRecord> =>
  course.parse(
    JSON.parse((await retention.open(db, roomId, purposeOf(roomId), encrypted)).toString()),
  )
