import { addAbortSignal } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { refusalOfMultipart } from '../../platform/http/multipart.ts'
import { Refusal } from '../../platform/http/refusal.ts'

const FIELD_BYTES = 16_384

/** Who takes the one file of a form, as it comes in. */
type Take = (part: MultipartFile) => Promise<void>

/**
 * Reads a multipart form with one file, which may stand before or behind the fields. What was taken when this throws is the caller's to discard.
 * @throws Refusal BAD_REQUEST, also where there is no file; what `take` throws; the signal's reason.
 */
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
    // Sizes of files are counted by who takes them: the parser would read an endless file to its end.
    const parts = request.parts({ preservePath: true, limits: { ...limits, fileSize: Number.MAX_SAFE_INTEGER } })
    for await (const part of parts) {
      signal.throwIfAborted()
      if (part.type === 'file') {
        // Wakes whoever reads it also where the peer has fallen silent.
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
