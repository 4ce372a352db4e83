import { Refusal } from '../../../platform/http/refusal.ts'
import { ImageError, imageType, type StampImages } from '../../../workers/image/index.ts'

const DATA_URL = /^data:image\/png;base64,([A-Za-z0-9+/]+={0,2})$/

/** The image of a data URL, drawn anew, so that nothing but its pixels is kept: a PNG in base64. @throws Refusal SIGN_IMAGE, BUSY. */
export async function signatureOf(images: StampImages, dataUrl: string, signal: AbortSignal): Promise<string> {
  const bytes = Buffer.from(DATA_URL.exec(dataUrl)?.[1] ?? '', 'base64')
  if (imageType(bytes) !== 'png') throw new Refusal('SIGN_IMAGE')
  try {
    return (await images.decode(bytes, signal)).png.toString('base64')
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    throw error.code === 'BUSY' ? new Refusal('BUSY', { retryAfter: 2 }) : new Refusal('SIGN_IMAGE')
  }
}
