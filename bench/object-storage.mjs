import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { freePort } from '../tools/lib/free-port.mjs'
import { startSwift } from '../tools/servers/swift.mjs'
import { alternate, figure, ratios, secondsOf } from './lib/figures.mjs'
import { writePdf } from './lib/pdf.mjs'
import { startServer } from './lib/server.mjs'

const PAGES = 100
const WIDTH = 1_200
const MB = 1_000_000
const SIZES = [20 * MB, 313 * MB]
const GOALS = { warm: 1.1, cold: 1.5, largeSeconds: 3 }

async function plainGet(client, Bucket, Key) {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
  for await (const piece of Body) if (piece.length === 0) throw new Error('an empty piece')
}

async function measure({ rounds, scratch }) {
  const swift = await startSwift()
  scratch.defer(() => swift.stop())
  const Bucket = await swift.createBucket()
  const s3 = new S3Client({ ...swift, credentials: swift, forcePathStyle: true })
  scratch.defer(async () => s3.destroy())
  const folder = join(scratch.folder, 'remote')
  const settings = {
    DATA_DIR: folder,
    PORT: String(await freePort()),
    STORAGE_URL: `s3://${Bucket}/bench`,
    S3_ENDPOINT: swift.endpoint,
    S3_ACCESS_KEY_ID: swift.accessKeyId,
    S3_SECRET_ACCESS_KEY: swift.secretAccessKey,
  }
  const disk = await startServer(scratch, { DATA_DIR: join(scratch.folder, 'disk') })
  let remote = await startServer(scratch, settings)
  const [near, far] = [await disk.enter(), await remote.enter()]
  const file = join(scratch.folder, 'pages.pdf')
  await writePdf(file, { pages: PAGES, lines: 60 })
  const leases = [
    await near.open(await near.uploadFile(file)),
    await far.open(await far.uploadFile(file)),
  ]
  const warm = await alternate(rounds, {
    disk: () => secondsOf(() => near.drawAll(leases[0], WIDTH)),
    cache: () => secondsOf(() => far.drawAll(leases[1], WIDTH)),
  })
  await disk.stop()

  const large = []
  for (const size of SIZES) {
    const path = join(scratch.folder, `${size}.pdf`)
    await writePdf(path, { pages: 3, size })
    large.push({ size, id: await far.uploadFile(path) })
    await rm(path)
  }
  const small = await far.uploadFile(file)
  const { Contents } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'bench/blobs/' }))
  const keyOf = (size) =>
    Contents.find((object) => object.Size >= size && object.Size < size * 1.01).Key

  const cold = {}
  for (const { size, id } of large) {
    cold[size] = await alternate(rounds, {
      page: async () => {
        await remote.stop()
        await rm(join(folder, 'cache'), { recursive: true })
        remote = await startServer(scratch, settings)
        // Reading another document first excludes the start of programs.
        await far.page(await far.open(small), 1, WIDTH)
        return secondsOf(async () => far.page(await far.open(id), 1, WIDTH))
      },
      get: () => secondsOf(() => plainGet(s3, Bucket, keyOf(size))),
    })
  }
  return {
    rows: [
      figure(`${PAGES} pages from a warm cache`, 's', warm.cache, {
        is: `of the disk, goal ${GOALS.warm}`,
        values: ratios(warm.cache, warm.disk),
      }),
      ...SIZES.map((size) =>
        figure(`first page of ${size / MB} MB, not cached`, 's', cold[size].page, {
          is:
            size === SIZES[0]
              ? `of one plain GET, goal ${GOALS.cold}`
              : `of one plain GET; goal ${GOALS.largeSeconds} s`,
          values: ratios(cold[size].page, cold[size].get),
        }),
      ),
    ],
    notes: ['an OpenStack Swift on this machine'],
  }
}

export const bench = { rounds: 5, limitMinutes: 20, measure }
