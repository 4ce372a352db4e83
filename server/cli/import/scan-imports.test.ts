import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createClamdScanner, parseClamdUrl } from '../../platform/scan/clamd.ts'
import { holdings } from '../../test/harness/holdings.ts'
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts'
import { lines, pdf, put } from '../../test/scenarios/imports/importing.ts'
import { type Clamd, EICAR, startClamd } from '../../test/servers/clamd.ts'
import { openFolderSource } from './folder-source.ts'

let app: TestApp
let folder: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'sealroom-import-'))
})
afterEach(() => fs.rm(folder, { recursive: true }))

describe('an import past the virus scanner', () => {
  let clamd: Clamd
  let scanning: TestApp
  beforeAll(async () => {
    clamd = await startClamd()
    scanning = await startTestApp({
      scanner: createClamdScanner(parseClamdUrl(clamd.url) ?? { path: '' }, { deadlineMs: 2_000 }),
    })
  })
  afterAll(async () => {
    await scanning.close()
    await clamd.stop()
  })

  it('refuses what is infected, and ends where nothing can be scanned', async () => {
    const { roomId } = await scanning.room()
    const infected = new Uint8Array(Buffer.concat([pdf('a'), Buffer.from(`%${EICAR}`)]))
    await put(folder, { 'a.pdf': infected, 'b.pdf': pdf('b') })
    const request = {
      roomId,
      into: [],
      staged: undefined,
      numbers: 'keep',
      isDryRun: false,
    } as const
    const watch = { signal: new AbortController().signal, onProgress: () => undefined }
    const first = await scanning.program.importIntoRoom(
      await openFolderSource(folder),
      request,
      watch,
    )
    expect(lines(first)).toEqual(['a.pdf refused INFECTED', 'b.pdf imported'])
    await put(folder, { 'c.pdf': pdf('c'), 'd.pdf': pdf('d') })
    await clamd.stop()
    const second = await scanning.program.importIntoRoom(
      await openFolderSource(folder),
      request,
      watch,
    )
    expect(second.failure).toMatchObject({ code: 'SCANNER_DOWN' })
    expect(new Set(lines(second))).toEqual(
      new Set(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'].map((name) => `${name} pending STOPPED`)),
    )
    expect(await holdings(scanning, roomId)).toMatchObject({ items: 1, blobs: 1, temp: 0 })
  })
})
