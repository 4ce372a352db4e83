import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { readAt } from '../file-bytes.ts'
import { answered, ifThere } from './bucket-answers.ts'

/** S3 requires parts of 5 MiB, and at most 10,000. */
export const PART_BYTES = 8 * 2 ** 20
const PARTS_AT_ONCE = 4

export interface ObjectName {
  readonly Bucket: string
  readonly Key: string
}

interface PartedFile {
  readonly file: FileHandle
  readonly size: number
  readonly findSize: () => Promise<number | undefined>
}

/** @param findSize of the object, since a retried completion may find no upload */
export async function putInParts(
  client: S3Client,
  named: ObjectName,
  { file, size, findSize }: PartedFile,
): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(named))
  try {
    const count = Math.ceil(size / PART_BYTES)
    const tags: (string | undefined)[] = Array.from({ length: count })
    let next = 0
    const lane = async (): Promise<void> => {
      for (let part = next++; part < count; part = next++) {
        const offset = part * PART_BYTES
        const Body = await bytesOf(file, offset, Math.min(PART_BYTES, size - offset))
        const sent = { ...named, UploadId, PartNumber: part + 1, Body, ContentMD5: md5(Body) }
        tags[part] = (await client.send(new UploadPartCommand(sent))).ETag
      }
    }
    await Promise.all(Array.from({ length: PARTS_AT_ONCE }, lane))
    const Parts = tags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }))
    await client
      .send(new CompleteMultipartUploadCommand({ ...named, UploadId, MultipartUpload: { Parts } }))
      .catch(async (error: unknown) => {
        if ((await findSize()) !== size) throw error
      })
  } catch (error) {
    await abort(client, { ...named, UploadId }).catch(() => undefined)
    throw error
  }
}

/** Abandoned upload parts cost storage. */
export async function abandonUploads(
  client: S3Client,
  Bucket: string,
  prefix: string,
  begunBefore: Date,
): Promise<void> {
  let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {}
  for (;;) {
    const {
      Uploads = [],
      IsTruncated,
      NextKeyMarker,
      NextUploadIdMarker,
    } = await answered(
      client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...from })),
    )
    for (const { Key, UploadId, Initiated } of Uploads)
      if (Key !== undefined && Initiated && Initiated < begunBefore)
        await abort(client, { Bucket, Key, UploadId })
    if (!IsTruncated || NextKeyMarker === undefined) return
    from = { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker }
  }
}

async function abort(
  client: S3Client,
  upload: ObjectName & { readonly UploadId: string | undefined },
): Promise<void> {
  await ifThere(client.send(new AbortMultipartUploadCommand(upload)))
}

export const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('base64')

export async function bytesOf(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = await readAt(file, offset, length)
  if (bytes.length < length) throw new Error('a file became shorter while it was stored')
  return bytes
}
