import type { FastifyRequest } from 'fastify'
import { ERRORS, type Language } from '../../../../contract/core/errors.ts'
import type { Permission } from '../../../../contract/core/permissions.ts'
import type { Actor } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import type { Bytes } from '../../../platform/http/mount.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { findVisibleItems } from '../../documents/index.ts'
import type { DeliveryParts } from '../delivery.parts.ts'
import { findTicket, type TicketRow } from '../delivery.read.ts'
import { ticketsSince, waitingSince } from '../delivery.rules.ts'
import { redeemTicket, restoreTicket } from '../delivery.store.ts'
import type { Delivery } from '../delivery.ts'
import { documentVersion } from '../subjects.read.ts'
import { type DocumentRequested, download, sizesFor } from './download-document.ts'
import { downloadZip } from './download-zip.ts'
import { endWith } from './hand-out.ts'
import { hashOf } from './issue-ticket.ts'

const DOWNLOAD = 'documents.download'
const OLDER_VERSIONS = 'documents.survey'
const OF_MESSAGE = 'messages.receive'
const ARCHIVES = 'archive.own'

function admissionOf({ kind, version_number: number }: TicketRow): Permission {
  if (kind === 'archive') return ARCHIVES
  if (kind === 'message') return OF_MESSAGE
  return number === null ? DOWNLOAD : OLDER_VERSIONS
}

async function permissionsFor(
  { above }: Pick<DeliveryParts, 'above'>,
  actor: Actor,
  ticket: TicketRow,
): Promise<readonly Permission[]> {
  const { kind, item_ids: itemIds, version_number: number } = ticket
  if (kind === 'archive') return above.archives.permissionsFor(actor, itemIds[0] ?? 0)
  if (kind === 'message') return [OF_MESSAGE]
  return number === null ? [DOWNLOAD] : [DOWNLOAD, OLDER_VERSIONS]
}

interface FetchTicketInput {
  readonly request: FastifyRequest
  readonly address: string
  readonly language: Language
  readonly signal: AbortSignal
}

const CONTINUES = /^bytes=[1-9]\d{0,14}-/

/** Refusals are text, because a browser navigates here. */
export async function fetchTicket(
  parts: DeliveryParts,
  token: string,
  call: FetchTicketInput,
): Promise<Bytes> {
  try {
    return await redeem(parts, token, call)
  } catch (error) {
    const isPage = call.request.headers.accept?.includes('text/html') === true
    if (!(error instanceof Refusal) || !isPage) throw error
    const body = Buffer.from(error.textIn(call.language))
    return { status: ERRORS[error.code].http, type: 'text/plain; charset=utf-8', body }
  }
}

async function redeem(
  parts: DeliveryParts,
  token: string,
  { request, address, signal }: FetchTicketInput,
): Promise<Delivery> {
  const { database, sessions } = parts
  const now = parts.clock.now()
  const ticket = await findTicket(database.db, hashOf(token))
  if (!ticket) throw new Refusal('NOT_FOUND')
  const actor = await sessions.admitSession(ticket.session_id, address, admissionOf(ticket))
  await refuseOtherSession(parts, ticket, request)
  const permissions = await permissionsFor(parts, actor, ticket)
  const isFirst = await redeemTicket(database.db, ticket.hash, { at: now, ...waitingSince(now) })
  if (!isFirst && !(await mayContinue(parts, actor, ticket, request)))
    throw new Refusal('NOT_FOUND')

  const prepared = parts.prepared.take(ticket.hash)
  // An archive download may outlast the session's idle timeout.
  const flow = { outlastsIdle: ticket.kind === 'archive' }
  const watches = permissions.map((permission) => sessions.watch(actor, permission, flow))
  const release = (): void => {
    for (const watch of watches) watch.release()
  }
  try {
    const until = AbortSignal.any([signal, ...watches.map((watch) => watch.signal)])
    const bytes = await deliver(parts, actor, ticket, {
      headers: request.headers,
      signal: until,
      continues: !isFirst,
      prepared,
    })
    bytes.body.once('close', release)
    return bytes
  } catch (error) {
    release()
    // The browser may retry after these.
    if (isFirst && error instanceof Refusal && ['BUSY', 'TOO_FAST'].includes(error.code))
      await restoreTicket(database.db, ticket.hash, now)
    throw error
  } finally {
    await prepared?.copy?.discard()
  }
}

async function deliver(
  parts: DeliveryParts,
  actor: Actor,
  ticket: TicketRow,
  requested: DocumentRequested,
): Promise<Delivery> {
  const { kind, item_ids: itemIds, version_number: number, message_id: messageId } = ticket
  const [itemId = 0] = itemIds
  if (messageId !== null) return parts.above.message(actor, messageId, requested)
  if (kind === 'archive') return fetchArchive(parts, actor, itemId, requested)
  if (kind === 'zip') return downloadZip(parts, actor, itemIds, requested.signal)
  return download(
    parts,
    actor,
    documentVersion(visibleItems(actor), itemId, number ?? undefined, sizesFor(actor)),
    requested,
  )
}

async function fetchArchive(
  { above }: Pick<DeliveryParts, 'above'>,
  actor: Actor,
  archiveId: number,
  { headers, signal, continues }: DocumentRequested,
): Promise<Delivery> {
  const delivery = await above.archives.fetch(actor, archiveId, { headers, isFirst: !continues })
  endWith(delivery.body, signal)
  return delivery
}

/** Browsers send no session, but a sent one must match the ticket. */
async function refuseOtherSession(
  { sessions }: Pick<DeliveryParts, 'sessions'>,
  ticket: TicketRow,
  request: FastifyRequest,
): Promise<void> {
  if (request.headers.authorization === undefined) return
  const bearer = await sessions.admit(request, { permission: admissionOf(ticket) })
  if (bearer.sessionId !== ticket.session_id) throw new Refusal('NOT_FOUND')
}

/** Used tickets continue originals until expiry, archives while kept. */
async function mayContinue(
  parts: Pick<DeliveryParts, 'database' | 'clock'>,
  actor: Actor,
  ticket: TicketRow,
  { headers }: FastifyRequest,
): Promise<boolean> {
  const { kind, item_ids: itemIds, first_used_at: begun, version_number: number } = ticket
  // The If-Range header detects a changed archive.
  if (kind === 'archive') return begun !== null && CONTINUES.test(headers.range ?? '')
  const asksForRest = headers['if-range'] === undefined && CONTINUES.test(headers.range ?? '')
  if (kind === 'zip' || begun === null || !asksForRest) return false
  if (ticket.created_at <= ticketsSince(parts.clock.now())) return false
  if (kind === 'message' || number !== null) return true
  // A newer version would not fit the sent bytes.
  const [item] = await findVisibleItems(parts.database.db, visibleItems(actor), itemIds)
  return item !== undefined && item.stored_at < begun
}
