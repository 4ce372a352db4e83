import type { MultipartFile } from '@fastify/multipart'
import { Refusal } from './refusal.ts'

/** The JSON that a part holds. @throws Refusal BAD_REQUEST */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('BAD_REQUEST')
  }
}

/** The text of a part that came as a file, as browsers send JSON with its media type. @throws Refusal BAD_REQUEST where it is longer. */
export async function readSmall(part: MultipartFile, bytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > bytes) throw new Refusal('BAD_REQUEST')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** What the multipart parser throws is the client's fault; any other error stays what it is. */
export function refusalOfMultipart(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const multipart =
    code.startsWith('FST_') || (error instanceof Error && /multipart|Unexpected end|malformed|boundary/i.test(error.message))
  return multipart ? new Refusal('BAD_REQUEST') : error
}
