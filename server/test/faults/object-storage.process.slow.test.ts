import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { lackingSwift, type Swift, startSwift } from '../../../tools/servers/swift.mjs'
import { describeWith } from '../harness/needs.ts'
import type { RunningServer } from '../harness/server-process.ts'
import { makeFiller } from '../harness/upload-stream.ts'
import type { WireClient } from '../harness/wire-client.ts'
import { type CuttingProxy, startCuttingProxy } from '../servers/cutting-proxy.ts'
import { bucketBlobs } from './blob-holders.ts'
import { sentFile, unlessBroken } from './ledger.ts'
import { type FaultPlace, openPlace } from './place.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const OUTAGE_MS = 1_500
const SIZES = [2_000, 200_000, 6_000_000]

describeWith('an object storage', lackingSwift, () => {
  let swift: Swift
  let bucket: string
  let proxy: CuttingProxy
  let place: FaultPlace
  let server: RunningServer
  let operator: WireClient

  const serve = () => place.start({ ROLES: 'web', LOG_LEVEL: 'silent' })

  beforeAll(async () => {
    swift = await startSwift()
    proxy = await startCuttingProxy(swift.endpoint)
    bucket = await swift.createBucket()
    const settings = {
      STORAGE_URL: `s3://${bucket}/rooms`,
      S3_ENDPOINT: proxy.endpoint,
      S3_ACCESS_KEY_ID: swift.accessKeyId,
      S3_SECRET_ACCESS_KEY: swift.secretAccessKey,
    }
    place = await openPlace({ settings })
    server = await serve()
    await place.worker({ LOG_LEVEL: 'silent' })
    operator = await place.enter(server.url)
  })
  afterAll(async () => {
    await place.close()
    proxy.close()
    await swift.stop()
  })

  async function upload(key: string): Promise<number | undefined> {
    const sent = SIZES.map(
      (size) => [`${key}-${size}.pdf`, new Uint8Array(makeFiller(`${key}-${size}`, size))] as const,
    )
    const answer = await unlessBroken(operator.upload(sent))
    place.ledger.note(
      sent.map(([name, bytes]) => sentFile(name, bytes)),
      answer,
    )
    return answer?.http
  }
  async function emptyCache(): Promise<void> {
    const cache = path.join(place.home.dataDir, 'cache')
    for (const name of readdirSync(cache)) await rm(path.join(cache, name))
  }

  const FAULTS: Readonly<Record<string, () => void>> = {
    'resets three connections before they answer': () => proxy.cut(3, 0),
    'resets two connections within an answer': () => proxy.cut(2, 60),
    'answers four times that it is busy': () => proxy.refuse(4),
    'is slow': () => proxy.slow(150),
    'resets all for a while': () => {
      proxy.cut(Number.POSITIVE_INFINITY, 0)
      setTimeout(() => proxy.cut(0, 0), OUTAGE_MS)
    },
  }
  it.each(Object.entries(FAULTS))('that %s loses nothing acknowledged', async (name, fault) => {
    fault()
    expect([200, 503]).toContain(await upload(`${name} 1`))
    await wait(OUTAGE_MS)
    proxy.slow(0)
    proxy.cut(0, 0)
    expect(await upload(`${name} 2`)).toBe(200)
  })

  it('that has a document of which the answer is lost, with its server, keeps all or nothing', async () => {
    proxy.cut(Number.POSITIVE_INFINITY, 0)
    const uploading = upload('killed')
    await wait(300)
    server.signal('SIGKILL')
    expect(await uploading).toBeUndefined()
    await server.ended()
    proxy.cut(0, 0)
    server = await serve()
    await emptyCache()
    expect(
      await place.violations(
        operator,
        bucketBlobs({ ...swift, bucket }, 'rooms', () => proxy.age()),
      ),
    ).toEqual([])
  })
})
