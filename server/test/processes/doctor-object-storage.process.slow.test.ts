import {
  type BucketVersioningStatus,
  PutBucketVersioningCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { lackingSwift, type Swift, startSwift } from '../../../tools/servers/swift.mjs'
import type { CheckResult } from '../../doctor/check.ts'
import { describeWith } from '../harness/needs.ts'
import { type Environment, type Installation, installation } from '../harness/server-process.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 300_000 })

describeWith('the doctor and an object storage', lackingSwift, () => {
  let swift: Swift
  let home: Installation
  let bucket: string
  beforeAll(async () => {
    swift = await startSwift()
    bucket = await swift.createBucket()
    home = await installation({
      STORAGE_URL: `s3://${bucket}/rooms`,
      S3_ENDPOINT: swift.endpoint,
      S3_ACCESS_KEY_ID: swift.accessKeyId,
      S3_SECRET_ACCESS_KEY: swift.secretAccessKey,
      ...{ SOFFICE_PATH: '/nowhere/soffice', BWRAP_PATH: '/nowhere/bwrap' },
    })
    const server = await home.start()
    server.signal('SIGTERM')
    await server.ended()
  })
  afterAll(async () => {
    await home.remove()
    await swift.stop()
  })
  async function examined(settings: Environment = {}) {
    const { code, stdout } = await home.room(['doctor', '--json'], settings)
    expect(stdout).not.toContain(swift.secretAccessKey)
    const results: CheckResult[] = JSON.parse(stdout)
    return {
      code,
      results,
      errors: results.filter(({ status }) => status === 'error').map(({ name }) => name),
    }
  }

  function versionsOf(Bucket: string) {
    const client = new S3Client({
      ...swift,
      credentials: swift,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
    })
    return {
      keep: (Status: BucketVersioningStatus) =>
        client.send(
          new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status } }),
        ),
      put: (Key: string, Body: string) => client.send(new PutObjectCommand({ Bucket, Key, Body })),
    }
  }

  it('finds its marker, writes and removes an object, and compares the clocks', async () => {
    const { code, results, errors } = await examined()
    expect([code, errors]).toEqual([0, []])
    for (const name of [
      'clock of the storage',
      'storage marker',
      'storage versioning',
      'storage round trip',
    ])
      expect(results.find((result) => result.name === name)).toMatchObject({ name, status: 'ok' })
  })

  it('refuses a bucket that keeps versions, and writes nothing to it', async () => {
    const kept = await swift.createBucket()
    const { keep } = versionsOf(kept)
    await keep('Enabled')
    const { code, results, errors } = await examined({ STORAGE_URL: `s3://${kept}/rooms` })
    expect([code, errors]).toEqual([1, ['storage versioning']])
    expect(results.find(({ name }) => name === 'storage round trip')).toMatchObject({
      status: 'skipped',
    })
  })

  it('refuses one whose versioning was suspended while former versions stay', async () => {
    const kept = await swift.createBucket()
    const { keep, put } = versionsOf(kept)
    await keep('Enabled')
    await keep('Suspended')
    expect((await examined({ STORAGE_URL: `s3://${kept}/rooms` })).errors).toEqual([])
    await keep('Enabled')
    await put('rooms/blobs/a', 'one')
    await put('rooms/blobs/a', 'two')
    await keep('Suspended')
    const { errors, results } = await examined({ STORAGE_URL: `s3://${kept}/rooms` })
    expect(errors).toEqual(['storage versioning'])
    expect(results.find(({ name }) => name === 'storage versioning')?.message).toContain(
      'former versions',
    )
  })

  it('says which setting is wrong', async () => {
    const { code, results } = await examined({ S3_SECRET_ACCESS_KEY: 'not-the-secret' })
    expect(code).toBe(1)
    expect(results.find(({ name }) => name === 'storage marker')?.message).toContain(
      'S3_SECRET_ACCESS_KEY',
    )
  })
})
