import { randomUUID } from 'node:crypto'
import type { PayloadIn } from '../../../contract/core/operation.ts'
import { UNVIEWABLE } from '../../../contract/features/documents.ts'
import type * as contract from '../../../contract/features/renditions.ts'
import type { Actor } from '../../access/actor.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { RenderError } from '../../workers/render/index.ts'
import { asRefusal, convertedKind, renderSource, viewableKind } from './render-source.ts'
import type { RenditionParts } from './renditions.parts.ts'
import { holdUntold, noteViewed } from './renditions.store.ts'
import type { Unlocked } from './unlocked-documents.ts'
import { type LeasedDocument, leased, manifestOf } from './view-document.ts'

interface Attempt {
  /** Of the lease. */
  readonly name: string
  readonly password: string
}

/**
 * Opens a locked PDF for one lease. Reading begins here, so this is what the log calls a view. The password stays in memory; wrong ones are
 * counted by session and document, and by member: people behind one address do not wait for each other.
 * @throws Refusal PDF_PASSWORD, TOO_MANY; the document's own where a password does not help.
 */
export async function unlockDocument(
  parts: RenditionParts,
  actor: Actor,
  { name, password }: Attempt,
  signal: AbortSignal,
): Promise<PayloadIn<typeof contract.unlock>> {
  const locked = await leased(parts, actor, { name, purpose: 'open', sizes: true }, signal)
  if (locked.status === 'READY') return manifestOf(actor, locked)
  if (locked.status !== 'LOCKED' || convertedKind(locked.version)) throw new Refusal(UNVIEWABLE[locked.status])
  const details = { itemId: locked.item.id, name: locked.item.name }
  const { throttle } = parts
  const unlocked = await throttle.guess('document-member', String(actor.memberId), () =>
    throttle.guess('document', `${actor.sessionId} ${locked.version.id}`, () => tryPassword(parts, actor, locked, password, signal)),
  )
  if (!unlocked) {
    await parts.database.transaction((tx) => parts.activity.record(tx, actor, 'document.password-refused', details))
    throw new Refusal('PDF_PASSWORD')
  }
  await parts.database.transaction(async (tx) => {
    const told = await holdUntold(tx, name)
    await noteViewed(tx, name, await parts.activity.recordReading(tx, actor, 'document.viewed', details, told?.entryId ?? null))
  })
  parts.unlocked.add(name, { sessionId: actor.sessionId, roomId: actor.roomId, versionId: locked.version.id }, unlocked)
  try {
    const now = await parts.sessions.renew(actor, 'documents.view')
    return manifestOf(now, await leased(parts, now, { name, purpose: 'open', sizes: true }, signal))
  } catch (error) {
    // What ended while the password was tried was announced before it was kept.
    parts.unlocked.drop(name)
    throw error
  }
}

/** The document opened with a password, undefined where that is wrong. */
async function tryPassword(
  parts: RenditionParts,
  actor: Actor,
  { version }: LeasedDocument,
  password: string,
  signal: AbortSignal,
): Promise<Unlocked | undefined> {
  const kind = viewableKind(version)
  if (kind === undefined) throw new Refusal('NO_PREVIEW')
  const id = `${version.id} unlocked ${randomUUID()}`
  try {
    const { pages } = await parts.pool.inspect({ ...(await renderSource(parts, actor, version, kind)), id, password }, { signal })
    return { id, password, pages }
  } catch (error) {
    if (error instanceof RenderError && error.code === 'LOCKED') return undefined
    throw asRefusal(error)
  }
}
