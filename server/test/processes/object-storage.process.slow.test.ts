import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { lackingSwift, type Swift, startSwift } from '../../../tools/servers/swift.mjs'
import { S3Bucket } from '../../platform/blob/s3/s3-bucket.ts'
import { makePdf } from '../fixtures/make-pdf.ts'
import { pdfOf, stream, textPage } from '../fixtures/pdf-file.ts'
import { describeWith } from '../harness/needs.ts'
import {
  type Environment,
  enterAsOperator,
  type Installation,
  installation,
  readFirstRoom,
} from '../harness/server-process.ts'
import { appendTo, endUpload, newUpload } from '../harness/tus.ts'
import type { WireClient } from '../harness/wire-client.ts'
import { startCuttingProxy } from '../servers/cutting-proxy.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

describeWith('a server whose documents lie in an object storage', lackingSwift, () => {
  let swift: Swift
  let settings: Environment
  const homes: Installation[] = []
  beforeAll(async () => {
    swift = await startSwift()
  })
  afterAll(() => swift.stop())
  afterEach(async () => {
    for (const home of homes.splice(0)) await home.remove()
  })

  async function place(more: Environment = {}): Promise<Installation> {
    settings = {
      STORAGE_URL: `s3://${await swift.createBucket()}/rooms`,
      S3_ENDPOINT: swift.endpoint,
      S3_ACCESS_KEY_ID: swift.accessKeyId,
      S3_SECRET_ACCESS_KEY: swift.secretAccessKey,
    }
    const home = await installation({ ...settings, ...more })
    homes.push(home)
    return home
  }
  const onDisk = (home: Installation): number => {
    const folder = path.join(home.dataDir, 'blobs')
    return existsSync(folder)
      ? readdirSync(folder).reduce(
          (sum, name) => sum + readdirSync(path.join(folder, name)).length,
          0,
        )
      : 0
  }
  async function fetched(client: WireClient): Promise<Buffer[]> {
    const files = []
    for (const { filename } of await client.items())
      files.push(
        Buffer.from(await (await client.fetch('GET', `/room/api/file/${filename}`)).arrayBuffer()),
      )
    return files
  }

  it('keeps nothing on the disk but its cache, and goes on without one', async () => {
    const home = await place()
    const server = await home.start()
    const operator = await enterAsOperator(server.url, readFirstRoom(home.dataDir))
    await operator.switches(false)
    const pdf = Buffer.from(makePdf(3))
    expect((await operator.upload([['a.pdf', pdf]])).json.status).toBe('OK')
    const [item] = await operator.items()
    expect((await operator.openDocument(item?.id ?? 0)).pageCount).toBe(3)
    expect(onDisk(home)).toBe(0)
    server.signal('SIGTERM')
    expect(await server.ended()).toMatchObject({ code: 0, stderr: '' })

    await rm(path.join(home.dataDir, 'cache'), { recursive: true })
    const again = await home.start()
    expect((await fetched(operator)).map((file) => file.equals(pdf))).toEqual([true])
    const lease = await operator.openDocument(item?.id ?? 0)
    expect((await operator.fetch('GET', `${lease.path}/pages/1?width=480`)).status).toBe(200)
    await operator.deleteItem(item?.id ?? 0)
    again.signal('SIGTERM')
    expect(await again.ended()).toMatchObject({ code: 0, stderr: '' })
  })

  it('answers that it is busy while the storage does not answer, says so in its log without a secret, and goes on by itself', async () => {
    const proxy = await startCuttingProxy(swift.endpoint)
    try {
      const home = await place({ S3_ENDPOINT: proxy.endpoint })
      const server = await home.start()
      const operator = await enterAsOperator(server.url, readFirstRoom(home.dataDir))
      await operator.switches(false)
      await operator.upload([['a.pdf', makePdf(1)]])
      const [item] = await operator.items()
      expect((await operator.openDocument(item?.id ?? 0)).status).toBe('READY')
      for (const name of readdirSync(path.join(home.dataDir, 'cache')))
        await rm(path.join(home.dataDir, 'cache', name))
      proxy.cut(Number.POSITIVE_INFINITY, 0)
      const refused = await operator.fetch('GET', `/room/api/file/${item?.filename}`)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
      expect((await operator.upload([['b.pdf', makePdf(1)]])).http).toBe(503)
      expect(await operator.items()).toHaveLength(1)
      proxy.cut(0, 0)
      expect((await operator.fetch('GET', `/room/api/file/${item?.filename}`)).status).toBe(200)
      expect((await operator.upload([['b.pdf', makePdf(1)]])).http).toBe(200)
      expect(server.stderr()).toContain('StorageUnavailableError')
      expect(server.stdout() + server.stderr()).not.toContain(swift.secretAccessKey)
    } finally {
      proxy.close()
    }
  })

  it('shows a page of a large document before all of it is there, and nothing of one that does not arrive', async () => {
    const proxy = await startCuttingProxy(swift.endpoint)
    try {
      const home = await place({ S3_ENDPOINT: proxy.endpoint })
      const server = await home.start()
      const operator = await enterAsOperator(server.url, readFirstRoom(home.dataDir))
      await operator.switches(false)
      const ballast = stream('', randomBytes(40_000_000))
      await operator.upload([
        [
          'large.pdf',
          Buffer.from(pdfOf([textPage('first'), textPage('second')], { extra: [ballast] })),
        ],
      ])
      const [item] = await operator.items()
      const cache = path.join(home.dataDir, 'cache')
      const emptied = async () => {
        for (const name of readdirSync(cache)) await rm(path.join(cache, name))
      }
      const { path: lease } = await operator.openDocument(item?.id ?? 0)
      server.signal('SIGTERM')
      await server.ended()

      await emptied()
      const again = await home.start()
      proxy.slow(60)
      expect((await operator.fetch('GET', `${lease}/pages/1?width=480`)).status).toBe(200)
      const arriving = readdirSync(cache)
      expect(arriving.filter((name) => name.endsWith('.part'))).toHaveLength(1)
      expect((await operator.fetch('GET', `${lease}/pages/2?width=480`)).status).toBe(200)
      proxy.slow(0)
      await expect
        .poll(() => readdirSync(cache).filter((name) => name.endsWith('.part')), {
          timeout: 60_000,
        })
        .toEqual([])
      again.signal('SIGTERM')
      await again.ended()

      await emptied()
      await home.start()
      proxy.slow(60)
      const drawn = operator.fetch('GET', `${lease}/pages/2?width=640`)
      await expect.poll(() => readdirSync(cache).length, { timeout: 60_000 }).toBeGreaterThan(0)
      proxy.cut(Number.POSITIVE_INFINITY, 0)
      const refused = await drawn
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
      await expect.poll(() => readdirSync(cache), { timeout: 60_000 }).toEqual([])
      proxy.cut(0, 0)
      proxy.slow(0)
      expect((await operator.fetch('GET', `${lease}/pages/2?width=640`)).status).toBe(200)
    } finally {
      proxy.close()
    }
  })

  it('takes over what lay on the disk, and gives it back, while it serves', async () => {
    const home = await place({ STORAGE_URL: 'file:' })
    const first = await home.start()
    const operator = await enterAsOperator(first.url, readFirstRoom(home.dataDir))
    await operator.switches(false)
    const pdf = Buffer.from(makePdf(2))
    await operator.upload([['a.pdf', pdf]])
    expect(onDisk(home)).toBeGreaterThan(0)
    const refused = await home.room(['storage', 'move', '--to', settings['STORAGE_URL'] ?? ''])
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.stderr).toContain('restart the servers first')
    first.signal('SIGTERM')
    await first.ended()

    const second = await home.start(settings)
    await operator.upload([['b.pdf', pdf]])
    const there = await home.room(
      ['storage', 'move', '--to', settings['STORAGE_URL'] ?? '', '--json'],
      settings,
    )
    expect(there).toMatchObject({ code: 0 })
    expect(JSON.parse(there.stdout)).toMatchObject({ to: settings['STORAGE_URL'] })
    expect(onDisk(home)).toBe(0)
    expect((await fetched(operator)).every((file) => file.equals(pdf))).toBe(true)

    const early = await home.launch({ STORAGE_URL: 'file:' }).ended()
    expect(early.code).toBe(1)
    expect((await home.room(['storage', 'move', '--to', 'file:', '--json'])).stderr).toContain(
      'stop all servers first',
    )
    expect(await home.room(['storage', 'move', '--to', 'file:', '--json'], settings)).toMatchObject(
      { code: 0 },
    )
    expect(onDisk(home)).toBeGreaterThan(0)
    expect((await fetched(operator)).every((file) => file.equals(pdf))).toBe(true)
    await operator.upload([['c.pdf', pdf]])
    second.signal('SIGTERM')
    await second.ended()

    const left = home.launch()
    expect(await left.ended()).toMatchObject({ code: 1 })
    expect(left.stderr()).toContain('documents still lie in')
    expect(await home.room(['storage', 'move', '--to', 'file:', '--json'])).toMatchObject({
      code: 0,
    })
    await rm(path.join(home.dataDir, 'cache'), { recursive: true })
    await home.start()
    expect((await fetched(operator)).map((file) => file.equals(pdf))).toEqual([true, true, true])
  })

  it('refuses a copy of its database in the same bucket, until an administrator claims the bucket for it', async () => {
    const home = await place()
    const first = await home.start()
    const operator = await enterAsOperator(first.url, readFirstRoom(home.dataDir))
    expect((await operator.upload([['a.pdf', makePdf(1)]])).http).toBe(200)
    first.signal('SIGTERM')
    await first.ended()
    const copy = await installation(settings, { isNew: true })
    homes.push(copy)
    for (const end of ['', '-keys'])
      execFileSync('cp', ['-a', `${home.dataDir}${end}`, `${copy.dataDir}${end}`])

    const again = await home.start()
    const refused = await copy.launch().ended()
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('is used with another copy of this database')
    expect(
      (await copy.room(['storage', 'move', '--to', settings['STORAGE_URL'] ?? ''])).stderr,
    ).toContain('storage claim')
    expect((await operator.upload([['b.pdf', makePdf(1)]])).http).toBe(200)
    again.signal('SIGTERM')
    await again.ended()
    const third = await home.start()
    third.signal('SIGTERM')
    await third.ended()

    expect(await copy.room(['storage', 'claim', '--json'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('s3://'),
    })
    await copy.start()
    expect(await home.launch().ended()).toMatchObject({ code: 1 })
  })

  it('answers as ever while its bucket is contested, and leaves what it may not remove to a later run', async () => {
    const home = await place()
    const server = await home.start()
    const operator = await enterAsOperator(server.url, readFirstRoom(home.dataDir))
    await operator.switches(false)
    const upload = await newUpload(operator, { name: 'ended.pdf', size: 250_000 })
    expect((await appendTo(operator, upload, 0, Buffer.alloc(150_000, 'x'))).http).toBe(204)
    const [bucket = ''] = (settings['STORAGE_URL'] ?? '').slice('s3://'.length).split('/')
    const client = new S3Bucket({ ...swift, bucket })
    await client.put('rooms/sealroom-claim', Buffer.from('contested'))
    await expect
      .poll(() => server.stdout() + server.stderr(), { timeout: 120_000 })
      .toContain('nothing is removed')
    const wrong = Buffer.alloc(150_000, 'x')
    const typed = await newUpload(operator, { name: 'wrong.pdf', size: wrong.length })
    await appendTo(operator, typed, 0, wrong.subarray(0, 100_000))
    expect(await appendTo(operator, typed, 100_000, wrong.subarray(100_000))).toMatchObject({
      http: 415,
      json: { code: 'TYPE_REFUSED' },
    })
    expect(await operator.upload([['wrong.pdf', wrong]])).toMatchObject({
      http: 415,
      json: { code: 'TYPE_REFUSED' },
    })
    expect((await endUpload(operator, upload)).http).toBe(204)
    expect((await operator.upload([['a.pdf', makePdf(1)]])).http).toBe(200)

    const elsewhere = await home.room(['storage', 'claim'], {
      STORAGE_URL: `s3://${bucket}/elsewhere`,
    })
    expect([elsewhere.code, elsewhere.stderr]).toEqual([
      1,
      expect.stringContaining('documents still lie in'),
    ])
    expect(await home.room(['storage', 'claim', '--json'], { STORAGE_URL: 'file:' })).toMatchObject(
      { code: 0 },
    )
    expect(String(await client.get('rooms/sealroom-claim', 0, 100))).not.toBe('contested')
    client.close()
  })

  it('refuses to start with wrong access, in words and without the secret', async () => {
    const home = await place()
    for (const [wrong, words] of [
      [{ S3_SECRET_ACCESS_KEY: 'not-the-secret' }, 'S3_SECRET_ACCESS_KEY'],
      [{ STORAGE_URL: 's3://no-such-bucket' }, 'the bucket does not exist'],
      [{ S3_ENDPOINT: 'http://127.0.0.1:9' }, 'nothing answers there'],
    ] as const) {
      const ended = await home.launch(wrong).ended()
      expect(ended.code).toBe(1)
      expect(ended.stderr).toContain(words)
      expect(ended.stderr).not.toContain('not-the-secret')
    }
    await home.start()
    const other = await installation(settings, { isNew: true })
    homes.push(other)
    const foreign = await other.launch().ended()
    expect(foreign.code).toBe(1)
    expect(foreign.stderr).toContain('belongs to another installation')
  })
})
