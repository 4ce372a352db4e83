import sharp from 'sharp'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { RenderPool } from '../../../workers/render/index.ts'

const DATA_URL = /^data:image\/png;base64,([A-Za-z0-9+/]+={0,2})$/
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

/** The image of a data URL, drawn anew, so that nothing but its pixels is kept; in base64. @throws Refusal SIGN_IMAGE */
export async function signatureOf(_pool: RenderPool, dataUrl: string, _signal: AbortSignal): Promise<string> {
  const bytes = Buffer.from(DATA_URL.exec(dataUrl)?.[1] ?? '', 'base64')
  if (!bytes.subarray(0, PNG.length).equals(PNG)) throw new Refusal('SIGN_IMAGE')
  try {
    const image = sharp(bytes, { limitInputPixels: 50_000_000, failOn: 'error' })
    return (await image.resize({ width: 2_000, height: 2_000, fit: 'inside', withoutEnlargement: true }).png().toBuffer()).toString(
      'base64',
    )
  } catch {
    throw new Refusal('SIGN_IMAGE')
  }
}
