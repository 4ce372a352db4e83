import { createHash, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { LIMITS } from '../../../contract/core/limits.ts'
import { refusalOf } from '../../../contract/core/permissions.ts'
import { fetchTicket, type ticket } from '../../../contract/features/renditions.ts'
import type { Actor } from '../../access/actor.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { sizesFor } from './download-document.ts'
import { planZip } from './plan-zip.ts'
import { isStamped, takePortion } from './portion.ts'
import type { RenditionParts } from './renditions.parts.ts'
import { deleteTicketsBeyond, insertTicket, type TicketSubject } from './renditions.store.ts'
import { documentVersion } from './subjects.read.ts'

type Request = z.output<(typeof ticket)['body']>

/** What of a ticket's word is kept. */
export const hashOf = (word: string): Buffer => createHash('sha256').update(word).digest()

/**
 * A word with which the browser may fetch one download by itself. What would be refused then is refused now, where the page can tell of it.
 * @returns 256 random bits as text, and whether the download has to be stamped before it begins.
 */
export async function issueTicket(
  parts: RenditionParts,
  actor: Actor,
  request: Request,
  signal: AbortSignal,
): Promise<{ readonly word: string; readonly isStamped: boolean }> {
  const { kind, fileIds, version } = request
  const [itemId, another] = fileIds
  let stamped = false
  if (kind === 'zip' && version === undefined) await planZip(parts, actor, fileIds)
  else if (kind === 'archive' && version === undefined && itemId !== undefined && another === undefined)
    await parts.above.archives.permissionsFor(actor, itemId)
  else if (kind === 'download' && itemId !== undefined && another === undefined) {
    const refused = version === undefined ? undefined : refusalOf('documents.survey', actor)
    if (refused) throw new Refusal(refused)
    const subject = documentVersion(actor.roomId, itemId, version, sizesFor(actor))
    stamped = isStamped((await takePortion(parts, actor, subject, 'download', signal)).portion)
  } else throw new Refusal('BAD_REQUEST')

  const word = await storeTicket(parts, actor, { kind, itemIds: fileIds, versionNumber: version })
  return { word, isStamped: stamped }
}

/** Stores a ticket of the actor's session, who may have what it stands for. @returns its word, 256 random bits as text. */
export async function storeTicket(
  { database, clock }: Pick<RenditionParts, 'database' | 'clock'>,
  { roomId, memberId, sessionId }: Actor,
  subject: TicketSubject,
): Promise<string> {
  const word = randomBytes(32).toString('base64url')
  await database.transaction(async (tx) => {
    await insertTicket(tx, { hash: hashOf(word), roomId, memberId, sessionId, subject, at: clock.now() })
    await deleteTicketsBeyond(tx, memberId, LIMITS.ticketsPerMember)
  })
  return word
}

/** Where the browser fetches what a ticket stands for, relative to the base path. */
export const addressOfTicket = (word: string): string => fetchTicket.path.replace(':ticket', word)
