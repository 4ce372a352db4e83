import { addAbortSignal } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { RejectionCode } from '../../../contract/core/errors/rejections.ts'
import { LIMITS } from '../../../contract/core/limits.ts'
import type { Actor } from '../../access/actor.ts'
import { readSmall, refusalOfMultipart } from '../../platform/http/multipart.ts'
import { parseJson } from '../../platform/http/parse-json.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import {
  drainPart,
  encryptPart,
  extensionOf,
  finishCut,
  type NewContent,
  refusedName,
  refuseFullDisk,
  type SpaceHeld,
  splitRelativePath,
} from '../documents/index.ts'
import type { MessageParts } from './messages.parts.ts'

const DATA_BYTES = LIMITS.jsonBodyBytesMax

export class IncomingFile {
  readonly name: string
  readonly size: number
  readonly content: NewContent | RejectionCode
  #isKept = false

  constructor(name: string, size: number, content: NewContent | RejectionCode) {
    this.name = name
    this.size = size
    this.content = content
  }

  async keepWith<T>(commit: () => Promise<T>): Promise<T> {
    // The commit may have succeeded despite an error.
    this.#isKept = true
    try {
      return await commit()
    } catch (error) {
      if (error instanceof Refusal) this.#isKept = false
      throw error
    }
  }

  async discard({ content: store }: Pick<MessageParts, 'content'>): Promise<void> {
    if (!this.#isKept && typeof this.content === 'object') await store.discard(this.content)
  }
}

interface MessageCall {
  readonly actor: Actor
  readonly request: FastifyRequest
  readonly signal: AbortSignal
}

/**
 * Reads `data` and at most one named file.
 * @throws Refusal BAD_REQUEST, TOO_LARGE, MESSAGE_SPACE, or NO_SPACE if the disk is full; the signal's reason
 */
export async function receiveMessage<S extends z.ZodType, T>(
  parts: Pick<MessageParts, 'database' | 'content' | 'fileBudget'>,
  { actor, request, signal }: MessageCall,
  schema: S,
  send: (data: z.output<S>, file: IncomingFile | undefined) => Promise<T>,
): Promise<T> {
  const announced = Number(request.headers['content-length'] ?? 0)
  const isLarge = announced > LIMITS.attachmentBytes + DATA_BYTES
  const space = await parts.fileBudget.hold(
    parts.database.db,
    actor,
    isLarge ? announced : undefined,
  )
  let file: IncomingFile | undefined
  try {
    const data = await readParts(request, signal, async (part) => {
      if (file !== undefined) throw new Refusal('BAD_REQUEST')
      file = await receiveFile(parts, actor, part, { space: beyondMails(space), signal })
    })
    const parsed = schema.safeParse(data)
    if (!parsed.success) throw new Refusal('BAD_REQUEST')
    return await send(parsed.data, file)
  } catch (error) {
    return refuseFullDisk(error)
  } finally {
    space.release()
    await file?.discard(parts)
  }
}

async function readParts(
  request: FastifyRequest,
  signal: AbortSignal,
  take: (part: MultipartFile) => Promise<void>,
): Promise<unknown> {
  let data: unknown
  let isFileRead = false
  try {
    const limits = {
      fieldNameSize: 100,
      fieldSize: DATA_BYTES,
      fields: 1,
      files: 2,
      parts: 2,
      headerPairs: 50,
    }
    // The parser would read endless files.
    const parts = request.parts({ limits: { ...limits, fileSize: Number.MAX_SAFE_INTEGER } })
    for await (const part of parts) {
      signal.throwIfAborted()
      // The signal ends reads from a silent peer.
      if (part.type === 'file') addAbortSignal(signal, part.file)
      if (part.fieldname === 'data' && data === undefined) {
        data = parseJson(
          part.type === 'file'
            ? await readSmall(part, DATA_BYTES)
            : Buffer.from(String(part.value)),
        )
      } else if (part.type === 'file' && part.fieldname === 'file' && !isFileRead) {
        isFileRead = true
        await (part.filename ? take(part) : drainPart(part, signal))
      } else throw new Refusal('BAD_REQUEST')
    }
    return data
  } catch (error) {
    signal.throwIfAborted()
    throw refusalOfMultipart(error)
  }
}

/** Files small enough to mail do not count. */
function beyondMails(space: SpaceHeld): Pick<SpaceHeld, 'take'> {
  let size = 0
  let taken = 0
  return {
    async take(bytes) {
      size += bytes
      if (size <= LIMITS.attachmentBytes) return
      const more = size - taken
      taken = size
      await space.take(more)
    },
  }
}

type Receiving = Parameters<typeof encryptPart>[2]

async function receiveFile(
  { content }: Pick<MessageParts, 'content'>,
  { roomId }: Actor,
  part: MultipartFile,
  receiving: Receiving,
): Promise<IncomingFile> {
  const { name } = splitRelativePath(part.filename)
  const ext = extensionOf(name)
  const early = refusedName([], name)
  if (early !== undefined || ext === undefined) {
    await drainPart(part, receiving.signal)
    return new IncomingFile(name, 0, early ?? 'EXTENSION')
  }
  const { uid, writer } = await content.begin(roomId, 'message')
  try {
    const size = await encryptPart(part, writer, receiving)
    if (size === 0 || size > LIMITS.uploadBytes)
      return new IncomingFile(name, size, size === 0 ? 'EMPTY' : 'SIZE')
    const segment = await finishCut(content, { roomId, ext, purpose: 'message' }, uid, writer)
    return new IncomingFile(name, segment.size, { uid, segments: [segment] })
  } finally {
    await writer.discard()
  }
}
