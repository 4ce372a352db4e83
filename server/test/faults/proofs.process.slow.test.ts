import { beforeEach, expect, it, vi } from 'vitest'
import { describeWith } from '../harness/needs.ts'
import { lackingStrace, skipUntraced } from '../servers/system-calls.ts'
import { withBroken } from './broken-build.ts'
import { freezeWorker } from './frozen.ts'
import { loseCommit } from './lost-commit.ts'
import { cutPower } from './power-cut.ts'

vi.setConfig({ testTimeout: 180_000 })

const isWhole = process.env['FAULTS'] === 'prove'

/** Fault tests might pass without checking. */
it('an answer before the commit is found: an acknowledged document is gone', async () => {
  const violations = await withBroken('answers before slow commits', loseCommit)
  expect(violations).toContain(
    'what was acknowledged is there, and nothing by halves: a.pdf is gone',
  )
})

describeWith('a server that does not sync folders', lackingStrace, () => {
  beforeEach(skipUntraced)

  it.runIf(isWhole)('is found: a power cut loses committed documents', async () => {
    const { violations } = await withBroken('no sync of folders', cutPower)
    expect(
      violations.filter((text) =>
        /loses \w+ where the disk keeps nothing that was not synced/.test(text),
      ).length,
    ).toBeGreaterThan(10)
    expect(
      violations.filter((text) => text.endsWith('is gone') || text.includes(' answers ')),
    ).not.toEqual([])
  })
})

it.runIf(isWhole)(
  'a mail without a fence is found: a thawed worker sends a mail again',
  async () => {
    const violations = await withBroken('no fence of mails', freezeWorker)
    expect(violations).toEqual(['no mail is lost or sent twice: sent again: 1, where 0 may be'])
  },
)
