import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { TestContext } from 'vitest'

export interface SmallDisk {
  readonly folder: string
  /** Only root may mount. */
  readonly skipUnmounted: (test: TestContext) => void
  readonly remove: () => Promise<void>
}

/** @param size as for mount, `3m` */
export async function smallDisk(size: string): Promise<SmallDisk> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sealroom-full-'))
  const isMounted =
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]).status === 0
  return {
    folder,
    skipUnmounted: (test) =>
      test.skip(!isMounted, 'this account may not mount a small file system'),
    async remove() {
      if (isMounted) spawnSync('umount', ['--lazy', folder])
      await rm(folder, { recursive: true })
    },
  }
}
