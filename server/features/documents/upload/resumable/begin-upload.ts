import { randomBytes, randomUUID } from 'node:crypto'
import type { RejectionCode } from '../../../../../contract/core/errors/rejections.ts'
import type { Language } from '../../../../../contract/core/errors.ts'
import { LIMITS, ROLE } from '../../../../../contract/core/limits.ts'
import { type UploadMetadata, uploadMetadata } from '../../../../../contract/features/uploads.ts'
import type { Actor } from '../../../../access/actor.ts'
import { Refusal } from '../../../../platform/http/refusal.ts'
import type { DocumentParts } from '../../documents.parts.ts'
import { hasNamelessStep, refusedName, splitRelativePath } from '../../documents.rules.ts'
import { findParent } from '../../documents.store.ts'
import { beginChange } from '../../items/change-item.ts'
import { beginSubmission } from '../../submissions/submit-files.ts'
import { spaceLeft } from '../incoming-space.ts'
import { refuseFiles } from '../refuse-files.ts'
import { countUnfinished } from './uploads.read.ts'
import { insertUpload, type NewUpload } from './uploads.store.ts'

const RETRY_SECONDS = 60

interface BeginUploadInput {
  readonly size: number
  readonly metadata: string
  readonly language: Language
}

const PAIR = /^([A-Za-z]+)(?: ([A-Za-z0-9+/]*={0,2}))?$/

/** Keys have Base64 values. @throws Refusal BAD_REQUEST, also for repeated or unknown keys and text that is not UTF-8 */
function readMetadata(header: string): UploadMetadata {
  const values = new Map<string, string>()
  for (const pair of header.split(',')) {
    const [, key, value = ''] = PAIR.exec(pair.trim()) ?? []
    if (key === undefined || values.has(key)) throw new Refusal('BAD_REQUEST')
    values.set(key, decode(value))
  }
  const parsed = uploadMetadata.safeParse(Object.fromEntries(values))
  if (!parsed.success) throw new Refusal('BAD_REQUEST')
  return parsed.data
}

function decode(base64: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Buffer.from(base64, 'base64'),
    )
  } catch {
    throw new Refusal('BAD_REQUEST')
  }
}

/**
 * @throws Refusal BAD_REQUEST, TYPE_REFUSED or TOO_LARGE with the file, NOT_FOUND, NO_SPACE, TOO_MANY_UPLOADS, THREAD_MOVED,
 * SUBMISSIONS_FULL
 */
export async function beginUpload(
  parts: Pick<DocumentParts, 'database' | 'incoming' | 'clock' | 'confirm' | 'events'>,
  actor: Actor,
  { size, metadata, language }: BeginUploadInput,
): Promise<NewUpload> {
  const wanted = readMetadata(metadata)
  const {
    name: given,
    parent: parentId,
    relativePath = '',
    conflict = 'keep',
    modifiedAt,
    threadId,
    staged,
  } = wanted
  const { folders, name } = placeOf(relativePath, given)
  const path = [...folders, name].join('/')
  const refuse = (code: RejectionCode): Refusal =>
    refuseFiles([{ name: path || given, code }], language)
  const wrong =
    given.includes('/') || hasNamelessStep(relativePath)
      ? 'NAME'
      : (refusedName(folders, name) ?? refusedSize(size))
  if (wrong !== undefined) throw refuse(wrong)
  const isPlain =
    relativePath === '' &&
    threadId === undefined &&
    staged === undefined &&
    wanted.conflict === undefined

  return parts.database.transaction(async (tx) => {
    const now = await beginChange(tx, parts, actor, 'documents.upload')
    const isOperator = now.roleId === ROLE.operator
    if (!isOperator) await beginSubmission(tx, now, { folderId: parentId, size, isPlain })
    const [parent, unfinished] = [
      await findParent(tx, actor.roomId, parentId),
      await countUnfinished(tx, actor),
    ]
    if (!parent) throw new Refusal('NOT_FOUND')
    if (parent.path.length + folders.length > LIMITS.treeDepth) throw refuse('DEPTH')
    if (unfinished >= LIMITS.uploadsPerMember)
      throw new Refusal('TOO_MANY_UPLOADS', {
        retryAfter: RETRY_SECONDS,
        variables: { limit: LIMITS.uploadsPerMember },
      })
    if (isOperator && parts.incoming.of(actor.roomId) + size > (await spaceLeft(tx, actor.roomId)))
      throw new Refusal('NO_SPACE')
    if (threadId !== undefined) await parts.events.answering(tx, actor, threadId)
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
      thread_id: threadId ?? null,
      staged: staged ?? null,
    }
    await insertUpload(tx, upload)
    return upload
  })
}

function placeOf(relativePath: string, given: string): ReturnType<typeof splitRelativePath> {
  const reported = splitRelativePath(relativePath)
  const below = splitRelativePath(`${relativePath}/${given}`)
  return reported.name === below.name ? reported : below
}

function refusedSize(size: number): RejectionCode | undefined {
  if (size === 0) return 'EMPTY'
  return size > LIMITS.uploadBytes ? 'SIZE' : undefined
}
