import { readdirSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { S3Bucket } from '../../platform/blob/s3/s3-bucket.ts'
import { filesBelow } from '../harness/holdings.ts'

const SPARED_HOURS = 25

export interface BlobHolder {
  ids(): Promise<readonly string[]>
  /** A sweep then spares no blob. */
  age(): Promise<void>
}

export const diskBlobs = (dataDir: string): BlobHolder => {
  const blobs = path.join(dataDir, 'blobs')
  return {
    ids: async () => readdirSync(blobs).flatMap((fan) => readdirSync(path.join(blobs, fan))),
    async age() {
      const old = new Date(Date.now() - SPARED_HOURS * 3_600_000)
      for (const file of await filesBelow(blobs)) utimesSync(file, old, old)
    },
  }
}

type Access = ConstructorParameters<typeof S3Bucket>[0]

/** @param age makes the storage report old times to the servers */
export const bucketBlobs = (access: Access, prefix: string, age: () => void): BlobHolder => ({
  async ids() {
    const bucket = new S3Bucket(access)
    try {
      const ids: string[] = []
      for await (const { key } of bucket.list(`${prefix}/blobs/`)) ids.push(path.basename(key))
      return ids
    } finally {
      bucket.close()
    }
  },
  age: async () => age(),
})
