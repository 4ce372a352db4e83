import { readdirSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { S3Bucket } from '../../platform/blob/s3/s3-bucket.ts'
import { filesBelow } from '../harness/holdings.ts'

const SPARED_HOURS = 25

export interface BlobHolder {
  ids(): Promise<readonly string[]>
  /** A sweep then spares no blob. @returns false if the holder keeps times itself */
  age(): Promise<boolean>
}

export const diskBlobs = (dataDir: string): BlobHolder => {
  const blobs = path.join(dataDir, 'blobs')
  return {
    ids: async () => readdirSync(blobs).flatMap((fan) => readdirSync(path.join(blobs, fan))),
    async age() {
      const old = new Date(Date.now() - SPARED_HOURS * 3_600_000)
      for (const file of await filesBelow(blobs)) utimesSync(file, old, old)
      return true
    },
  }
}

type Access = ConstructorParameters<typeof S3Bucket>[0]

export const bucketBlobs = (access: Access, prefix: string): BlobHolder => ({
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
  age: async () => false,
})
