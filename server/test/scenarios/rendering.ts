import { afterAll } from 'vitest'
import type { Log } from '../../platform/log/log.ts'
import { createRenderPool } from '../../workers/render/index.ts'
import { EncryptedFolder } from '../fixtures/encrypted-folder.ts'
import { memoryLog } from '../fixtures/memory-log.ts'

export async function openRenderPool(log: Log = memoryLog()) {
  const folder = new EncryptedFolder()
  const pool = await createRenderPool({ size: 1, log })
  afterAll(async () => {
    await pool.close()
    folder.remove()
  })
  return { folder, pool }
}
