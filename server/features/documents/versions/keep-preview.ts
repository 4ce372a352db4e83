import type { Extension } from '../../../../contract/core/limits.ts'
import type { ViewStatus } from '../../../../contract/features/documents.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { updateInspection } from '../documents.store.ts'
import type { PageSize } from '../documents.tables.ts'
import type { NewContent } from '../storage/encrypted-content.ts'
import { announce, announceEach } from '../upload/announce.ts'
import {
  findVersionsByStatus,
  finishPreview,
  forgetInspection,
  holdSharers,
  type ListedVersion,
  notePreviewLayout,
  replacePreview,
  startPreview,
} from './preview.store.ts'

type Storing = Pick<DocumentParts, 'content' | 'bus'>

interface StorePreviewInput {
  readonly status: ViewStatus
  readonly pages: readonly PageSize[]
  readonly preview: NewContent | undefined
  readonly layout: number
}

/** @returns undefined if a preview exists or failed, or the version is gone */
export async function beginPreview(
  tx: Tx,
  parts: Pick<Storing, 'bus'>,
  versionId: number,
): Promise<ListedVersion | undefined> {
  const started = await startPreview(tx, versionId)
  if (started)
    await announce(tx, parts, started.roomId, [started.parentId], { unseen: started.isUnseen })
  return started
}

/** @returns false if the version is gone or another worker was faster */
export async function storePreview(
  tx: Tx,
  parts: Storing,
  listed: ListedVersion,
  { status, pages, preview, layout }: StorePreviewInput,
): Promise<boolean> {
  const segments = preview
    ? await parts.content.wrapKeys(tx, listed.roomId, preview, 'preview')
    : []
  const isStored = await finishPreview(tx, listed, { status, pages, segments, layout })
  if (isStored)
    await announce(tx, parts, listed.roomId, [listed.parentId], { unseen: listed.isUnseen })
  return isStored
}

/** Nobody may open the previews before the commit. */
export const holdPreviewed = (tx: Tx, contentUid: string): Promise<ListedVersion[]> =>
  holdSharers(tx, contentUid)

/** The versions share one content. Without a new preview they keep the old. */
export async function renewPreviews(
  tx: Tx,
  parts: Storing,
  versions: readonly ListedVersion[],
  { pages, preview, layout }: Omit<StorePreviewInput, 'status'>,
): Promise<boolean> {
  const [first] = versions
  const versionIds = versions.map(({ versionId }) => versionId)
  if (!preview) await notePreviewLayout(tx, versionIds, layout)
  if (!preview || !first) return false
  const segments = await parts.content.wrapKeys(tx, first.roomId, preview, 'preview')
  await replacePreview(tx, { roomId: first.roomId, versionIds }, { pages, segments, layout })
  await announceEach(
    tx,
    parts,
    first.roomId,
    versions.map(({ parentId, isUnseen }) => ({ id: parentId, unseen: isUnseen })),
  )
  return true
}

/** @returns true for the first result, which is kept */
export const storeInspection = (
  tx: Tx,
  versionId: number,
  found: { readonly status: ViewStatus; readonly pages: readonly PageSize[] },
): Promise<boolean> => updateInspection(tx, versionId, found)

/** @returns true if it had one of the statuses */
export const undecide = (
  tx: Tx,
  versionId: number,
  statuses: readonly ViewStatus[],
): Promise<boolean> => forgetInspection(tx, versionId, statuses)

export const versionsInStatus = (
  db: Queryable,
  wanted: {
    readonly extensions: readonly Extension[]
    readonly statuses: readonly ViewStatus[]
    readonly limit: number
  },
): Promise<ListedVersion[]> => findVersionsByStatus(db, wanted)
