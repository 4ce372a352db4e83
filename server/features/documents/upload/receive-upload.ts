import { addAbortSignal } from 'node:stream'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { RejectionCode } from '../../../../contract/core/errors/rejections.ts'
import { type Extension, LIMITS } from '../../../../contract/core/limits.ts'
import { uploadFields } from '../../../../contract/features/documents/upload.ts'
import { NoSpaceError } from '../../../platform/blob/blob-store.ts'
import type { SegmentWriter } from '../../../platform/blob/write-segment.ts'
import { readSmall, refusalOfMultipart } from '../../../platform/http/multipart.ts'
import { parseJson } from '../../../platform/http/parse-json.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { extensionOf, hasNamelessStep, refusedName, splitRelativePath } from '../documents.rules.ts'
import { finishCut } from '../storage/cut-padding.ts'
import { drainPart, encryptPart } from '../storage/encrypt-part.ts'
import type { ContentStore, NewContent } from '../storage/encrypted-content.ts'
import type { IncomingFile } from '../storage/store-file.ts'
import type { SpaceHeld } from './incoming-space.ts'

const FIELD_BYTES = 16_384
const TEXT_FIELDS: ReadonlySet<string> = new Set(['folderName', 'conflict', 'threadId'])
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
])
const FINISHING_MAX = 4

export interface RejectedFile {
  readonly name: string
  readonly code: RejectionCode
}

export type UploadFields = ReturnType<typeof uploadFields.parse>

export interface ReceivedUpload {
  readonly fields: UploadFields
  readonly files: readonly IncomingFile[]
  readonly rejected: readonly RejectedFile[]
}

export interface Receiving {
  readonly content: ContentStore
  readonly roomId: number
  readonly space: SpaceHeld
  readonly signal: AbortSignal
  readonly vet: (
    file: { readonly name: string; readonly ext: Extension },
    content: NewContent,
  ) => Promise<RejectionCode | undefined>
}

/** @param files is filled even after errors, for the caller to discard @throws Refusal BAD_REQUEST, NO_SPACE, TOO_LARGE */
export async function receiveUpload(
  request: FastifyRequest,
  receiving: Receiving,
  files: IncomingFile[],
): Promise<ReceivedUpload> {
  const outcomes: ReceivedFileOutcome[] = []
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
        // The parser would keep reading, so `readPart` enforces the limit.
        fileSize: Number.MAX_SAFE_INTEGER,
      },
    })
    for await (const part of parts) {
      receiving.signal.throwIfAborted()
      // The signal wakes a reader on a silent connection.
      if (part.type === 'file') addAbortSignal(receiving.signal, part.file)
      if (part.type === 'field') addField(fields, part)
      else if (part.fieldname === 'data')
        addData(fields, parseJson(await readSmall(part, FIELD_BYTES)))
      else if (part.fieldname !== 'file') throw new Refusal('BAD_REQUEST')
      else if (part.filename) await receiveFile(part, receiving, outcomes)
      else await drainPart(part, receiving.signal)
    }
    await Promise.all(outcomes)
  } catch (error) {
    receiving.signal.throwIfAborted()
    throw asRefusal(error)
  } finally {
    for (const outcome of await Promise.allSettled(outcomes))
      if (outcome.status === 'fulfilled' && !('code' in outcome.value)) files.push(outcome.value)
  }
  const parsed = uploadFields.safeParse(fields)
  if (!parsed.success) throw new Refusal('BAD_REQUEST')
  const rejected = (await Promise.all(outcomes)).filter((outcome) => 'code' in outcome)
  return { fields: parsed.data, files, rejected }
}

type ReceivedFileOutcome = Promise<IncomingFile | RejectedFile>

type NamedFile = Pick<IncomingFile, 'folders' | 'name' | 'ext'>

async function receiveFile(
  part: MultipartFile,
  receiving: Receiving,
  outcomes: ReceivedFileOutcome[],
): Promise<void> {
  const { folders, name } = splitRelativePath(part.filename)
  const add = (outcome: Promise<IncomingFile | RejectedFile>): void => {
    // This prevents an unhandled rejection.
    outcome.catch(() => {})
    outcomes.push(outcome)
  }
  const reject = (code: RejectionCode): RejectedFile => ({
    name: [...folders, name].join('/') || part.filename,
    code,
  })
  const ext = extensionOf(name)
  const early = hasNamelessStep(part.filename) ? 'NAME' : refusedName(folders, name)
  if (early !== undefined || ext === undefined) {
    // An empty placeholder may have any name.
    const isEmpty = (await drainPart(part, receiving.signal)) === 0
    add(Promise.resolve(reject(isEmpty ? 'EMPTY' : (early ?? 'EXTENSION'))))
    return
  }

  await outcomes.at(-FINISHING_MAX)
  const { uid, writer } = await receiving.content.begin(receiving.roomId)
  let finishing = false
  try {
    const size = await encryptPart(part, writer, receiving)
    if (size === 0 || size > LIMITS.uploadBytes) {
      add(Promise.resolve(reject(size === 0 ? 'EMPTY' : 'SIZE')))
      return
    }
    finishing = true
    add(
      keepIfSound(uid, writer, { folders, name, ext }, receiving).then((kept) =>
        typeof kept === 'string' ? reject(kept) : kept,
      ),
    )
  } finally {
    if (!finishing) await writer.discard()
  }
}

/** @returns the rejection after removing the file */
export async function keepIfSound(
  uid: string,
  writer: SegmentWriter,
  file: NamedFile,
  { content, roomId, vet }: Pick<Receiving, 'content' | 'roomId' | 'vet'>,
): Promise<IncomingFile | RejectionCode> {
  const segment = await finishCut(content, { roomId, ext: file.ext }, uid, writer)
  const stored: NewContent = { uid, segments: [segment] }
  try {
    const wrong = await vet({ name: [...file.folders, file.name].join('/'), ext: file.ext }, stored)
    if (wrong === undefined)
      return { ...file, size: segment.size, sha256: segment.sha256, content: stored }
    await content.discard(stored)
    return wrong
  } catch (error) {
    await content.discard(stored)
    throw error
  }
}

function addField(fields: Record<string, unknown>, part: MultipartValue): void {
  const value = String(part.value)
  if (part.fieldname === 'data') addData(fields, parseJson(Buffer.from(value)))
  else
    addEntries(fields, {
      [part.fieldname]: TEXT_FIELDS.has(part.fieldname) ? value : parseValue(value),
    })
}

function addData(fields: Record<string, unknown>, value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal('BAD_REQUEST')
  addEntries(fields, value)
}

/** The specification sends an empty `file` with a folder. */
function addEntries(fields: Record<string, unknown>, entries: object): void {
  for (const [name, value] of Object.entries(entries)) {
    if (name === 'file' && isNoFile(value)) continue
    if (Object.hasOwn(fields, name) || name === '__proto__') throw new Refusal('BAD_REQUEST')
    fields[name] = value
  }
}

const isNoFile = (value: unknown): boolean =>
  typeof value === 'object' || value === '' || value === 'null'

const parseValue = (text: string): unknown =>
  BOOLEANS.get(text) ?? (/^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : text)

const asRefusal = (error: unknown): unknown =>
  error instanceof NoSpaceError ? new Refusal('NO_SPACE') : refusalOfMultipart(error)
