export { documentJobs } from './documents.jobs.ts'
export type { DocumentParts, OrderedBy } from './documents.parts.ts'
export type { ItemRow, VersionRow } from './documents.read.ts'
export { documentHandlers, documentOperations } from './documents.routes.ts'
export {
  extensionOf,
  isUsableName,
  numberedName,
  refusedName,
  splitRelativePath,
} from './documents.rules.ts'
export type { DocumentTables, PageSize } from './documents.tables.ts'
export { encryptedDocumentColumns } from './encrypted-columns.ts'
export { type IndexWithExpected, indexWithExpected } from './expected/index-with-expected.ts'
export { type ImportResult, importIntoRoom } from './import/import-into-room.ts'
export { type ImportedEntry, reasonOf } from './import/import-outcome.ts'
export type { ImportProgress, ImportRequest, ImportWatch } from './import/import-request.ts'
export {
  type ImportSource,
  type SourceEntry,
  SourceFault,
  type SourceFaultCode,
  stepsOfPath,
} from './import/import-source.ts'
export { childrenOf, itemsNamed } from './items/children-of.ts'
export { filePresenter, keepItem, permittedItem } from './items/find-items.ts'
export { findVisibleItems, listVisibleBelow } from './items/visible-items.ts'
export type { ItemFilter } from './listing/item-filter.read.ts'
export { matchingItems, nameMatches, readFilter } from './listing/item-filter.ts'
export { seesAll } from './listing/sees-all.ts'
export type { LivingItem } from './listing/subtree.read.ts'
export { countNews } from './news/list-news.ts'
export { noteOpened, notePage } from './news/note-opened.ts'
export { itemNumbers, numbersForLog, numbersForNames } from './numbering/item-numbers.ts'
export { lastNumbering } from './numbering/last-numbering.ts'
export {
  type ChosenItems,
  type IndexedItem,
  type RoomIndex,
  walkIndex,
} from './room-index/walk-index.ts'
export { finishCut } from './storage/cut-padding.ts'
export { dropBlobs } from './storage/drop-blobs.ts'
export { drainPart, encryptPart } from './storage/encrypt-part.ts'
export {
  type ContentStore,
  contentContext,
  createContentStore,
  digestPurpose,
  type NewContent,
  type WrappedSegment,
} from './storage/encrypted-content.ts'
export { storeMadeFile } from './storage/store-made-file.ts'
export { SPARED_MS, sweepBlobs } from './storage/sweep-blobs.ts'
export { writeContent } from './storage/write-content.ts'
export {
  builtInFolders,
  builtInTemplates,
  copiedFolders,
  plantFolders,
} from './structure/plant-folders.ts'
export { removeFreedBlobs } from './trash/purge-trash.ts'
export { announce } from './upload/announce.ts'
export { type CheckedFiles, checkContents } from './upload/check-contents.ts'
export { contentKind, mediaTypeOf } from './upload/content/check-content.ts'
export { isLegacyLocked } from './upload/content/legacy-lock.ts'
export { IncomingSpace, type SpaceHeld } from './upload/incoming-space.ts'
export { refuseFiles } from './upload/refuse-files.ts'
export { refuseFullDisk } from './upload/refuse-full-disk.ts'
export { uploadHandlers, uploadOperations } from './upload/resumable/uploads.routes.ts'
export { vetSource } from './upload/vet-content.ts'
export { versionOf, versionsById, versionsCovered } from './versions/find-versions.ts'
export {
  beginPreview,
  holdPreviewed,
  renewPreviews,
  storeInspection,
  storePreview,
  undecide,
  versionsInStatus,
} from './versions/keep-preview.ts'
export type { ListedVersion } from './versions/preview.store.ts'
