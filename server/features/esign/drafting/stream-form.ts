import { addAbortSignal } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { refusalOfMultipart } from '../../../platform/http/multipart.ts'
import { Refusal } from '../../../platform/http/refusal.ts'

const FIELD_BYTES = 16_384

/**
 * Gives the one file of a form to `onFile` while it arrives, and returns the fields around it. Where this throws, the caller discards
 * the file. @throws Refusal BAD_REQUEST, also without a file; and those of `onFile`.
 */
export async function streamForm<S extends z.ZodType>(
  request: FastifyRequest,
  schema: S,
  signal: AbortSignal,
  onFile: (part: MultipartFile) => Promise<void>,
): Promise<z.output<S>> {
  const fields: Record<string, unknown> = {}
  let hasFile = false
  try {
    // The limit of two lets a second file come as far as the refusal below.
    const limits = {
      fieldNameSize: 100,
      fieldSize: FIELD_BYTES,
      fields: 20,
      files: 2,
      parts: 22,
      headerPairs: 50,
    }
    // `onFile` limits the size; the parser must not cut a file at a limit of its own.
    const parts = request.parts({
      preservePath: true,
      limits: { ...limits, fileSize: Number.MAX_SAFE_INTEGER },
    })
    for await (const part of parts) {
      signal.throwIfAborted()
      if (part.type === 'file') {
        // This also wakes a reader of a silent peer.
        addAbortSignal(signal, part.file)
        if (part.fieldname !== 'file' || hasFile || !part.filename) throw new Refusal('BAD_REQUEST')
        hasFile = true
        await onFile(part)
      } else if (Object.hasOwn(fields, part.fieldname) || part.fieldname === '__proto__')
        throw new Refusal('BAD_REQUEST')
      else fields[part.fieldname] = String(part.value)
    }
  } catch (error) {
    signal.throwIfAborted()
    throw refusalOfMultipart(error)
  }
  const parsed = schema.safeParse(fields)
  if (!parsed.success || !hasFile) throw new Refusal('BAD_REQUEST')
  return parsed.data
}
