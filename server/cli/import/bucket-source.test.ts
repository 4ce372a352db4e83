import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { SourceFault } from '../../features/documents/index.ts'
import type { Settings } from '../../platform/config/settings.ts'
import { openBucketSource } from './bucket-source.ts'

const KEYS = ['a.pdf', 'b.pdf', 'c.pdf']

const object = (key: string): string =>
  `<Contents><Key>${key}</Key><LastModified>2026-11-20T00:00:00.000Z</LastModified><ETag>"1"</ETag><Size>1</Size></Contents>`

async function withBucket<T>(
  statuses: Readonly<Record<string, number>>,
  use: (settings: Settings) => Promise<T>,
): Promise<T> {
  const server = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    if (searchParams.has('list-type')) {
      response.end(
        `<ListBucketResult>${KEYS.filter((key) => key.startsWith(searchParams.get('prefix') ?? ''))
          .map(object)
          .join('')}<IsTruncated>false</IsTruncated></ListBucketResult>`,
      )
      return
    }
    const status = statuses[pathname.split('/').at(-1) ?? ''] ?? 206
    response
      .writeHead(status, { ETag: '"1"' })
      .end(status === 206 ? 'x' : '<Error><Code>AccessDenied</Code></Error>')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const access = { S3_REGION: 'us-east-1', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
  try {
    return await use({ S3_ENDPOINT: `http://127.0.0.1:${port}`, ...access } as Settings)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const read = (statuses: Readonly<Record<string, number>>): Promise<string[]> =>
  withBucket(statuses, async (settings) => {
    const source = await openBucketSource(settings, { bucket: 'bucket', prefix: '' })
    const found: string[] = []
    for (const { content } of source.entries)
      try {
        for await (const piece of content()) found.push(String(piece))
      } catch (error) {
        if (!(error instanceof SourceFault)) throw error
        found.push(error.code)
      }
    await source.close()
    return found
  })

it('gives the other objects of a bucket where one may not be read, or changed', async () => {
  expect(await read({})).toEqual(['x', 'x', 'x'])
  expect(await read({ 'a.pdf': 403, 'b.pdf': 412 })).toEqual(['UNREADABLE', 'CHANGED', 'x'])
})

it('refuses a prefix that nothing in the bucket has', async () => {
  const opened = withBucket({}, (settings) =>
    openBucketSource(settings, { bucket: 'bucket', prefix: 'deals/' }),
  )
  await expect(opened).rejects.toThrow('--from: the bucket has nothing under deals/')
})

it('ends where the storage gives nothing at all', async () => {
  await expect(read({ 'a.pdf': 501 })).rejects.toThrow()
})
