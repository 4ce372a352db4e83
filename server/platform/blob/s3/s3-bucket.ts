import { open } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import {
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  GetObjectLockConfigurationCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { StorageUnavailableError } from '../blob-store.ts'
import {
  answered,
  ifAllowed,
  ifThere,
  isAbsent,
  isBeyondEnd,
  outcomeOfRefusal,
} from './bucket-answers.ts'
import {
  abandonUploads,
  bytesOf,
  md5,
  type ObjectName,
  PART_BYTES,
  putInParts,
} from './multipart-upload.ts'
import { createS3Client, type S3Access } from './s3-client.ts'
import { statusOf } from './storage-error.ts'

/** A truncated body is requested again. */
const BODY_ATTEMPTS = 4
const BODY_RETRY_MS = 200
/** A doctor examines at most 100,000 versions within its time. */
const PAGES: Pages = { most: 100, size: 1_000 }

const NO_VERSIONS: Pick<
  ListObjectVersionsCommandOutput,
  'Versions' | 'IsTruncated' | 'NextKeyMarker' | 'NextVersionIdMarker'
> = {}

interface Pages {
  readonly most: number
  readonly size: number
}

export interface StoredObject {
  readonly key: string
  readonly storedAt: Date
  readonly size: number
  readonly etag: string | undefined
}

interface FoundObject {
  readonly bytes: Buffer
  readonly etag: string | undefined
}

/** Objects are complete or absent. Methods throw StorageUnavailableError. */
export class S3Bucket {
  readonly #client: S3Client
  readonly #Bucket: string
  /** A server without conditional writes says so at the first. */
  #hasConditions = true

  constructor(access: S3Access) {
    this.#Bucket = access.bucket
    this.#client = createS3Client(access)
  }

  close(): void {
    this.#client.destroy()
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    await answered(
      this.#client.send(
        new PutObjectCommand({ ...this.#named(key), Body: bytes, ContentMD5: md5(bytes) }),
      ),
    )
  }

  /**
   * @param etag of the object to replace, undefined if there is none; servers without conditions replace any
   * @returns false if another object is there
   */
  async putOver(key: string, bytes: Uint8Array, etag: string | undefined): Promise<boolean> {
    if (this.#hasConditions) {
      const only = etag === undefined ? { IfNoneMatch: '*' } : { IfMatch: etag }
      const putting = this.#client.send(
        new PutObjectCommand({ ...this.#named(key), ...only, Body: bytes, ContentMD5: md5(bytes) }),
      )
      const outcome = await answered(putting.then(() => 'stored' as const).catch(outcomeOfRefusal))
      if (outcome !== 'unconditional') return outcome === 'stored'
    }
    await this.put(key, bytes)
    this.#hasConditions = false
    return true
  }

  /** @param size of the unchanging file */
  async putFile(key: string, path: string, size: number): Promise<void> {
    const file = await open(path, 'r')
    try {
      if (size <= PART_BYTES) await this.put(key, await bytesOf(file, 0, size))
      else
        await answered(
          putInParts(this.#client, this.#named(key), {
            file,
            size,
            findSize: () => this.size(key),
          }),
        )
    } finally {
      await file.close()
    }
  }

  /** @param etag required of the object @returns fewer bytes at its end, undefined without object. */
  async get(
    key: string,
    offset: number,
    length: number,
    etag?: string,
  ): Promise<Buffer | undefined> {
    return (await this.find(key, offset, length, etag))?.bytes
  }

  /** As `get`, with the tag of the object. */
  async find(
    key: string,
    offset: number,
    length: number,
    etag?: string,
  ): Promise<FoundObject | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { Body, ETag } = await this.#client.send(
          new GetObjectCommand({
            ...this.#named(key),
            Range: `bytes=${offset}-${offset + length - 1}`,
            IfMatch: etag,
          }),
        )
        return { bytes: Buffer.from((await Body?.transformToByteArray()) ?? []), etag: ETag }
      } catch (error) {
        if (isAbsent(error)) return undefined
        if (isBeyondEnd(error)) return { bytes: Buffer.alloc(0), etag: undefined }
        // The library does not retry a truncated body.
        if (attempt === BODY_ATTEMPTS || statusOf(error) !== undefined)
          throw new StorageUnavailableError(error)
        await wait(BODY_RETRY_MS * 2 ** attempt * Math.random())
      }
    }
  }

  /** The unit is a byte. */
  async size(key: string): Promise<number | undefined> {
    return (await ifThere(this.#client.send(new HeadObjectCommand(this.#named(key)))))
      ?.ContentLength
  }

  async remove(key: string): Promise<void> {
    await ifThere(this.#client.send(new DeleteObjectCommand(this.#named(key))))
  }

  /** Returns undefined without permission. Formerly versioned buckets are never `off`. */
  async versioning(): Promise<'on' | 'suspended' | 'off' | undefined> {
    const asked = this.#client.send(new GetBucketVersioningCommand({ Bucket: this.#Bucket }))
    return ifAllowed(
      asked.then(({ Status }) =>
        Status === 'Enabled' ? 'on' : Status === 'Suspended' ? 'suspended' : 'off',
      ),
      'off',
    )
  }

  /** Returns undefined without permission. */
  async keepsFormer(
    prefix: string,
    { most, size }: Pages = PAGES,
  ): Promise<'yes' | 'no' | 'unfinished' | undefined> {
    const named = { Bucket: this.#Bucket, Prefix: prefix, MaxKeys: size }
    let from: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {}
    for (let page = 0; page < most; page += 1) {
      const found = await ifAllowed(
        this.#client.send(new ListObjectVersionsCommand({ ...named, ...from })),
        NO_VERSIONS,
      )
      if (found === undefined) return undefined
      const { Versions = [], IsTruncated, NextKeyMarker, NextVersionIdMarker } = found
      if (Versions.some(({ IsLatest }) => IsLatest === false)) return 'yes'
      if (IsTruncated !== true || NextKeyMarker === undefined) return 'no'
      from = { KeyMarker: NextKeyMarker, VersionIdMarker: NextVersionIdMarker }
    }
    return 'unfinished'
  }

  /** Returns undefined without permission. */
  async isLocked(): Promise<boolean | undefined> {
    const asked = this.#client.send(new GetObjectLockConfigurationCommand({ Bucket: this.#Bucket }))
    return ifAllowed(
      asked.then(({ ObjectLockConfiguration: lock }) => lock?.ObjectLockEnabled === 'Enabled'),
      false,
    )
  }

  async *list(prefix: string, most?: number): AsyncGenerator<StoredObject> {
    const Bucket = this.#Bucket
    let StartAfter: string | undefined
    for (;;) {
      // Keys stay valid while objects are removed.
      const { Contents = [], IsTruncated } = await answered(
        this.#client.send(
          new ListObjectsV2Command({ Bucket, Prefix: prefix, StartAfter, MaxKeys: most }),
        ),
      )
      for (const { Key: key, LastModified: storedAt, Size: size = 0, ETag: etag } of Contents)
        if (key !== undefined && storedAt) yield { key, storedAt, size, etag }
      StartAfter = Contents.at(-1)?.Key
      if (!IsTruncated || StartAfter === undefined || most !== undefined) return
    }
  }

  abandonUploads(prefix: string, begunBefore: Date): Promise<void> {
    return abandonUploads(this.#client, this.#Bucket, prefix, begunBefore)
  }

  #named(key: string): ObjectName {
    return { Bucket: this.#Bucket, Key: key }
  }
}
