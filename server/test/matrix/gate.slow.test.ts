import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PURPOSES } from '../../access/policies.ts'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'

vi.setConfig({ testTimeout: 180_000 })

interface VitestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[]
  }[]
}

async function tableWithout(
  purpose: string | undefined,
  only: string,
  folder: string,
): Promise<Record<string, string>> {
  const outputFile = path.join(folder, `${crypto.randomUUID()}.json`)
  const vitest = path.join(PROJECT_ROOT, 'node_modules/vitest/vitest.mjs')
  const options = [
    '--project',
    'unit',
    '--reporter=json',
    `--outputFile=${outputFile}`,
    '-t',
    `^the gate ${only}: `,
  ]
  const env = { ...process.env, ...(purpose === undefined ? {} : { UNGATED: purpose }) }
  await new Promise((resolve) =>
    execFile(
      process.execPath,
      [vitest, 'run', 'server/test/matrix/gate.test.ts', ...options],
      { cwd: PROJECT_ROOT, env },
      resolve,
    ),
  )
  const { testResults } = JSON.parse(await fs.readFile(outputFile, 'utf8')) as VitestReport
  const ran = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ title }) => title.startsWith(`${only}: `))
  return Object.fromEntries(ran.map(({ title, status }, index) => [`${index} ${title}`, status]))
}

describe('without the gate', () => {
  let folder: string
  beforeAll(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'sealroom-gate-'))
  })
  afterAll(() => fs.rm(folder, { recursive: true }))

  it('nothing is wrong with the table itself', async () => {
    const statuses = Object.values(await tableWithout(undefined, 'page', folder))
    expect(statuses.length).toBeGreaterThan(1)
    expect(new Set(statuses)).toEqual(new Set(['passed']))
  })

  it.each(PURPOSES)('for "%s" each of its tests fails', async (purpose) => {
    const statuses = await tableWithout(purpose, purpose, folder)
    expect(Object.keys(statuses).length).toBeGreaterThan(0)
    expect(Object.entries(statuses).filter(([, status]) => status !== 'failed')).toEqual([])
  })
})
