import type { Queryable } from '../../../platform/db/database.ts'
import { findSealed, heldFiles } from '../drafting/templates.read.ts'

export const sealedDocuments = (db: Queryable, roomId: number, email: string | undefined) =>
  findSealed(db, roomId, email)

export const keptPdfs = (db: Queryable, roomId: number) => heldFiles(db, roomId)
