import {
  isRef,
  loadPdf,
  type PDF,
  PdfArray,
  PdfDict,
  PdfNumber,
  type PdfObject,
  type PdfRef,
  PdfStream,
} from './libpdf.ts'
import { type Box, type PageBox, rotationOf, seenBox } from './page-box.ts'
import { PdfError } from './pdf-error.ts'
import { withoutAttached } from './repair/attached-documents.ts'

const MAX_DEPTH = 64
const MAX_PAGES = 20_000
const MAX_NODES = 100_000

export interface PdfDocumentPage {
  readonly ref: PdfRef | undefined
  readonly dict: PdfDict
  readonly box: PageBox
  readonly boxes: Readonly<Record<'MediaBox' | 'CropBox', Box | undefined>>
  readonly userUnit: number
  readonly resources: PdfObject | undefined
}

export interface PdfDocument {
  readonly catalog: PdfDict
  readonly info: PdfDict | undefined
  readonly pages: readonly PdfDocumentPage[]
  resolve(object: PdfObject | undefined): PdfObject | undefined
  dict(object: PdfObject | undefined): PdfDict | undefined
  add(object: PdfObject): PdfRef
}

export async function readPdf(bytes: Buffer, password = ''): Promise<PdfDocument> {
  return documentOf(await openPdf(bytes, password))
}

/** @throws PdfError NOT_UNDERSTOOD */
export function documentOf(pdf: PDF): PdfDocument {
  const resolve = (object: PdfObject | undefined): PdfObject | undefined => {
    let found = object
    for (let hops = 0; isRef(found) && hops < MAX_DEPTH; hops += 1)
      found = pdf.getObject(found) ?? undefined
    return isRef(found) ? undefined : found
  }
  const dict = (object: PdfObject | undefined): PdfDict | undefined => {
    const found = resolve(object)
    return found instanceof PdfDict ? found : undefined
  }
  const catalog = pdf.getCatalog()
  const document = {
    catalog,
    info: dict(pdf.context.info.trailer.get('Info')),
    resolve,
    dict,
    add: (object: PdfObject) => pdf.register(object),
  }
  return { ...document, pages: pagesOf(document, catalog.get('Pages')) }
}

/** @throws PdfError NOT_UNDERSTOOD if unreadable or locked */
export async function openPdf(bytes: Buffer, password = ''): Promise<PDF> {
  const first = await attempt(bytes, password)
  const outer =
    first instanceof PdfError || first.recoveredViaBruteForce ? withoutAttached(bytes) : undefined
  const pdf = outer ? await attempt(outer, password) : first
  if (pdf instanceof PdfError) throw pdf
  if (pdf.isEncrypted && !pdf.isAuthenticated)
    throw new PdfError('NOT_UNDERSTOOD', 'it asks for a password')
  // The library's recovery ignores encryption.
  if (pdf.recoveredViaBruteForce && (outer ?? bytes).includes('/Encrypt')) {
    throw new PdfError('NOT_UNDERSTOOD', 'it is damaged and perhaps encrypted')
  }
  return pdf
}

async function attempt(bytes: Buffer, password: string): Promise<PDF | PdfError> {
  try {
    return await loadPdf(bytes, password)
  } catch (error) {
    return new PdfError(
      'NOT_UNDERSTOOD',
      `it cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

interface Inherited {
  readonly resources?: PdfObject
  readonly media?: readonly number[] | undefined
  readonly crop?: readonly number[] | undefined
  readonly rotate?: number
}

/** The library ignores inherited boxes and untyped pages. */
function pagesOf(
  document: Pick<PdfDocument, 'resolve' | 'dict'>,
  root: PdfObject | undefined,
): PdfDocumentPage[] {
  const pages: PdfDocumentPage[] = []
  const open = new Set<PdfDict>()
  let nodes = 0
  const walk = (object: PdfObject, above: Inherited): void => {
    const node = document.dict(object)
    if (!node || open.has(node)) return
    if (node instanceof PdfStream)
      throw new PdfError('NOT_UNDERSTOOD', 'its table gives a stream for a page')
    nodes += 1
    if (open.size > MAX_DEPTH || nodes > MAX_NODES)
      throw new PdfError('NOT_UNDERSTOOD', 'its page tree is too deep or too wide')
    const here = inherit(document, node, above)
    const kids = document.resolve(node.get('Kids'))
    if (!(kids instanceof PdfArray)) {
      if (pages.length >= MAX_PAGES) throw new PdfError('NOT_UNDERSTOOD', 'it has too many pages')
      pages.push(pageOf(document, isRef(object) ? object : undefined, node, here))
      return
    }
    open.add(node)
    for (const kid of kids) walk(kid, here)
    open.delete(node)
  }
  if (root) walk(root, {})
  if (pages.length === 0) throw new PdfError('NOT_UNDERSTOOD', 'it has no pages')
  return pages
}

function inherit(
  { resolve }: Pick<PdfDocument, 'resolve'>,
  node: PdfDict,
  above: Inherited,
): Inherited {
  const resources = node.get('Resources')
  const rotate = resolve(node.get('Rotate'))
  const corners = (key: string): number[] | undefined => {
    const array = resolve(node.get(key))
    return array instanceof PdfArray ? numbersOf(resolve, array) : undefined
  }
  return {
    ...above,
    ...(resources && resolve(resources) instanceof PdfDict ? { resources } : {}),
    ...(rotate instanceof PdfNumber ? { rotate: rotate.value } : {}),
    media: corners('MediaBox') ?? above.media,
    crop: corners('CropBox') ?? above.crop,
  }
}

export function numbersOf(resolve: PdfDocument['resolve'], array: PdfArray): number[] {
  return [...array].map((item) => {
    const value = resolve(item)
    return value instanceof PdfNumber ? value.value : 0
  })
}

function pageOf(
  { resolve }: Pick<PdfDocument, 'resolve'>,
  ref: PdfRef | undefined,
  dict: PdfDict,
  { resources, media, crop, rotate = 0 }: Inherited,
): PdfDocumentPage {
  const unit = resolve(dict.get('UserUnit'))
  return {
    ref,
    dict,
    userUnit: unit instanceof PdfNumber && unit.value > 0 ? unit.value : 1,
    resources,
    box: { seen: seenBox(media, crop), rotation: rotationOf(rotate) },
    boxes: { MediaBox: media && seenBox(media, undefined), CropBox: crop && seenBox(media, crop) },
  }
}
