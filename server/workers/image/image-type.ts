export type ImageType = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'svg' | 'bmp' | 'ico'

interface Signature {
  readonly type: ImageType
  readonly at: number
  readonly bytes: Buffer
}

const said = (type: ImageType, text: string, at = 0): Signature => ({
  type,
  at,
  bytes: Buffer.from(text, 'latin1'),
})
const coded = (type: ImageType, hex: string): Signature => ({
  type,
  at: 0,
  bytes: Buffer.from(hex, 'hex'),
})

const SIGNATURES: readonly Signature[] = [
  coded('png', '89504e470d0a1a0a'),
  coded('jpeg', 'ffd8ff'),
  said('gif', 'GIF87a'),
  said('gif', 'GIF89a'),
  said('webp', 'WEBP', 8),
  said('avif', 'ftypavif', 4),
  said('avif', 'ftypavis', 4),
  said('avif', 'ftypmif1', 4),
  said('bmp', 'BM'),
  coded('ico', '00000100'),
]
/** Comments may precede the root. */
const SVG = /^(?:\xef\xbb\xbf)?\s*<(?:svg|[?!][\s\S]*<svg)[\s>]/
const HEAD_BYTES = 16_384

export function imageType(bytes: Buffer): ImageType | undefined {
  const found = SIGNATURES.find(({ at, bytes: signature }) =>
    bytes.subarray(at, at + signature.length).equals(signature),
  )
  return found?.type ?? (SVG.test(bytes.toString('latin1', 0, HEAD_BYTES)) ? 'svg' : undefined)
}
