import type { Resources } from '../../../resources.ts'
import { pdfOf, textPage } from '../../fixtures/pdf-file.ts'
import type { sealables } from '../../fixtures/sealable.ts'
import type { TestApp, TestRoom } from '../../harness/test-app.ts'

export const A4 = { width: 595, height: 842 }

export const PDF = pdfOf([textPage('page')])

export const stored = async (app: TestApp, room: TestRoom): Promise<number> =>
  (await app.database.pool.query('select storage_used from rooms where id = $1', [room.roomId]))
    .rows[0].storage_used

export const blobCount = async (
  documents: Awaited<ReturnType<typeof sealables>>,
): Promise<number> => {
  let count = 0
  for await (const { id } of documents.blobs.list()) count += id === '' ? 0 : 1
  return count
}

export const sealHandler = async (app: TestApp, changed: Partial<Resources> = {}) => {
  const handler = (await app.handlersOf(changed)).find(({ name }) => name === 'compose.seal')
  return (key: unknown, lastAttempt = false, attempt = 1) =>
    handler?.run(key, { signal: new AbortController().signal, attempt, lastAttempt }) ??
    Promise.reject(new Error('no handler'))
}
