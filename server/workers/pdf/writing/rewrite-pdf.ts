import { type OpenLayers, PageContents } from '../content/page-content.ts'
import {
  isRef,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  type PdfRef,
} from '../libpdf.ts'
import type { InlineMarks, InlinePiece } from '../mark/inline-marks.ts'
import type { PdfDocument, PdfDocumentPage } from '../pdf-document.ts'
import { PdfError } from '../pdf-error.ts'
import { type PagePicture, pictureContent } from '../picture-page.ts'
import { flattenAnnotations } from './annotations.ts'
import { type Above, ContentStreams, type Drawing } from './content-streams.ts'
import { catalogOf, infoOf, outputProfiles } from './document-roots.ts'
import { writePdf } from './pdf-writer.ts'
import { arrayOf, chosen, keyOf, LAYER_KEYS, PAGE_KEYS, RESOURCE_KEYS } from './prune.ts'
import { UsedParts } from './used-parts.ts'

export interface Rewritten {
  readonly pageCount: number
  /** Reassembled pages (from 1) need review first. */
  readonly rebuilt: readonly number[]
  readonly isFlattened: boolean
  /** Readers show something undrawn here (from 1). */
  readonly lost: readonly number[]
  /** Pages not understood (from 1) are empty. */
  readonly refused: readonly number[]
}

export interface Overlays {
  /** @param index counts from 0 */
  formsFor(page: PdfDocumentPage, index: number): readonly PdfRef[]
  pick(forms: readonly PdfRef[], index: number): readonly number[]
  /** No later content covers the inserted pieces. */
  piecesFor?(page: PdfDocumentPage): readonly InlinePiece[]
  readonly states?: InlineMarks['states']
}

export interface AppendedPage {
  readonly form: PdfRef
  /** The value is in points. */
  readonly width: number
  readonly height: number
}

export interface Rewrite {
  readonly appended?: readonly AppendedPage[]
  readonly openLayers?: OpenLayers
  readonly pictures?: readonly PagePicture[]
  readonly refusal?: 'page' | 'document'
}

/** Drops attachments, scripts, metadata, thumbnails and earlier revisions. @throws PdfError NOT_UNDERSTOOD */
export function rewritePdf(
  document: PdfDocument,
  overlays: Overlays,
  emit: (bytes: Uint8Array) => void,
  rewrite: Rewrite = {},
): Rewritten {
  const { appended = [], openLayers = 'refused' } = rewrite
  const rewriting = new Rewriting(document, overlays, rewrite)
  const pages = [...rewriting.pages(), ...appended.map((page) => rewriting.append(page))]
  const tree = PdfDict.of({
    Type: PdfName.of('Pages'),
    Count: PdfNumber.of(pages.length),
    Kids: arrayOf(pages.map(({ ref }) => ref)),
  })
  const root = document.add(tree)
  for (const { dict } of pages) dict.set('Parent', root)
  const roots = {
    catalog: document.add(catalogOf(document, root, openLayers)),
    info: document.add(infoOf(document)),
  }
  if (openLayers === 'closed') rewriting.fixLayers()
  const { replacements, ours, used, rebuilt, isFlattened, lost, refused } = rewriting
  for (const { dict } of pages) ours.add(dict)
  for (const profile of outputProfiles(document)) used.part(profile)
  writePdf(
    document,
    roots,
    { replacements, ours: ours.add(tree), streams: used.streams, kept: used.kept },
    emit,
  )
  return { pageCount: pages.length, rebuilt, isFlattened, lost, refused }
}

interface Drawn {
  readonly page: PdfDocumentPage
  readonly resources: PdfObject
  readonly forms: readonly [name: string, form: PdfRef][]
  readonly contents: readonly PdfObject[]
  readonly links: readonly PdfObject[]
}

interface MadePage {
  readonly ref: PdfRef
  readonly dict: PdfDict
}

class Rewriting {
  readonly replacements = new Map<number, PdfObject | null>()
  readonly rebuilt: number[] = []
  readonly lost: number[] = []
  readonly refused: number[] = []
  isFlattened = false
  readonly ours = new Set<PdfObject>()
  readonly used: UsedParts
  readonly #streams: ContentStreams
  readonly #document: PdfDocument
  readonly #own: PageContents
  readonly #overlays: Overlays
  readonly #pictures: ReadonlyMap<number, PagePicture>
  readonly #refusal: Rewrite['refusal']
  readonly #marked = new Map<string, PdfRef>()

  constructor(
    document: PdfDocument,
    overlays: Overlays,
    { openLayers = 'refused', pictures = [], refusal = 'document' }: Rewrite,
  ) {
    this.#document = document
    this.used = new UsedParts(document)
    this.#streams = new ContentStreams(document, this.used)
    this.#own = new PageContents(document, openLayers)
    this.#overlays = overlays
    this.#pictures = new Map(pictures.map((picture) => [picture.page, picture]))
    this.#refusal = refusal
  }

  /** Drawing all pages determines the use of shared resources. */
  pages(): MadePage[] {
    return this.#document.pages
      .map((page, index) => this.#drawAny(page, index))
      .map((drawn) => this.#assemble(drawn))
  }

  fixLayers(): void {
    const { catalog, resolve, dict } = this.#document
    const groups = resolve(dict(catalog.get('OCProperties'))?.get('OCGs'))
    if (!(groups instanceof PdfArray)) return
    for (const group of groups) {
      const layer = dict(group)
      if (layer && isRef(group)) this.replacements.set(keyOf(group), chosen(layer, LAYER_KEYS))
    }
  }

  append({ form, width, height }: AppendedPage): MadePage {
    this.used.page(undefined, new Set(), [form])
    const dict = PdfDict.of({
      Type: PdfName.of('Page'),
      MediaBox: arrayOf([0, 0, width, height].map((value) => PdfNumber.of(value))),
      Resources: PdfDict.of({ XObject: PdfDict.of({ Fm0: form }) }),
      Contents: arrayOf([this.#streams.ofForm('Fm0')]),
    })
    return { ref: this.#document.add(dict), dict }
  }

  #drawAny(page: PdfDocumentPage, index: number): Drawn {
    const picture = this.#pictures.get(index + 1)
    if (picture) return this.#drawPicture(page, picture)
    try {
      return this.#draw(page, index)
    } catch (error) {
      if (
        this.#refusal === 'document' ||
        !(error instanceof PdfError && error.code === 'NOT_UNDERSTOOD')
      )
        throw error
      this.refused.push(index + 1)
      return { page, resources: new PdfDict(), forms: [], contents: [], links: [] }
    }
  }

  #drawPicture(page: PdfDocumentPage, picture: PagePicture): Drawn {
    const {
      links = [],
      references = [],
      replaced = [],
    } = flattenAnnotations(this.#document, page.dict) ?? {}
    for (const [key, object] of replaced) this.replacements.set(key, object)
    for (const link of links) this.ours.add(link)
    const { resources, names, orders } = pictureContent(this.#document, page, picture)
    this.used.page(resources, names, [])
    return {
      page,
      resources,
      forms: [],
      contents: [this.#streams.content(Buffer.from(orders, 'latin1'))],
      links: references,
    }
  }

  #draw(page: PdfDocumentPage, index: number): Drawn {
    const resources = page.resources ?? new PdfDict()
    const own = this.#own.of(page, resources)
    const flat = flattenAnnotations(this.#document, page.dict)
    for (const [key, object] of flat?.replaced ?? []) this.replacements.set(key, object)
    for (const link of flat?.links ?? []) this.ours.add(link)
    const drawings: Drawing[] = [
      ...(own.form ? [{ form: own.form, placement: undefined }] : []),
      ...(flat?.drawings ?? []),
    ]
    if (drawings.length > 0 || flat?.isUnsure) this.rebuilt.push(index + 1)
    if (flat?.isLost) this.lost.push(index + 1)
    this.isFlattened ||= flat?.hasOthers ?? false
    const marks = this.#overlays.formsFor(page, index)
    const forms = [...drawings.map(({ form }) => form), ...marks]
    this.used.page(
      resources,
      own.names,
      drawings.map(({ form }) => form),
    )
    this.used.page(undefined, new Set(), marks)
    this.used.part(this.#document.dict(page.dict.get('Group'))?.get('CS'))
    const named = forms.map((form): [string, PdfRef] => [this.#streams.nameOf(form), form])
    const above: Above = {
      drawings,
      marks: this.#overlays.pick(marks, index).map((mark) => this.#streams.nameOf(marks[mark])),
      pieces: this.#overlays.piecesFor?.(page) ?? [],
    }
    return {
      page,
      resources,
      forms: named,
      contents: this.#streams.of(own, above),
      links: flat?.references ?? [],
    }
  }

  #assemble({ page, resources, forms, contents, links }: Drawn): MadePage {
    const dict = chosen(page.dict, PAGE_KEYS)
    dict.set('Type', PdfName.of('Page'))
    for (const [key, box] of Object.entries(page.boxes))
      if (box) dict.set(key, arrayOf(box.map((value) => PdfNumber.of(value))))
    if (page.box.rotation !== 0) dict.set('Rotate', PdfNumber.of(page.box.rotation))
    dict.set('Resources', this.#resources(resources, forms))
    dict.set('Contents', arrayOf(contents))
    if (links.length > 0) dict.set('Annots', arrayOf(links))
    return { ref: this.#place(page, dict), dict }
  }

  /** A page twice in the tree becomes two. */
  #place({ ref }: PdfDocumentPage, dict: PdfDict): PdfRef {
    if (ref && !this.replacements.has(keyOf(ref))) {
      this.replacements.set(keyOf(ref), dict)
      return ref
    }
    return this.#document.add(dict)
  }

  #resources(resources: PdfObject, forms: Drawn['forms']): PdfRef {
    const key = isRef(resources)
      ? [keyOf(resources), ...forms.map(([name, form]) => `${name} ${keyOf(form)}`)].join(' ')
      : undefined
    const known = key === undefined ? undefined : this.#marked.get(key)
    if (known) return known
    const { dict } = this.#document
    const given = dict(resources)
    const marked = given ? chosen(given, RESOURCE_KEYS) : new PdfDict()
    const named = dict(marked.get('XObject'))
    marked.set('XObject', new PdfDict([...(named ? this.used.keptOf(named) : []), ...forms]))
    const { states = [] } = this.#overlays
    if (states.length > 0)
      marked.set('ExtGState', withEntries(dict(marked.get('ExtGState')), states))
    const ref = this.#document.add(marked)
    if (key !== undefined) this.#marked.set(key, ref)
    return ref
  }
}

function withEntries(
  given: PdfDict | undefined,
  entries: readonly (readonly [name: string, value: PdfObject])[],
): PdfDict {
  const all = new PdfDict(given ?? [])
  for (const [name, value] of entries) all.set(name, value)
  return all
}
