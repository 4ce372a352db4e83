import { LIMITS } from '../../../../contract/core/limits.ts'
import type { TestApp } from '../../harness/test-app.ts'
import { makeFiller } from '../../harness/upload-stream.ts'

export const PIECE = LIMITS.uploadPieceBytes
export const content = makeFiller('content', 200_000)

export async function writerOf(app: TestApp, upload: string): Promise<unknown> {
  return (
    await app.database.pool.query('select writer, received from uploads where id = $1', [upload])
  ).rows[0]
}
