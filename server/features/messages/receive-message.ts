import { addAbortSignal } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { LIMITS } from '../../../contract/core/limits.ts'
import { parseJson, readSmall, refusalOfMultipart } from '../../platform/http/multipart.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { splitRelativePath } from '../documents/index.ts'

/** As many recipients as a message may have, with room to spare. */
const DATA_BYTES = 1_000_000
/** What may still come of a file that is too large before the connection is ended. */
const OVERRUN_BYTES = 64_000_000

/** A file as it came in, in memory: it goes into mails and is kept nowhere else. */
export interface ReceivedAttachment {
  readonly name: string
  /** Bytes; where it is more than may be attached, `content` is not whole. */
  readonly size: number
  readonly content: Buffer
}

/** All of a request, read to its end. */
export interface Received<Data> {
  readonly data: Data
  readonly attachment: ReceivedAttachment | undefined
}

/**
 * Reads a message: the part `data`, and at most one file, in any order. A file without a name is none, as an empty field of a form sends it.
 * @throws Refusal BAD_REQUEST, TOO_LARGE; the signal's reason.
 */
export async function receiveMessage<S extends z.ZodType>(
  request: FastifyRequest,
  schema: S,
  signal: AbortSignal,
): Promise<Received<z.output<S>>> {
  let data: unknown
  let attachment: ReceivedAttachment | undefined
  try {
    const limits = { fieldNameSize: 100, fieldSize: DATA_BYTES, fields: 1, files: 2, parts: 2, headerPairs: 50 }
    // Sizes of files are counted here instead: the parser would read an endless file to its end.
    const parts = request.parts({ limits: { ...limits, fileSize: Number.MAX_SAFE_INTEGER } })
    for await (const part of parts) {
      signal.throwIfAborted()
      // Wakes whoever reads it also where the peer has fallen silent.
      if (part.type === 'file') addAbortSignal(signal, part.file)
      if (part.fieldname === 'data' && data === undefined) {
        const value = part.type === 'file' ? await readSmall(part, DATA_BYTES) : part.value
        data = typeof value === 'string' ? parseJson(value) : value
      } else if (part.type === 'file' && part.fieldname === 'file' && attachment === undefined) {
        attachment = await readAttachment(part)
      } else throw new Refusal('BAD_REQUEST')
    }
  } catch (error) {
    signal.throwIfAborted()
    throw refusalOfMultipart(error)
  }
  const parsed = schema.safeParse(data)
  if (!parsed.success) throw new Refusal('BAD_REQUEST')
  return { data: parsed.data, attachment }
}

async function readAttachment(part: MultipartFile): Promise<ReceivedAttachment | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > LIMITS.attachmentBytes + OVERRUN_BYTES) throw new Refusal('TOO_LARGE')
    if (size <= LIMITS.attachmentBytes) chunks.push(chunk)
  }
  if (!part.filename) return undefined
  return { name: splitRelativePath(part.filename).name, size, content: Buffer.concat(chunks) }
}
