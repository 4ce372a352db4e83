import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../../platform/config/project-root.ts'
import { makeHwp } from '../../../test/fixtures/make-hwp.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { filesBelow } from '../../../test/harness/holdings.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { findStrayBlobs } from '../../../test/tree/tree-invariants.ts'
import { ConvertError, type Converter } from '../../../workers/convert/index.ts'

const SAMPLE = path.join(
  import.meta.env['SAMPLES_DIR'] ?? path.join(PROJECT_ROOT, '../shared/samples'),
  'office/a.doc',
)

let app: TestApp
let room: TestRoom
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
})
afterAll(() => app.close())

async function put(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const { json } = await room.operator.upload([[name, bytes]])
  return (json.payload as { id: number }[])[0]!.id
}

async function versionOf(itemId: number): Promise<{ id: number; status: string | null }> {
  const { rows } = await app.database.pool.query(
    'select v.id, v.status from file_versions v join items i on i.version_id = v.id where i.id = $1',
    [itemId],
  )
  return rows[0]
}

const statusOf = async (itemId: number) => (await versionOf(itemId)).status
const settled = (itemId: number, status: string) =>
  expect.poll(() => statusOf(itemId), { timeout: 60_000 }).toBe(status)

async function blobsOf(itemId: number, purpose: string): Promise<string[]> {
  const { rows } = await app.database.pool.query(
    'select s.blob_id from file_segments s join items i on i.version_id = s.version_id where i.id = $1 and s.purpose = $2',
    [itemId, purpose],
  )
  return rows.map(({ blob_id }: { blob_id: string }) => blob_id)
}

const onDisk = async (blobId: string) =>
  (await filesBelow(app.dataDir)).some((file) => file.endsWith(blobId))

async function begun(name: string): Promise<number> {
  const id = await put(name, makeHwp(name))
  await settled(id, 'READY')
  await app.database.pool.query(
    "delete from file_segments where purpose = 'preview' and version_id in (select id from file_versions where item_id = $1)",
    [id],
  )
  await app.database.pool.query(
    'update file_versions set status = null, pages = null where item_id = $1',
    [id],
  )
  return id
}

async function runWith(
  itemId: number,
  convert: Converter['convert'],
  attempt: number,
): Promise<void> {
  const { id: versionId } = await versionOf(itemId)
  const converter: Converter = {
    convert,
    missingOfficeParts: async () => [],
    hwpGuard: async () => 'sandbox',
  }
  const handler = (await app.handlersOf({ converter })).find(
    ({ name }) => name === 'renditions.convert',
  )
  const context = { signal: new AbortController().signal, attempt, lastAttempt: attempt === 4 }
  await handler!.run({ roomId: room.roomId, versionId }, context)
}

describe('a Hangul document', () => {
  it('can be read once its PDF is made, which is stored encrypted with it', async () => {
    const canary = '비밀문서의내용'
    const id = await put('계약서.hwp', makeHwp(canary))
    await settled(id, 'READY')
    const lease = await room.operator.openDocument(id)
    expect(lease).toMatchObject({ status: 'READY', pageCount: 1 })
    const page = await room.operator.fetch('GET', `/room/api/file/view/${lease.name}/pages/1`)
    expect(page.headers.get('content-type')).toBe('image/jpeg')
    expect(await blobsOf(id, 'preview')).toHaveLength(1)
    for (const file of await filesBelow(app.dataDir)) {
      const bytes = await fs.readFile(file)
      expect(bytes.includes(Buffer.from('%PDF-')), file).toBe(false)
      expect(bytes.includes(Buffer.from(canary, 'utf16le')), file).toBe(false)
    }
  })

  it('waits and works for a while: opening it says so, logs no view and brings no page', async () => {
    const id = await begun('대기.hwp')
    const viewed = async () =>
      (await app.logged(room.roomId)).filter((kind) => kind === 'document.viewed').length
    const before = await viewed()
    expect(await room.operator.openDocument(id)).toMatchObject({ status: 'WAITING', pageCount: 0 })
    await app.database.pool.query(
      "update file_versions set status = 'WORKING' where item_id = $1",
      [id],
    )
    const lease = await room.operator.openDocument(id)
    expect(lease).toMatchObject({ status: 'WORKING', pageCount: 0 })
    expect(await viewed()).toBe(before)
    await app.database.pool.query(
      'update file_versions set status = \'READY\', pages = \'[{"width": 595, "height": 842}]\' where item_id = $1',
      [id],
    )
    for (const rest of ['', '/pages/1', '/pages/1/text', '/pages/1/links', '/find?q=a']) {
      const early = await room.operator.call('GET', `/room/api/file/view/${lease.name}${rest}`)
      expect({ rest, http: early.http, code: early.json.code }).toEqual({
        rest,
        http: 404,
        code: 'NOT_FOUND',
      })
    }
    expect(await viewed()).toBe(before)
    expect((await room.operator.openDocument(id)).status).toBe('READY')
    expect(await viewed()).toBe(before + 1)
    await app.database.pool.query(
      "update file_versions set status = 'WORKING', pages = null where item_id = $1",
      [id],
    )
    expect((await room.operator.retryPreview(id)).json.status).toBe('OK')
    expect(await statusOf(id)).toBe('WORKING')
  })

  it('under a password is locked, a broken one is broken; only a retry converts it again', async () => {
    const locked = await put('잠김.hwp', makeHwp('잠김', 'secret'))
    await settled(locked, 'LOCKED')
    const broken = await put(
      '손상.hwp',
      new Uint8Array(Buffer.from('HWP Document File V3.00 and nothing else')),
    )
    await settled(broken, 'BROKEN')
    expect((await room.operator.openDocument(broken)).status).toBe('BROKEN')
    expect((await room.operator.retryPreview(broken)).json.status).toBe('OK')
    await settled(broken, 'BROKEN')
    expect(await blobsOf(broken, 'preview')).toEqual([])
    expect((await room.operator.retryPreview(locked)).json.status).toBe('OK')
    expect(await statusOf(locked), 'the same password locks it').toBe('LOCKED')
  })
})

describe('a copy', () => {
  it('shares the PDF, and each can be destroyed without the other', async () => {
    const id = await put('원본.hwp', makeHwp('원본'))
    await settled(id, 'READY')
    const copied = (await room.operator.copyItem(id, '사본.hwp', 0)).json.payload as { id: number }
    const [preview] = await blobsOf(id, 'preview')
    expect(await blobsOf(copied.id, 'preview')).toEqual([preview])
    await room.operator.deleteItem(id)
    await room.operator.destroyItem(id)
    await expect.poll(() => blobsOf(id, 'preview'), { timeout: 20_000 }).toEqual([])
    expect(await onDisk(preview!)).toBe(true)
    expect((await room.operator.openDocument(copied.id)).status).toBe('READY')
    await room.operator.deleteItem(copied.id)
    await room.operator.destroyItem(copied.id)
    await expect.poll(() => onDisk(preview!), { timeout: 20_000 }).toBe(false)
  })

  it('of a document that is being converted gets a PDF of its own', async () => {
    const id = await put('작업중.hwp', makeHwp('작업중'))
    await settled(id, 'READY')
    await app.database.pool.query(
      "update file_versions set status = 'WORKING', pages = null where item_id = $1",
      [id],
    )
    const copied = (await room.operator.copyItem(id, '작업중 사본.hwp', 0)).json.payload as {
      id: number
    }
    await settled(copied.id, 'READY')
    expect(await statusOf(id)).toBe('WORKING')
    expect(await blobsOf(copied.id, 'preview')).not.toEqual(await blobsOf(id, 'preview'))
  })
})

describe('a version that is brought back', () => {
  it('has the PDF of its own, or gets one where that is still being made', async () => {
    for (const status of ['READY', 'WORKING']) {
      const name = `판 ${status}.hwp`
      const id = await put(name, makeHwp('처음'))
      await settled(id, 'READY')
      const [first] = await blobsOf(id, 'preview')
      await app.database.pool.query('update file_versions set status = $2 where item_id = $1', [
        id,
        status,
      ])
      await room.operator.upload([[name, makeHwp('다음')]], 0, 'replace')
      await settled(id, 'READY')
      await room.operator.restoreVersion(id, 1)
      await settled(id, 'READY')
      const [restored, ...others] = await blobsOf(id, 'preview')
      expect(others).toEqual([])
      expect(restored === first).toBe(status === 'READY')
      expect(await room.operator.openDocument(id)).toMatchObject({ status: 'READY', pageCount: 1 })
    }
  })
})

describe('a conversion that fails', () => {
  const failing = (code: ConstructorParameters<typeof ConvertError>[0]): Converter['convert'] =>
    async function* () {
      yield Buffer.from('%PDF-1.4 half')
      throw new ConvertError(code)
    }

  it('is tried again where a busy machine may be why, then says why', async () => {
    const id = await begun('느림.hwp')
    await expect(runWith(id, failing('TIMEOUT'), 1)).rejects.toMatchObject({ code: 'TIMEOUT' })
    expect(await statusOf(id)).toBe('WORKING')
    await runWith(id, failing('TIMEOUT'), 2)
    expect(await statusOf(id)).toBe('SLOW')
    await runWith(id, failing('BROKEN'), 1)
    expect(await statusOf(id)).toBe('SLOW')
  })

  it.runIf(existsSync(SAMPLE))(
    'for a password that the converter takes for damage is said to be locked',
    async () => {
      const bytes = await fs.readFile(SAMPLE)
      // fEncrypted follows the magic number of the main stream ([MS-DOC] 2.5.2).
      bytes[bytes.indexOf('eca5', 'hex') + 11]! |= 1
      const id = await put('잠긴 계약서.doc', new Uint8Array(bytes))
      await expect
        .poll(() => statusOf(id), { timeout: 60_000 })
        .toMatch(/LOCKED|BROKEN|READY|NO_CONVERTER/)
      await app.database.pool.query('update file_versions set status = null where item_id = $1', [
        id,
      ])
      await runWith(id, failing('BROKEN'), 1)
      expect(await statusOf(id)).toBe('LOCKED')
    },
  )

  it('and takes the server with it each time does not stay at work for ever', async () => {
    const id = await begun('죽음.hwp')
    await app.database.pool.query(
      "update file_versions set status = 'WORKING' where item_id = $1",
      [id],
    )
    await runWith(id, failing('CRASHED'), 4)
    expect(await statusOf(id)).toBe('BROKEN')
  })

  it('and lost its last run with the server is taken up at the next start, and none that is still waited for', async () => {
    const [lost, waited] = [await begun('잃음.hwp'), await begun('기다림.hwp')]
    await app.database.pool.query(
      "update file_versions set status = 'WORKING' where item_id = any($1)",
      [[lost, waited]],
    )
    const { id: versionId } = await versionOf(waited)
    const job =
      "select graphile_worker.add_job('renditions.convert', $1, run_at => now() + interval '1 hour', job_key => 'waited')"
    await app.database.pool.query(job, [JSON.stringify({ roomId: room.roomId, versionId })])
    await app.program.revivePreviews()
    await settled(lost, 'READY')
    expect(await statusOf(waited)).toBe('WORKING')
    await app.database.pool.query("select graphile_worker.remove_job('waited')")
  })

  it('leaves nothing on the disk, nor does one of a document that was destroyed meanwhile', async () => {
    const id = await begun('사라짐.hwp')
    const files = async () =>
      (await filesBelow(app.dataDir)).filter((file) => !file.includes('outbox'))
    const before = await files()
    await runWith(id, failing('BROKEN'), 1)
    await expect
      .poll(async () => (await files()).filter((file) => !before.includes(file)))
      .toEqual([])

    const doomed = await begun('파기됨.hwp')
    const strays = await findStrayBlobs(app)
    await runWith(
      doomed,
      async function* () {
        await room.operator.deleteItem(doomed)
        await room.operator.destroyItem(doomed)
        await expect.poll(() => versionOf(doomed), { timeout: 20_000 }).toBeUndefined()
        yield Buffer.from(makePdf(1))
      },
      1,
    )
    await expect.poll(() => findStrayBlobs(app)).toEqual(strays)
  })

  it('for want of a program is made up for when the program is there', async () => {
    const id = await begun('나중.hwp')
    await runWith(id, failing('NO_CONVERTER'), 1)
    expect(await statusOf(id)).toBe('NO_CONVERTER')
    await app.program.revivePreviews()
    await settled(id, 'READY')
  })
})

function makeBmp(width: number, height: number, pixelBytes: number): Uint8Array<ArrayBuffer> {
  const bmp = Buffer.alloc(54 + pixelBytes, 0x80)
  bmp.fill(0, 0, 54).write('BM', 'latin1')
  for (const [at, value] of Object.entries({
    2: bmp.length,
    10: 54,
    14: 40,
    18: width,
    22: height,
  }))
    bmp.writeInt32LE(value, Number(at))
  bmp.writeUInt16LE(1, 26)
  bmp.writeUInt16LE(24, 28)
  return new Uint8Array(bmp)
}

describe('a BMP', () => {
  it('is a page of its own, and one that is cut is broken', async () => {
    const whole = await put('그림.bmp', makeBmp(4, 3, 36))
    const lease = await room.operator.openDocument(whole)
    expect(lease).toMatchObject({ status: 'READY', pageCount: 1 })
    const page = await room.operator.fetch('GET', `/room/api/file/view/${lease.name}/pages/1`, {
      query: { width: 64 },
    })
    expect(page.status).toBe(200)
    const cut = await put('잘림.bmp', makeBmp(400, 300, 36))
    expect((await room.operator.openDocument(cut)).status).toBe('BROKEN')
  })
})
