import type { MultipartFile } from '@fastify/multipart'
import { formatSize } from '../../../contract/core/format-size.ts'
import { Refusal } from './refusal.ts'

/** The multipart parser has no depth limit for JSON. */
export const isStreamed = (
  _name: string | undefined,
  type: string | undefined,
  filename: string | undefined,
): boolean => filename !== undefined || /^application\/(octet-stream|json)/i.test(type ?? '')

/** @throws Refusal BODY_TOO_LARGE */
export async function readSmall(part: MultipartFile, bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > bytes)
      throw new Refusal('BODY_TOO_LARGE', { variables: { limit: formatSize(bytes) } })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

export function refusalOfMultipart(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const multipart =
    code.startsWith('FST_') ||
    (error instanceof Error && /multipart|Unexpected end|malformed|boundary/i.test(error.message))
  return multipart ? new Refusal('BAD_REQUEST') : error
}
