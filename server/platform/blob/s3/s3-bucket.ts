import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  GetObjectLockConfigurationCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { quietS3Library } from '../../config/quiet-libraries.ts'
import type { StorageAnswer } from '../../metrics/metrics.ts'
import { NoSpaceError, StorageUnavailableError } from '../blob-store.ts'
import { readAt } from '../file-bytes.ts'
import { codeOf, statusOf } from './storage-error.ts'

/** S3 requires parts of 5 MiB, and at most 10,000. */
const PART_BYTES = 8 * 2 ** 20
const PARTS_AT_ONCE = 4
const CONNECT_WITHIN_MS = 5_000
const SILENCE_MS = 30_000
const CONNECTIONS = 64
/** Random waits double between attempts. */
const ATTEMPTS = 5
/** A truncated body is requested again. */
const BODY_ATTEMPTS = 4
const BODY_RETRY_MS = 200
/** A doctor examines at most 100,000 versions within its time. */
const PAGES: Pages = { most: 100, size: 1_000 }

interface Pages {
  readonly most: number
  readonly size: number
}

export interface S3Access {
  readonly bucket: string
  readonly endpoint?: string | undefined
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly onAnswer?: ((answer: StorageAnswer) => void) | undefined
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

  constructor({ bucket, endpoint, region, accessKeyId, secretAccessKey, onAnswer }: S3Access) {
    this.#Bucket = bucket
    quietS3Library()
    this.#client = new S3Client({
      region,
      credentials: { accessKeyId, secretAccessKey },
      maxAttempts: ATTEMPTS,
      // Other servers lack bucket host names and newer checksums, but check Content-MD5.
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: CONNECT_WITHIN_MS,
        requestTimeout: SILENCE_MS,
        httpAgent: { maxSockets: CONNECTIONS },
        httpsAgent: { maxSockets: CONNECTIONS },
      },
    })
    if (onAnswer) measureCalls(this.#client, onAnswer)
  }

  close(): void {
    this.#client.destroy()
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    await answered(this.#client.send(new PutObjectCommand({ ...this.#named(key), Body: bytes, ContentMD5: md5(bytes) })))
  }

  /**
   * @param etag of the object to replace, undefined if there is none; servers without conditions replace any
   * @returns false if another object is there
   */
  async putOver(key: string, bytes: Uint8Array, etag: string | undefined): Promise<boolean> {
    if (this.#hasConditions) {
      const only = etag === undefined ? { IfNoneMatch: '*' } : { IfMatch: etag }
      const putting = this.#client.send(new PutObjectCommand({ ...this.#named(key), ...only, Body: bytes, ContentMD5: md5(bytes) }))
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
      else await answered(this.#putParts(key, file, size))
    } finally {
      await file.close()
    }
  }

  /** @param etag required of the object @returns fewer bytes at its end, undefined without object. */
  async get(key: string, offset: number, length: number, etag?: string): Promise<Buffer | undefined> {
    return (await this.find(key, offset, length, etag))?.bytes
  }

  /** As `get`, with the tag of the object. */
  async find(key: string, offset: number, length: number, etag?: string): Promise<FoundObject | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { Body, ETag } = await this.#client.send(
          new GetObjectCommand({ ...this.#named(key), Range: `bytes=${offset}-${offset + length - 1}`, IfMatch: etag }),
        )
        return { bytes: Buffer.from((await Body?.transformToByteArray()) ?? []), etag: ETag }
      } catch (error) {
        if (isAbsent(error)) return undefined
        if (isBeyondEnd(error)) return { bytes: Buffer.alloc(0), etag: undefined }
        // The library does not retry a truncated body.
        if (attempt === BODY_ATTEMPTS || statusOf(error) !== undefined) throw new StorageUnavailableError(error)
        await wait(BODY_RETRY_MS * 2 ** attempt * Math.random())
      }
    }
  }

  /** The unit is a byte. */
  async size(key: string): Promise<number | undefined> {
    return (await ifThere(this.#client.send(new HeadObjectCommand(this.#named(key)))))?.ContentLength
  }

  async remove(key: string): Promise<void> {
    await ifThere(this.#client.send(new DeleteObjectCommand(this.#named(key))))
  }

  /** Returns undefined without permission. Formerly versioned buckets are never `off`. */
  async versioning(): Promise<'on' | 'suspended' | 'off' | undefined> {
    const asked = this.#client.send(new GetBucketVersioningCommand({ Bucket: this.#Bucket }))
    return ifAllowed(
      asked.then(({ Status }) => (Status === 'Enabled' ? 'on' : Status === 'Suspended' ? 'suspended' : 'off')),
      'off',
    )
  }

  /** Returns undefined without permission. */
  async keepsFormer(prefix: string, { most, size }: Pages = PAGES): Promise<'yes' | 'no' | 'unfinished' | undefined> {
    const named = { Bucket: this.#Bucket, Prefix: prefix, MaxKeys: size }
    let from: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {}
    for (let page = 0; page < most; page += 1) {
      const found = await ifAllowed(this.#client.send(new ListObjectVersionsCommand({ ...named, ...from })), NO_VERSIONS)
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
        this.#client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, StartAfter, MaxKeys: most })),
      )
      for (const { Key: key, LastModified: storedAt, Size: size = 0, ETag: etag } of Contents)
        if (key !== undefined && storedAt) yield { key, storedAt, size, etag }
      StartAfter = Contents.at(-1)?.Key
      if (!IsTruncated || StartAfter === undefined || most !== undefined) return
    }
  }

  /** Abandoned upload parts cost storage. */
  async abandonUploads(prefix: string, begunBefore: Date): Promise<void> {
    const Bucket = this.#Bucket
    let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {}
    for (;;) {
      const {
        Uploads = [],
        IsTruncated,
        NextKeyMarker,
        NextUploadIdMarker,
      } = await answered(this.#client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...from })))
      for (const { Key, UploadId, Initiated } of Uploads)
        if (Key !== undefined && Initiated && Initiated < begunBefore) await this.#abort({ Bucket, Key, UploadId })
      if (!IsTruncated || NextKeyMarker === undefined) return
      from = { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker }
    }
  }

  async #putParts(key: string, file: FileHandle, size: number): Promise<void> {
    const named = this.#named(key)
    const { UploadId } = await this.#client.send(new CreateMultipartUploadCommand(named))
    try {
      const count = Math.ceil(size / PART_BYTES)
      const tags: (string | undefined)[] = Array.from({ length: count })
      let next = 0
      const lane = async (): Promise<void> => {
        for (let part = next++; part < count; part = next++) {
          const offset = part * PART_BYTES
          const Body = await bytesOf(file, offset, Math.min(PART_BYTES, size - offset))
          const sent = { ...named, UploadId, PartNumber: part + 1, Body, ContentMD5: md5(Body) }
          tags[part] = (await this.#client.send(new UploadPartCommand(sent))).ETag
        }
      }
      await Promise.all(Array.from({ length: PARTS_AT_ONCE }, lane))
      const Parts = tags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }))
      await this.#complete(key, { ...named, UploadId, MultipartUpload: { Parts } }, size)
    } catch (error) {
      await this.#abort({ ...named, UploadId }).catch(() => undefined)
      throw error
    }
  }

  /** A retried completion may find no upload. */
  async #complete(key: string, input: ConstructorParameters<typeof CompleteMultipartUploadCommand>[0], size: number): Promise<void> {
    try {
      await this.#client.send(new CompleteMultipartUploadCommand(input))
    } catch (error) {
      if ((await this.size(key)) !== size) throw error
    }
  }

  async #abort(upload: { Bucket: string; Key: string; UploadId: string | undefined }): Promise<void> {
    await ifThere(this.#client.send(new AbortMultipartUploadCommand(upload)))
  }

  #named(key: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#Bucket, Key: key }
  }
}

function measureCalls(client: S3Client, onAnswer: (answer: StorageAnswer) => void): void {
  client.middlewareStack.add(
    (next, { commandName = 'Other' }) =>
      async (args) => {
        const began = performance.now()
        const report = (isFailed: boolean): void =>
          onAnswer({ call: commandName.replace(/Command$/, ''), seconds: (performance.now() - began) / 1_000, isFailed })
        try {
          const answer = await next(args)
          report(false)
          return answer
        } catch (error) {
          report(!isAbsent(error) && !isBeyondEnd(error) && !isChanged(error))
          throw error
        }
      },
    { step: 'initialize', name: 'sealroomMeasure' },
  )
}

const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('base64')

async function bytesOf(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = await readAt(file, offset, length)
  if (bytes.length < length) throw new Error('a file became shorter while it was stored')
  return bytes
}

const ABSENT = ['NoSuchKey', 'NotFound', 'NoSuchUpload']

const isAbsent = (error: unknown): boolean => ABSENT.includes(codeOf(error))

const isBeyondEnd = (error: unknown): boolean => codeOf(error) === 'InvalidRange' || statusOf(error) === 416

/** 409 is the answer of Amazon to two conditional writes at once. */
const isChanged = (error: unknown): boolean => statusOf(error) === 412 || codeOf(error) === 'ConditionalRequestConflict'

/** Servers with conditions answer so too, with status 400. */
const UNRELATED = ['RequestTimeout', 'ExpiredToken', 'InvalidToken', 'BadDigest', 'InvalidDigest', 'IncompleteBody']

function outcomeOfRefusal(error: unknown): 'changed' | 'unconditional' {
  if (isChanged(error) || isAbsent(error)) return 'changed'
  const [status, code] = [statusOf(error), codeOf(error)]
  if (status === 501 || code === 'NotImplemented' || (status === 400 && !UNRELATED.includes(code))) return 'unconditional'
  throw error
}

const FULL = ['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull', 'EntityTooLarge']

async function answered<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof StorageUnavailableError) throw error
    throw FULL.includes(codeOf(error)) || statusOf(error) === 507 ? new NoSpaceError(error) : new StorageUnavailableError(error)
  }
}

/** Servers without these features answer so. */
const WITHOUT = ['ObjectLockConfigurationNotFoundError', 'NotImplemented', 'NoSuchObjectLockConfiguration']

const NO_VERSIONS: Pick<ListObjectVersionsCommandOutput, 'Versions' | 'IsTruncated' | 'NextKeyMarker' | 'NextVersionIdMarker'> = {}

const ifAllowed = <T>(asking: Promise<T>, without: T): Promise<T | undefined> =>
  answered(
    asking.catch((error: unknown) => {
      if (WITHOUT.includes(codeOf(error)) || statusOf(error) === 501) return without
      if (statusOf(error) === 403) return undefined
      throw error
    }),
  )

const ifThere = <T>(asking: Promise<T>): Promise<T | undefined> =>
  answered(
    asking.catch((error: unknown) => {
      if (isAbsent(error)) return undefined
      throw error
    }),
  )
