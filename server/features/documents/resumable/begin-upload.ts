import { randomBytes, randomUUID } from 'node:crypto'
import type { Language, RejectionCode } from '../../../../contract/core/errors.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { beginChange } from '../change-item.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { hasNamelessStep, refusedName, splitRelativePath } from '../documents.rules.ts'
import { findParent } from '../documents.store.ts'
import { spaceLeft } from '../incoming-space.ts'
import { refuseFiles } from '../refuse-files.ts'
import { readMetadata } from './upload-metadata.ts'
import { countUnfinished } from './uploads.read.ts'
import { insertUpload, type NewUpload } from './uploads.store.ts'

/** By then one of those under way may have ended. */
const RETRY_SECONDS = 60

interface Wanted {
  /** Bytes of the whole file. */
  readonly size: number
  /** The header of the request. */
  readonly metadata: string
  readonly language: Language
}

/**
 * Begins an upload, once all is well that can be known before its first byte. The space that it will take counts as taken for the next one,
 * and is booked when it becomes a document.
 * @throws Refusal BAD_REQUEST, TYPE_REFUSED or TOO_LARGE with the file and what is wrong with it, NOT_FOUND, NO_SPACE, TOO_MANY_UPLOADS.
 */
export async function beginUpload(parts: DocumentParts, actor: Actor, { size, metadata, language }: Wanted): Promise<NewUpload> {
  const { name: given, parent: parentId, relativePath = '', conflict = 'keep', modifiedAt } = readMetadata(metadata)
  const { folders, name } = placeOf(relativePath, given)
  const path = [...folders, name].join('/')
  const refuse = (code: RejectionCode): Refusal => refuseFiles([{ name: path || given, code }], language)
  // The name alone is no path, as it is in a form.
  const wrong = given.includes('/') || hasNamelessStep(relativePath) ? 'NAME' : (refusedName(folders, name) ?? refusedSize(size))
  if (wrong !== undefined) throw refuse(wrong)

  return parts.database.transaction(async (tx) => {
    await beginChange(tx, parts, actor)
    const [parent, unfinished] = [await findParent(tx, actor.roomId, parentId), await countUnfinished(tx, actor)]
    if (!parent) throw new Refusal('NOT_FOUND')
    if (parent.path.length + folders.length > LIMITS.treeDepth) throw refuse('DEPTH')
    if (unfinished >= LIMITS.uploadsPerMember)
      throw new Refusal('TOO_MANY_UPLOADS', { retryAfter: RETRY_SECONDS, variables: { limit: LIMITS.uploadsPerMember } })
    if (parts.incoming.of(actor.roomId) + size > (await spaceLeft(tx, actor.roomId))) throw new Refusal('NO_SPACE')
    const upload: NewUpload = {
      id: randomBytes(16).toString('base64url'),
      room_id: actor.roomId,
      member_id: actor.memberId,
      parent_id: parentId,
      path,
      conflict,
      size,
      modified_at: modifiedAt === undefined ? null : new Date(modifiedAt),
      content_uid: randomUUID(),
      created_at: parts.clock.now(),
    }
    await insertUpload(tx, upload)
    return upload
  })
}

/** Clients tell the path to the folder or, as a browser does, that to the file. */
function placeOf(relativePath: string, given: string): ReturnType<typeof splitRelativePath> {
  const told = splitRelativePath(relativePath)
  const below = splitRelativePath(`${relativePath}/${given}`)
  return told.name === below.name ? told : below
}

function refusedSize(size: number): RejectionCode | undefined {
  if (size === 0) return 'EMPTY'
  return size > LIMITS.uploadBytes ? 'SIZE' : undefined
}
