export type { ImportParts as ThreadParts } from './exchange/import-threads.ts'
export { attachedFiles, openThreadFile } from './files/attached-files.ts'
export { queueFileRevival } from './files/convert-files.ts'
export { heldByThreads } from './files/held-blobs.ts'
export { keepThreads } from './keep-threads.ts'
export { answerWithUploads } from './move-thread.ts'
export {
  type PresentedFaq,
  type PresentedQuestions,
  type PresentedThread,
  presentThreads,
} from './present-threads.ts'
export { encryptedThreadColumns } from './thread-texts.ts'
export { threadJobs } from './threads.jobs.ts'
export { threadHandlers, threadOperations } from './threads.routes.ts'
