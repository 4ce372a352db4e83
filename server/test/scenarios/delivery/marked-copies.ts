import sharp from 'sharp'
import type { TestRoom } from '../../harness/test-app.ts'

export async function redPixels(image: Buffer): Promise<number> {
  const { data } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let red = 0
  for (let at = 0; at < data.length; at += 3) {
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
    if (r - Math.max(g, b) > 18) red += 1
  }
  return red
}

export function imagesOf(pdf: Buffer): Buffer[] {
  const images: Buffer[] = []
  for (
    let start = pdf.indexOf('\xFF\xD8\xFF', 0, 'latin1');
    start !== -1;
    start = pdf.indexOf('\xFF\xD8\xFF', start, 'latin1')
  ) {
    const end = pdf.indexOf('endstream', start)
    images.push(pdf.subarray(start, end))
    start = end
  }
  return images
}

export async function drawnPages(room: TestRoom, pdf: Buffer): Promise<Buffer[]> {
  await room.operator.switches(false)
  const stored = await room.operator.upload([[`${crypto.randomUUID()}.pdf`, new Uint8Array(pdf)]])
  const lease = await room.operator.openDocument(
    (stored.json.payload as { id: number }[])[0]?.id ?? 0,
  )
  const pages = Array.from(
    { length: lease.pageCount },
    (_, index) => `${lease.path}/pages/${index + 1}?width=1200`,
  )
  const images = await Promise.all(pages.map((path) => room.operator.fetch('GET', path)))
  await room.operator.switches(true)
  return Promise.all(images.map(async (image) => Buffer.from(await image.arrayBuffer())))
}
