import { beforeEach, expect, it, vi } from 'vitest'
import { describeWith } from '../harness/needs.ts'
import { lackingStrace, skipUntraced } from '../servers/system-calls.ts'
import { cutPower } from './power-cut.ts'

vi.setConfig({ testTimeout: 180_000 })

describeWith('a power cut during uploads', lackingStrace, () => {
  beforeEach(skipUntraced)

  it('leaves every committed document whole, whatever the disk loses of what was not synced', async () => {
    const { points, blobs, violations } = await cutPower()
    expect(violations).toEqual([])
    expect(blobs).toBeGreaterThan(10)
    expect(points).toBeGreaterThan(300)
    process.stdout.write(`power cuts ${points}, blobs ${blobs}\n`)
  })
})
