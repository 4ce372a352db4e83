import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openDiskBlobStore } from '../platform/blob/disk-blob-store.ts'
import { makePdf } from '../test/fixtures/make-pdf.ts'
import { startTestApp } from '../test/harness/test-app.ts'
import { backUp } from './back-up.ts'

it('a backup that was written stays one where the freed blobs cannot be removed afterwards', async () => {
  const app = await startTestApp()
  const out = await mkdtemp(path.join(os.tmpdir(), 'sealroom-backup-'))
  try {
    const { operator } = await app.room()
    await operator.upload([['가.pdf', makePdf(1)]])
    const parts = {
      database: app.database,
      blobs: await openDiskBlobStore(app.dataDir, app.clock),
      clock: app.clock,
    }
    const { dataDir, keyDir } = app
    const request = { out, keys: undefined, dataDir, keyDir, full: false }
    const warned = await backUp(
      { ...parts, removeFreedBlobs: () => Promise.reject(new Error('away')) },
      request,
    )
    expect(warned.leftBlobs?.message).toBe('away')
    expect(existsSync(path.join(warned.place, 'manifest.json'))).toBe(true)
    expect(warned.manifest.blobs.copied).toBeGreaterThan(0)
  } finally {
    await rm(out, { recursive: true, force: true })
    await app.close()
  }
})
