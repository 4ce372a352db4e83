import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { memoryLog } from '../../test/fixtures/memory-log.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import { findProcesses } from './installation.store.ts'
import { keepProcessRow, PROCESS_GONE_MS } from './process-row.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await startTestApp()
  folder = mkdtempSync(path.join(tmpdir(), 'process-row-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await app.close()
})

const processes = async () =>
  (await findProcesses(app.database.db, PROCESS_GONE_MS)).map(({ id }) => id).sort()

it('a server that cannot leave its sign does not start, and counts as none', async () => {
  const before = await processes()
  writeFileSync(path.join(folder, 'processes'), '')
  await expect(keepProcessRow(app.database.db, memoryLog(), { dataDir: folder })).rejects.toThrow()
  expect(await processes()).toEqual(before)
})

it('a command works without a sign, and says so in the log', async () => {
  const before = await processes()
  const log = memoryLog()
  const row = await keepProcessRow(app.database.db, log, { dataDir: folder, isCommand: true })
  expect(await processes()).toHaveLength(before.length + 1)
  expect(log.entries).toContainEqual(
    expect.objectContaining({ msg: 'the data folder takes no sign of this command' }),
  )
  await row.close()
  expect(await processes()).toEqual(before)
})

it('a server leaves its sign, and takes it away', async () => {
  rmSync(path.join(folder, 'processes'), { force: true })
  const before = await processes()
  const row = await keepProcessRow(app.database.db, memoryLog(), { dataDir: folder })
  const signs = readdirSync(path.join(folder, 'processes'))
  expect((await processes()).filter((id) => !before.includes(id))).toEqual(signs)
  await row.close()
  expect(readdirSync(path.join(folder, 'processes'))).toEqual([])
})
