import { randomUUID } from 'node:crypto'
import type { Actor } from '../../../access/actor.ts'
import {
  EncryptionError,
  encryptBytes,
  openBytes,
} from '../../../platform/encryption/cobblestone.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { RenderError } from '../../../workers/render/index.ts'
import type { VersionRow } from '../../documents/index.ts'
import type { DeliveryParts } from '../delivery.parts.ts'
import { findPassword, findUnlockedLease } from '../delivery.read.ts'
import { leaseCutoff } from '../delivery.rules.ts'
import { asRefusal, renderSource, viewableKind } from './render-source.ts'
import type { Unlocked } from './unlocked-documents.ts'

type OpeningParts = Pick<
  DeliveryParts,
  'database' | 'blobs' | 'content' | 'pool' | 'unlocked' | 'clock'
>

/** Returns undefined for a wrong password. @throws Refusal NO_PREVIEW, or the reason of the document */
export async function openLocked(
  parts: Pick<DeliveryParts, 'blobs' | 'content' | 'pool'>,
  actor: Actor,
  { version, password }: { readonly version: VersionRow; readonly password: string },
  signal: AbortSignal,
): Promise<Unlocked | undefined> {
  const kind = viewableKind(version)
  if (kind === undefined) throw new Refusal('NO_PREVIEW')
  const id = `${version.id} unlocked ${randomUUID()}`
  try {
    const { pages } = await parts.pool.inspect(
      { ...(await renderSource(parts, actor, version, kind)), id, password },
      { signal },
    )
    return { id, password, pages }
  } catch (error) {
    if (error instanceof RenderError && error.code === 'LOCKED') return undefined
    throw asRefusal(error)
  }
}

/** Finds it on this node, or with the bearer's token on any. Counts as a use. */
export async function findUnlocked(
  parts: OpeningParts,
  actor: Actor,
  name: string,
  version: VersionRow,
): Promise<Unlocked | undefined> {
  const known = parts.unlocked.get(name)
  if (known || !actor.secret) return known
  const encrypted = await findPassword(parts.database.db, name)
  const password = encrypted && decryptPassword(actor.secret, name, encrypted)
  if (password === undefined) return undefined
  const owner = { sessionId: actor.sessionId, roomId: actor.roomId, versionId: version.id }
  // No request may abort the shared opening.
  return parts.unlocked.reopen(name, owner, () =>
    openLocked(parts, actor, { version, password }, new AbortController().signal),
  )
}

export async function findUnlockedBySession(
  parts: OpeningParts,
  actor: Actor,
  version: VersionRow,
): Promise<Unlocked | undefined> {
  const known = await parts.unlocked.heldBy(actor, version.id)
  if (known || !actor.secret) return known
  const { sessionId } = actor
  const usedAfter = leaseCutoff(parts.clock.now())
  const name = await findUnlockedLease(parts.database.db, {
    sessionId,
    versionId: version.id,
    usedAfter,
  })
  return name === undefined ? undefined : findUnlocked(parts, actor, name, version)
}

const contextOf = (lease: string): Buffer => Buffer.from(`sealroom lease password ${lease}`)

export const encryptPassword = (secret: Buffer, lease: string, password: string): Buffer =>
  encryptBytes(secret, contextOf(lease), Buffer.from(password))

function decryptPassword(secret: Buffer, lease: string, encrypted: Buffer): string | undefined {
  try {
    return openBytes(secret, contextOf(lease), encrypted).toString()
  } catch (error) {
    if (error instanceof EncryptionError) return undefined
    throw error
  }
}
