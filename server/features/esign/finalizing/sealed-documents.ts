import type { Queryable } from '../../../platform/db/database.ts'
import { findSealed, heldFiles } from '../drafting/templates.read.ts'

/** Completed documents of the room, or of the person with that address. */
export const sealedDocuments = (db: Queryable, roomId: number, email: string | undefined) => findSealed(db, roomId, email)

/** A query of ids to join: PDFs that still exist. */
export const keptPdfs = (db: Queryable, roomId: number) => heldFiles(db, roomId)
