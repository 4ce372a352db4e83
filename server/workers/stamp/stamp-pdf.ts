import { flattenAnnotations } from './annotations.ts'
import { isRef, PdfDict, PdfName, PdfNumber, type PdfObject, type PdfRef, PdfStream, PdfString } from './libpdf.ts'
import { MarkForms } from './mark-forms.ts'
import { PageContents } from './page-content.ts'
import { type Page, type PdfDocument, readPdf } from './pdf-document.ts'
import { writePdf } from './pdf-writer.ts'
import { arrayOf, CATALOG_KEYS, chosen, keyOf, PAGE_KEYS, RESOURCE_KEYS } from './prune.ts'

const INFO_KEYS = ['Title', 'Author', 'Subject', 'Keywords', 'CreationDate'] as const

/** What was made of a document. */
export interface Stamped {
  readonly pageCount: number
  /** Pages, from 1, that had to be put together anew, so that they should be looked at first. */
  readonly rebuilt: readonly number[]
}

/**
 * Writes a PDF anew with the mark on each of its pages, above all that is on them. Annotations become part of the pages, forms and
 * signatures with them; attachments, scripts, metadata, thumbnails and earlier revisions stay behind.
 * @throws StampError UNSTAMPABLE where it is not understood well enough.
 */
export async function stampPdf(bytes: Buffer, mark: string, emit: (bytes: Uint8Array) => void): Promise<Stamped> {
  const document = await readPdf(bytes)
  const stamping = new Stamping(document, mark)
  const pages = document.pages.map((page, index) => stamping.page(page, index + 1))
  const tree = PdfDict.of({ Type: PdfName.of('Pages'), Count: PdfNumber.of(pages.length), Kids: arrayOf(pages.map(({ ref }) => ref)) })
  const root = document.add(tree)
  for (const { dict } of pages) dict.set('Parent', root)
  const roots = { catalog: document.add(catalogOf(document, root)), info: document.add(infoOf(document)) }
  const ours = new Set([tree, ...pages.map(({ dict }) => dict)])
  writePdf(document, roots, { replacements: stamping.replacements, pages: ours }, emit)
  return { pageCount: pages.length, rebuilt: stamping.rebuilt }
}

class Stamping {
  readonly replacements = new Map<number, PdfObject | null>()
  readonly rebuilt: number[] = []
  readonly #document: PdfDocument
  readonly #contents: PageContents
  readonly #marks: MarkForms
  readonly #tails = new Map<string, PdfRef>()
  /** Resources with the mark in them, by those without it and the mark. */
  readonly #marked = new Map<string, PdfRef>()
  #head: PdfRef | undefined

  constructor(document: PdfDocument, mark: string) {
    this.#document = document
    this.#contents = new PageContents(document)
    this.#marks = new MarkForms(document, mark)
  }

  page(page: Page, number: number): { readonly ref: PdfRef; readonly dict: PdfDict } {
    const resources = page.resources ?? new PdfDict()
    const own = this.#contents.of(page, resources)
    const flat = flattenAnnotations(this.#document, page.dict)
    for (const [key, object] of flat?.replaced ?? []) this.replacements.set(key, object)
    const drawings = [
      ...(own.form ? [{ form: own.form, placement: undefined }] : []),
      ...(flat?.drawings ?? []),
      { form: this.#marks.formFor(page.box), placement: undefined },
    ]
    if (own.form || flat?.isUnsure || drawings.length > 1) this.rebuilt.push(number)

    const dict = chosen(page.dict, PAGE_KEYS)
    dict.set('Type', PdfName.of('Page'))
    for (const [key, box] of Object.entries(page.boxes)) if (box) dict.set(key, arrayOf(box.map((value) => PdfNumber.of(value))))
    if (page.box.turn !== 0) dict.set('Rotate', PdfNumber.of(page.box.turn))
    const names = this.#freeNames(resources, drawings.length)
    dict.set('Resources', this.#resources(resources, names, drawings))
    dict.set('Contents', arrayOf([this.#begin(), ...own.streams, this.#end(names, drawings)]))
    if (flat && flat.links.length > 0) dict.set('Annots', arrayOf(flat.links))
    return { ref: this.#place(page, dict), dict }
  }

  /** Whoever refers to the page refers to the new one. One that stands in the tree twice becomes two. */
  #place({ ref }: Page, dict: PdfDict): PdfRef {
    if (ref && !this.replacements.has(keyOf(ref))) {
      this.replacements.set(keyOf(ref), dict)
      return ref
    }
    return this.#document.add(dict)
  }

  #freeNames(resources: PdfObject, count: number): string[] {
    const { dict } = this.#document
    const taken = dict(dict(resources)?.get('XObject'))
    const names: string[] = []
    for (let number = 1; names.length < count; number += 1) if (!taken?.has(`Seal${number}`)) names.push(`Seal${number}`)
    return names
  }

  #resources(resources: PdfObject, names: readonly string[], drawings: readonly { readonly form: PdfRef }[]): PdfRef {
    const forms = drawings.map(({ form }) => form)
    const key = isRef(resources) ? [resources, ...forms].map(keyOf).join(' ') : undefined
    const known = key === undefined ? undefined : this.#marked.get(key)
    if (known) return known
    const { dict } = this.#document
    const given = dict(resources)
    const marked = given ? chosen(given, RESOURCE_KEYS) : new PdfDict()
    const objects = dict(marked.get('XObject'))?.clone() ?? new PdfDict()
    for (const [index, name] of names.entries()) {
      const form = forms[index]
      if (form) objects.set(name, form)
    }
    marked.set('XObject', objects)
    const ref = this.#document.add(marked)
    if (key !== undefined) this.#marked.set(key, ref)
    return ref
  }

  #begin(): PdfRef {
    this.#head ??= this.#document.add(contentOf('q\n'))
    return this.#head
  }

  /** Ends what the page may have left open, and draws upon it. */
  #end(names: readonly string[], drawings: readonly { readonly placement: string | undefined }[]): PdfRef {
    const drawn = drawings.map(({ placement }, index) => `q${placement === undefined ? '' : ` ${placement} cm`} /${names[index]} Do Q`)
    const mark = drawn.pop()
    const content = ['', 'n', 'Q', ...drawn, `/Artifact BMC ${mark} EMC`, ''].join('\n')
    const known = this.#tails.get(content)
    if (known) return known
    const tail = this.#document.add(contentOf(content))
    this.#tails.set(content, tail)
    return tail
  }
}

const contentOf = (content: string): PdfStream => new PdfStream(new PdfDict(), Buffer.from(content, 'latin1'))

function catalogOf({ catalog, dict }: PdfDocument, pages: PdfRef): PdfDict {
  const made = chosen(catalog, CATALOG_KEYS)
  made.set('Type', PdfName.of('Catalog'))
  made.set('Pages', pages)
  const destinations = dict(catalog.get('Names'))?.get('Dests')
  if (destinations) made.set('Names', PdfDict.of({ Dests: destinations }))
  return made
}

/** Texts alone, and nothing of what made the file that it is no more. */
function infoOf({ info, resolve }: PdfDocument): PdfDict {
  const made = PdfDict.of({ Producer: PdfString.fromString('Sealroom') })
  for (const key of INFO_KEYS) {
    const value = resolve(info?.get(key))
    if (value instanceof PdfString) made.set(key, value)
  }
  return made
}
