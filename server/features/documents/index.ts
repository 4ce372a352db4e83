export { announce } from './announce.ts'
export { type CheckedFiles, checkContents } from './check-contents.ts'
export { contentKind, mediaTypeOf } from './content/check-content.ts'
export { isLegacyLocked } from './content/legacy-lock.ts'
export { finishCut } from './cut-padding.ts'
export { documentJobs } from './documents.jobs.ts'
export type { DocumentParts } from './documents.parts.ts'
export { pathOf, presentItem } from './documents.present.ts'
export {
  findFolderNames,
  findItem,
  findVersion,
  findVersions,
  holdItem,
  type ItemRow,
  type VersionRow,
  visible,
} from './documents.read.ts'
export { documentHandlers, documentOperations } from './documents.routes.ts'
export { extensionOf, isUsableName, numberedName, refusedName, splitRelativePath } from './documents.rules.ts'
export { updateInspection } from './documents.store.ts'
export type { DocumentTables, PageSize } from './documents.tables.ts'
export { IncomingSpace, type SpaceHeld } from './incoming-space.ts'
export { filtered, type ItemFilter, readFilter } from './item-filter.read.ts'
export { findVersionsByStatus, finishPreview, forgetInspection, type ListedVersion, startPreview } from './preview.store.ts'
export { removeFreedBlobs } from './purge-trash.ts'
export { refuseFiles } from './refuse-files.ts'
export { refuseFullDisk } from './refuse-full-disk.ts'
export { uploadHandlers, uploadOperations } from './resumable/uploads.routes.ts'
export { drainPart, sealPart } from './seal-part.ts'
export { sealedDocumentColumns } from './sealed-columns.read.ts'
export { type ContentStore, contentContext, createContentStore, type NewContent } from './sealed-content.ts'
export { nameHas } from './search.read.ts'
export { storeMadeFile } from './store-made-file.ts'
export { currentVersions, findItems, heldVersions, type LivingItem, listBelow, listTree } from './subtree.read.ts'
export { sweepBlobs } from './sweep-blobs.ts'
export { freeBlobs } from './trash.store.ts'
export { vetSource } from './vet-content.ts'
