import { addAbortSignal } from 'node:stream'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { RejectionCode } from '../../../contract/core/errors.ts'
import { type Extension, LIMITS } from '../../../contract/core/limits.ts'
import { uploadFields } from '../../../contract/features/documents.ts'
import { NoSpaceError } from '../../platform/blob/blob-store.ts'
import type { StoredSegment } from '../../platform/blob/write-segment.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { extensionOf, refusedName, splitRelativePath } from './documents.rules.ts'
import type { ContentStore, NewContent } from './sealed-content.ts'

const FIELD_BYTES = 16_384
/** All other fields are numbers. */
const TEXT_FIELDS: ReadonlySet<string> = new Set(['folderName', 'conflict'])
/** What may still come of a file that is too large before the connection is ended. */
const OVERRUN_BYTES = 64_000_000

/** A file that is sealed on disk and waits for its place in the room. */
export interface ReceivedFile {
  readonly folders: readonly string[]
  readonly name: string
  readonly ext: Extension
  readonly size: number
  readonly sha256: string
  readonly content: NewContent
}

export interface RejectedFile {
  readonly name: string
  readonly code: RejectionCode
}

export type UploadFields = ReturnType<typeof uploadFields.parse>

/** All of a request, read to its end. */
export interface ReceivedUpload {
  readonly fields: UploadFields
  readonly files: readonly ReceivedFile[]
  readonly rejected: readonly RejectedFile[]
}

/** What a request is received with. */
export interface Receiving {
  readonly content: ContentStore
  readonly roomId: number
  /** Bytes that the room still has. */
  readonly spaceLeft: number
  readonly signal: AbortSignal
  /** Why content may not be stored, if it may not. */
  readonly vet: (file: { readonly name: string; readonly ext: Extension }, content: NewContent) => Promise<RejectionCode | undefined>
}

/**
 * Reads a multipart upload, sealing each file while it streams in. Fields may stand before or after the files.
 * @param files what was received, also when this throws: the caller discards it.
 * @throws Refusal BAD_REQUEST, NO_SPACE, TOO_LARGE; the signal's reason.
 */
export async function receiveUpload(request: FastifyRequest, receiving: Receiving, files: ReceivedFile[]): Promise<ReceivedUpload> {
  const rejected: RejectedFile[] = []
  const fields: Record<string, unknown> = {}
  try {
    const parts = request.parts({
      preservePath: true,
      limits: {
        fieldNameSize: 100,
        fieldSize: FIELD_BYTES,
        fields: 20,
        files: LIMITS.uploadFilesPerCall,
        parts: LIMITS.uploadFilesPerCall + 20,
        headerPairs: 50,
        // Counted here instead: the parser would read an endless file to its end.
        fileSize: Number.MAX_SAFE_INTEGER,
      },
    })
    for await (const part of parts) {
      receiving.signal.throwIfAborted()
      // Wakes whoever reads it also where the peer has fallen silent.
      if (part.type === 'file') addAbortSignal(receiving.signal, part.file)
      if (part.type === 'field') addField(fields, part)
      else if (part.fieldname === 'data') addData(fields, parseJson(await readSmall(part)))
      else if (part.fieldname !== 'file') throw new Refusal('BAD_REQUEST')
      else if (part.filename) await receivePart(part, receiving, files, rejected)
      else await drain(part, receiving.signal)
    }
  } catch (error) {
    receiving.signal.throwIfAborted()
    throw asRefusal(error)
  }
  const parsed = uploadFields.safeParse(fields)
  if (!parsed.success) throw new Refusal('BAD_REQUEST')
  return { fields: parsed.data, files, rejected }
}

async function receivePart(part: MultipartFile, receiving: Receiving, files: ReceivedFile[], rejected: RejectedFile[]): Promise<void> {
  const received = await receiveFile(
    part,
    receiving,
    files.reduce((sum, file) => sum + file.size, 0),
  )
  if ('code' in received) rejected.push(received)
  else files.push(received)
}

async function receiveFile(part: MultipartFile, receiving: Receiving, before: number): Promise<ReceivedFile | RejectedFile> {
  const { folders, name } = splitRelativePath(part.filename)
  const reject = (code: RejectionCode): RejectedFile => ({ name: [...folders, name].join('/') || part.filename, code })
  const ext = extensionOf(name)
  const early = refusedName(folders, name)
  if (early !== undefined || ext === undefined) {
    await drain(part, receiving.signal)
    return reject(early ?? 'EXTENSION')
  }

  const { uid, writer } = await receiving.content.begin(receiving.roomId)
  try {
    let size = 0
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      receiving.signal.throwIfAborted()
      size += chunk.length
      if (size > LIMITS.uploadBytes + OVERRUN_BYTES) throw new Refusal('TOO_LARGE')
      if (size > LIMITS.uploadBytes) continue
      if (before + size > receiving.spaceLeft) throw new Refusal('NO_SPACE')
      await writer.write(chunk)
    }
    if (size === 0) return reject('EMPTY')
    if (size > LIMITS.uploadBytes) return reject('SIZE')
    return await keepIfSound(await writer.finish(), { uid, ext, folders, name }, receiving, reject)
  } finally {
    await writer.discard()
  }
}

async function keepIfSound(
  segment: StoredSegment,
  { uid, ...file }: { uid: string; ext: Extension; folders: string[]; name: string },
  { content, vet }: Receiving,
  reject: (code: RejectionCode) => RejectedFile,
): Promise<ReceivedFile | RejectedFile> {
  const stored: NewContent = { uid, segments: [segment] }
  try {
    const wrong = await vet({ name: [...file.folders, file.name].join('/'), ext: file.ext }, stored)
    if (wrong === undefined) return { ...file, size: segment.size, sha256: segment.sha256, content: stored }
    await content.discard(stored)
    return reject(wrong)
  } catch (error) {
    await content.discard(stored)
    throw error
  }
}

function addField(fields: Record<string, unknown>, part: MultipartValue): void {
  const value = String(part.value)
  if (part.fieldname === 'data') addData(fields, typeof part.value === 'string' ? parseJson(value) : part.value)
  else addEntries(fields, { [part.fieldname]: TEXT_FIELDS.has(part.fieldname) ? value : parseNumber(value) })
}

function addData(fields: Record<string, unknown>, value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('BAD_REQUEST')
  addEntries(fields, value)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('BAD_REQUEST')
  }
}

/**
 * A field that is given twice is refused, like a doubled parameter anywhere. The specification's payloads carry their files as a field, too
 * (`file: null` with a folder); as such it says nothing.
 */
function addEntries(fields: Record<string, unknown>, entries: object): void {
  for (const [name, value] of Object.entries(entries)) {
    if (name === 'file' && isNoFile(value)) continue
    if (Object.hasOwn(fields, name) || name === '__proto__') throw new Refusal('BAD_REQUEST')
    fields[name] = value
  }
}

const isNoFile = (value: unknown): boolean => typeof value === 'object' || value === '' || value === 'null'

const parseNumber = (text: string): unknown => (/^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : text)

async function readSmall(part: MultipartFile): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > FIELD_BYTES) throw new Refusal('BAD_REQUEST')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Lets a refused file pass by, so that those behind it are still received. */
async function drain(part: MultipartFile, signal: AbortSignal): Promise<void> {
  let size = 0
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    signal.throwIfAborted()
    size += chunk.length
    if (size > LIMITS.uploadBytes + OVERRUN_BYTES) throw new Refusal('TOO_LARGE')
  }
}

/** What the multipart parser throws is the client's fault; a full disk is ours. */
function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error
  if (error instanceof NoSpaceError) return new Refusal('NO_SPACE')
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const multipart =
    code.startsWith('FST_') || (error instanceof Error && /multipart|Unexpected end|malformed|boundary/i.test(error.message))
  return multipart ? new Refusal('BAD_REQUEST') : error
}
