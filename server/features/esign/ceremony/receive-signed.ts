import { addAbortSignal } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { complete } from '../../../../contract/features/signing.ts'
import { readSmall, refusalOfMultipart } from '../../../platform/http/multipart.ts'
import { parseJson } from '../../../platform/http/parse-json.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { Filled } from './complete-signing.ts'

type SignedBoxes = z.output<typeof complete.body>['boxes']

/** @throws Refusal BAD_REQUEST for a box with a file, which JSON lacks */
export function namedNowhere(boxes: SignedBoxes): Filled {
  if (boxes.some(({ imageFile }) => imageFile !== undefined)) throw new Refusal('BAD_REQUEST')
  return boxes
}

/**
 * The form has the call as `data`, files in any order.
 * @throws Refusal BAD_REQUEST, also for missing or unused files; BODY_TOO_LARGE; and those of `parseJson`.
 */
export async function receiveSigned(request: FastifyRequest, signal: AbortSignal): Promise<Filled> {
  const { data, files } = await readForm(request, signal)
  const parsed = complete.body.safeParse(data)
  if (!parsed.success) throw new Refusal('BAD_REQUEST')
  const { boxes } = parsed.data
  const named = new Set(boxes.flatMap(({ imageFile }) => imageFile ?? []))
  if (
    named.size !== files.size ||
    boxes.some(({ image, imageFile }) => image !== undefined && imageFile !== undefined)
  )
    throw new Refusal('BAD_REQUEST')
  return boxes.map(({ imageFile, ...box }) => {
    if (imageFile === undefined) return box
    const image = files.get(imageFile)
    if (image === undefined) throw new Refusal('BAD_REQUEST')
    return { ...box, image }
  })
}

interface SignedForm {
  readonly data: unknown
  readonly files: ReadonlyMap<string, string>
}

async function readForm(request: FastifyRequest, signal: AbortSignal): Promise<SignedForm> {
  const files = new Map<string, string>()
  let data: unknown
  let rest: number = LIMITS.signFilesBytes
  try {
    const most = LIMITS.boxesPerDocument + 1
    const limits = {
      fieldNameSize: 100,
      fieldSize: LIMITS.jsonBodyBytesMax,
      fields: 1,
      files: most,
      parts: most,
      headerPairs: 50,
    }
    // Readers limit sizes; the parser reads endless files.
    for await (const part of request.parts({
      limits: { ...limits, fileSize: Number.MAX_SAFE_INTEGER },
    })) {
      signal.throwIfAborted()
      // This also wakes a reader of a silent peer.
      if (part.type === 'file') addAbortSignal(signal, part.file)
      if (part.fieldname === 'data') {
        if (data !== undefined) throw new Refusal('BAD_REQUEST')
        data = parseJson(
          part.type === 'file'
            ? await readSmall(part, LIMITS.jsonBodyBytesMax)
            : Buffer.from(String(part.value)),
        )
      } else if (part.type === 'file' && !files.has(part.fieldname)) {
        const image = await readSmall(part, Math.min(rest, LIMITS.signatureImageBytes))
        rest -= image.length
        files.set(part.fieldname, `data:image/png;base64,${image.toString('base64')}`)
      } else throw new Refusal('BAD_REQUEST')
    }
    return { data, files }
  } catch (error) {
    signal.throwIfAborted()
    throw refusalOfMultipart(error)
  }
}
