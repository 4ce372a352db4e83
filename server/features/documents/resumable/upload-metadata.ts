import { type UploadMetadata, uploadMetadata } from '../../../../contract/features/uploads.ts'
import { Refusal } from '../../../platform/http/refusal.ts'

const PAIR = /^([A-Za-z]+)(?: ([A-Za-z0-9+/]*={0,2}))?$/

/**
 * Reads the header `Upload-Metadata`: pairs of a key and a value in Base64, joined by commas.
 * @throws Refusal BAD_REQUEST for another form, a key twice, a key or value that the contract does not name, and text that is not UTF-8.
 */
export function readMetadata(header: string): UploadMetadata {
  const values = new Map<string, string>()
  for (const pair of header.split(',')) {
    const [, key, value = ''] = PAIR.exec(pair.trim()) ?? []
    if (key === undefined || values.has(key)) throw new Refusal('BAD_REQUEST')
    values.set(key, decode(value))
  }
  const parsed = uploadMetadata.safeParse(Object.fromEntries(values))
  if (!parsed.success) throw new Refusal('BAD_REQUEST')
  return parsed.data
}

function decode(base64: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(base64, 'base64'))
  } catch {
    throw new Refusal('BAD_REQUEST')
  }
}
