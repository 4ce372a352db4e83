import { addAbortSignal } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { refusalOfMultipart } from '../../../platform/http/multipart.ts'
import { Refusal } from '../../../platform/http/refusal.ts'

const FIELD_BYTES = 16_384

type Take = (part: MultipartFile) => Promise<void>

/** The caller discards the file on failure. @throws Refusal BAD_REQUEST, also without a file; and those of `take`. */
export async function receiveForm<S extends z.ZodType>(
  request: FastifyRequest,
  schema: S,
  signal: AbortSignal,
  take: Take,
): Promise<z.output<S>> {
  const fields: Record<string, unknown> = {}
  let isTaken = false
  try {
    const limits = { fieldNameSize: 100, fieldSize: FIELD_BYTES, fields: 20, files: 2, parts: 22, headerPairs: 50 }
    // `take` limits sizes; the parser reads endless files.
    const parts = request.parts({ preservePath: true, limits: { ...limits, fileSize: Number.MAX_SAFE_INTEGER } })
    for await (const part of parts) {
      signal.throwIfAborted()
      if (part.type === 'file') {
        // This also wakes a reader of a silent peer.
        addAbortSignal(signal, part.file)
        if (part.fieldname !== 'file' || isTaken || !part.filename) throw new Refusal('BAD_REQUEST')
        isTaken = true
        await take(part)
      } else if (Object.hasOwn(fields, part.fieldname) || part.fieldname === '__proto__') throw new Refusal('BAD_REQUEST')
      else fields[part.fieldname] = String(part.value)
    }
  } catch (error) {
    signal.throwIfAborted()
    throw refusalOfMultipart(error)
  }
  const parsed = schema.safeParse(fields)
  if (!parsed.success || !isTaken) throw new Refusal('BAD_REQUEST')
  return parsed.data
}
