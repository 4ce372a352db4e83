import { Image } from '@napi-rs/canvas'
import type { SvgElement } from './svg-tree.ts'

export type PageImages = ReadonlyMap<SvgElement, Image>

/** File and network addresses are never followed. */
const DATA_URI = /^data:image\/(?:png|jpeg|jpg|gif|webp|bmp)[^,]*;base64,/

export async function decodeImages(page: SvgElement): Promise<PageImages> {
  const images = new Map<SvgElement, Image>()
  for (const element of elementsOf(page)) {
    if (element.name !== 'image') continue
    const source = element.attributes.get('href') ?? element.attributes.get('xlink:href') ?? ''
    const prefix = DATA_URI.exec(source)?.[0]
    const image =
      prefix === undefined
        ? undefined
        : await decoded(Buffer.from(source.slice(prefix.length), 'base64'))
    if (image) images.set(element, image)
  }
  return images
}

async function decoded(bytes: Buffer): Promise<Image | undefined> {
  const image = new Image()
  try {
    image.src = bytes
    await image.decode()
    return image
  } catch {
    return undefined
  }
}

export function* elementsOf(element: SvgElement): Generator<SvgElement> {
  yield element
  for (const child of element.children) yield* elementsOf(child)
}
