export { currentDocuments } from './current-documents.ts'
export { createDeliveries, delivered } from './deliveries.ts'
export type { ArchiveDownloads, DeliveryParts } from './delivery.parts.ts'
export { deliveryHandlers, deliveryJobs, deliveryOperations } from './delivery.routes.ts'
export type { Delivery, Requested } from './delivery.ts'
export { exportDocument } from './download/export-document.ts'
export { endWith } from './download/hand-out.ts'
export { storeTicket, ticketUrl } from './download/issue-ticket.ts'
export { copyName, isImage, markedCopy } from './download/marked-copy.ts'
export { PreparedCopies } from './download/prepared-copies.ts'
export { indexedName, safeName, ZipNames } from './download/zip-names.ts'
export { makePreview, withoutPreview } from './preview/convert-document.ts'
export { queueInspection } from './preview/inspect-document.ts'
export { queueRevival } from './preview/retry-preview.ts'
export { yieldLane } from './preview/yield-lane.ts'
export type { FoundDocument } from './subjects.read.ts'
export { endReadings } from './viewing/end-readings.ts'
export { createReadingPace } from './viewing/pace/reading-pace.ts'
export {
  asRefusal,
  convertedKind,
  fileSource,
  pdfSource,
  renderSource,
  type SourceParts,
  statusOfFailure,
  viewableKind,
} from './viewing/render-source.ts'
export { SlowAnswers } from './viewing/slow-answers.ts'
export { createUnlockedDocuments } from './viewing/unlocked-documents.ts'
