export { sendBatch } from './send-batch.ts'
export { UploadCard } from './upload-card.tsx'
export { UploadQueue } from './upload-queue.ts'
export { UploadTools } from './upload-tools.tsx'
