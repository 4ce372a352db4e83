import { addAbortSignal } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { readSmall, refusalOfMultipart } from './multipart.ts'
import { Refusal } from './refusal.ts'

interface FormLimits {
  readonly fields: number
  readonly fieldBytes: number
  readonly fileBytes: number
}

interface ReceivedForm {
  readonly bytes: Buffer | undefined
  readonly fields: Readonly<Record<string, unknown>>
}

/** @throws Refusal BAD_REQUEST, BODY_TOO_LARGE, or the signal's reason. */
export async function receiveForm(
  request: FastifyRequest,
  { fields, fieldBytes, fileBytes }: FormLimits,
  signal: AbortSignal,
): Promise<ReceivedForm> {
  let bytes: Buffer | undefined
  const given: Record<string, unknown> = {}
  try {
    const limits = {
      fieldNameSize: 100,
      fieldSize: fieldBytes,
      fields,
      files: 1,
      parts: fields + 1,
      headerPairs: 50,
    }
    // `readSmall` limits endless files.
    for await (const part of request.parts({
      limits: { ...limits, fileSize: Number.MAX_SAFE_INTEGER },
    })) {
      signal.throwIfAborted()
      if (part.type === 'field') given[part.fieldname] = part.value
      else if (part.fieldname !== 'file') throw new Refusal('BAD_REQUEST')
      else {
        // The peer may be silent.
        addAbortSignal(signal, part.file)
        bytes = await readSmall(part, fileBytes)
      }
    }
  } catch (error) {
    signal.throwIfAborted()
    throw refusalOfMultipart(error)
  }
  return { bytes, fields: given }
}
