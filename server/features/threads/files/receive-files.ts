import { addAbortSignal } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Language } from '../../../../contract/core/errors.ts'
import { type Extension, LIMITS } from '../../../../contract/core/limits.ts'
import type { Actor } from '../../../access/actor.ts'
import { readSmall, refusalOfMultipart } from '../../../platform/http/multipart.ts'
import { parseJson } from '../../../platform/http/parse-json.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { RenderError } from '../../../workers/render/index.ts'
import { asRefusal, convertedKind, fileSource, viewableKind } from '../../delivery/index.ts'
import {
  encryptPart,
  extensionOf,
  finishCut,
  type NewContent,
  type PageSize,
  refuseFiles,
  refuseFullDisk,
  splitRelativePath,
  vetSource,
} from '../../documents/index.ts'
import type { FileParts } from '../threads.parts.ts'

const DATA_BYTES = LIMITS.jsonBodyBytesMax

export interface NewFile {
  readonly name: string
  readonly ext: Extension
  /** The size is in bytes. */
  readonly size: number
  readonly status: 'READY' | 'WAITING'
  readonly pages: readonly PageSize[]
  readonly content: NewContent
}

interface FilesCall<Body> {
  readonly actor: Actor
  readonly request: FastifyRequest
  readonly signal: AbortSignal
  readonly language: Language
  readonly body: Body | undefined
}

/**
 * Accepts JSON, or a form with `data` and files. Deletes files unless `write` keeps them.
 * @throws Refusal BAD_REQUEST, THREAD_FILE, TYPE_REFUSED, TOO_LARGE, NO_SPACE, SCANNER_DOWN.
 */
export async function withFiles<S extends z.ZodType, T>(
  parts: FileParts,
  { actor, request, signal, language, body }: FilesCall<z.output<S>>,
  schema: S,
  write: (data: z.output<S>, files: readonly NewFile[]) => Promise<T>,
): Promise<T> {
  if (body !== undefined) return write(body, [])
  const received: ReceivedFile[] = []
  let isUncertain = false
  try {
    const parsed = schema.safeParse(await readForm(parts, { actor, request, signal }, received))
    if (!parsed.success) throw new Refusal('BAD_REQUEST')
    const files: NewFile[] = []
    for (const file of received)
      files.push(await examined(parts, actor, file, { language, signal }))
    isUncertain = true
    return await write(parsed.data, files)
  } catch (error) {
    // After an uncertain commit, the sweep deletes unused files.
    if (!isUncertain || error instanceof Refusal)
      for (const { content } of received) await parts.content.discard(content)
    return refuseFullDisk(error)
  }
}

type ReceivedFile = Omit<NewFile, 'status' | 'pages'>
type ReadFormInput = Pick<FilesCall<never>, 'actor' | 'request' | 'signal'>

async function readForm(
  parts: FileParts,
  { actor, request, signal }: ReadFormInput,
  received: ReceivedFile[],
): Promise<unknown> {
  let data: unknown
  try {
    const most = LIMITS.threadFiles
    const limits = {
      fieldNameSize: 100,
      fieldSize: DATA_BYTES,
      fields: 1,
      files: most + 1,
      parts: most + 1,
      headerPairs: 50,
    }
    for await (const part of request.parts({
      limits: { ...limits, fileSize: Number.MAX_SAFE_INTEGER },
    })) {
      signal.throwIfAborted()
      // The signal ends reads from a silent peer.
      if (part.type === 'file') addAbortSignal(signal, part.file)
      if (part.fieldname === 'data' && data === undefined)
        data = parseJson(
          part.type === 'file'
            ? await readSmall(part, DATA_BYTES)
            : Buffer.from(String(part.value)),
        )
      else if (part.type === 'file' && part.fieldname === 'file' && received.length < most)
        received.push(await receiveFile(parts, actor, part, signal))
      else throw new Refusal('BAD_REQUEST')
    }
    return data
  } catch (error) {
    signal.throwIfAborted()
    throw refusalOfMultipart(error)
  }
}

const unfit = (name: string): Refusal => new Refusal('THREAD_FILE', { variables: { name } })

async function receiveFile(
  { content }: FileParts,
  { roomId }: Actor,
  part: MultipartFile,
  signal: AbortSignal,
): Promise<ReceivedFile> {
  const { name } = splitRelativePath(part.filename)
  const ext = extensionOf(name)
  if (ext === undefined) throw unfit(name)
  const { uid, writer } = await content.begin(roomId, 'thread')
  let taken = 0
  const space = {
    async take(bytes: number) {
      taken += bytes
      if (taken > LIMITS.threadFileBytes) throw unfit(name)
    },
  }
  try {
    const size = await encryptPart(part, writer, { space, signal })
    if (size === 0) throw unfit(name)
    const segment = await finishCut(content, { roomId, ext, purpose: 'thread' }, uid, writer)
    return { name, ext, size: segment.size, content: { uid, segments: [segment] } }
  } finally {
    await writer.discard()
  }
}

type Examining = Pick<FilesCall<never>, 'language' | 'signal'>

/** Undrawable PDFs and images cannot be shown with a mark. Other types are converted later. */
async function examined(
  parts: FileParts,
  actor: Actor,
  file: ReceivedFile,
  { language, signal }: Examining,
): Promise<NewFile> {
  const { name, ext, content } = file
  const reader = await parts.content.readNew(actor.roomId, content, 'thread')
  const code = await vetSource(parts, actor, { name, ext }, reader)
  if (code !== undefined) throw refuseFiles([{ name, code }], language)
  const kind = viewableKind({ ext })
  if (kind === undefined || convertedKind({ ext })) return { ...file, status: 'WAITING', pages: [] }
  const encrypted = await parts.content.newFile(actor.roomId, content, 'thread')
  const source = await fileSource(parts.delivery, `thread ${content.uid}`, kind, encrypted)
  try {
    const { pages } = await parts.delivery.pool.inspect(
      { ...source, owner: actor.memberId },
      { signal, priority: 'visible' },
    )
    return { ...file, status: 'READY', pages }
  } catch (error) {
    const isOfFile =
      error instanceof RenderError &&
      ['LOCKED', 'BROKEN', 'TOO_LARGE', 'UNSUPPORTED'].includes(error.code)
    throw isOfFile ? unfit(name) : asRefusal(error)
  }
}
