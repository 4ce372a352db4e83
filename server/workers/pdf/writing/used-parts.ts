import { contentBytes } from '../content/content-bytes.ts'
import { namesIn } from '../content/content-names.ts'
import {
  isRef,
  PdfArray,
  PdfDict,
  PdfName,
  type PdfObject,
  type PdfRef,
  PdfStream,
} from '../libpdf.ts'
import type { PdfDocument } from '../pdf-document.ts'
import { PdfError } from '../pdf-error.ts'
import { DRAWING_KEYS, IMAGE_KEYS, isOfStorage, isWithheld } from './prune.ts'

const MAX_STEPS = 3_000_000
/** ISO 32000-1, 8.6.5.6, applies these unnamed. */
const DEFAULT_SPACES = ['DefaultGray', 'DefaultRGB', 'DefaultCMYK']

interface Scope {
  readonly own: PdfDict | undefined
  readonly page: PdfDict | undefined
}

type WalkStep = () => void

/** Documents often keep deleted content in shared resources or orphaned annotations. */
export class UsedParts {
  readonly streams = new Set<PdfStream>()
  readonly kept = new Map<PdfDict, Set<string>>()
  readonly #document: Pick<PdfDocument, 'resolve' | 'dict'>
  readonly #steps: WalkStep[] = []
  readonly #parts = new Set<PdfObject>()
  readonly #images = new Set<PdfStream>()
  readonly #drawn = new Set<string>()
  readonly #names = new Map<PdfStream, ReadonlySet<string>>()
  readonly #ids = new Map<PdfDict, number>()
  #taken = 0

  constructor(document: Pick<PdfDocument, 'resolve' | 'dict'>) {
    this.#document = document
  }

  /** @throws PdfError NOT_UNDERSTOOD */
  page(
    resources: PdfObject | undefined,
    names: ReadonlySet<string>,
    forms: readonly PdfRef[],
  ): void {
    const page = this.#document.dict(resources)
    this.#named({ own: page, page }, names)
    for (const form of forms) this.#drawing(form, { own: page, page })
    this.#search()
  }

  content(streams: readonly PdfObject[]): void {
    for (const object of streams) {
      const stream = this.#document.resolve(object)
      if (stream instanceof PdfStream) this.streams.add(stream)
    }
  }

  part(object: PdfObject | undefined): void {
    this.#part(object)
    this.#search()
  }

  keptOf(resources: PdfDict): [string, PdfObject][] {
    return [...(this.kept.get(resources) ?? [])].flatMap((name): [string, PdfObject][] => {
      const value = resources.get(name)
      return value === undefined ? [] : [[name, value]]
    })
  }

  #search(): void {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      this.#taken += 1
      if (this.#taken > MAX_STEPS)
        throw new PdfError('NOT_UNDERSTOOD', 'its drawings are too interwoven')
      step()
    }
  }

  #named(scope: Scope, names: ReadonlySet<string>): void {
    this.#resources(scope, 'Font', names, (font) => this.#font(font, scope))
    this.#resources(scope, 'XObject', names, (object) => this.#object(object, scope))
    this.#resources(scope, 'Pattern', names, (pattern) => this.#pattern(pattern, scope))
    this.#resources(scope, 'ExtGState', names, (state) => this.#state(state, scope))
    this.#resources(scope, 'Shading', names, (shading) => this.#part(shading))
    this.#resources(scope, 'ColorSpace', new Set([...DEFAULT_SPACES, ...names]), (space) =>
      this.#part(space),
    )
    this.#resources(scope, 'Properties', names, () => {})
  }

  #resources(
    { own, page }: Scope,
    category: string,
    names: ReadonlySet<string>,
    found: (value: PdfObject) => void,
  ): void {
    const near = this.#document.dict(own?.get(category))
    const far = own === page ? undefined : this.#document.dict(page?.get(category))
    if (near) for (const name of common(near, names)) this.#keep(near, name, found)
    if (far)
      for (const name of common(far, names)) if (!near?.has(name)) this.#keep(far, name, found)
  }

  #keep(dict: PdfDict, name: string, found: (value: PdfObject) => void): void {
    const value = dict.get(name)
    this.#keepKeys(dict, [name])
    if (value) this.#steps.push(() => found(value))
  }

  #keepKeys(dict: PdfDict, keys: readonly string[]): void {
    const kept = this.kept.get(dict) ?? new Set()
    for (const key of keys) kept.add(key)
    this.kept.set(dict, kept)
  }

  #object(object: PdfObject | undefined, scope: Scope): void {
    const stream = this.#document.resolve(object)
    if (!(stream instanceof PdfStream)) return
    if (this.#isNamed(stream, 'Subtype', 'Image')) this.#image(stream, scope)
    else if (this.#isNamed(stream, 'Subtype', 'Form')) this.#drawing(stream, scope)
  }

  #image(stream: PdfStream, scope: Scope): void {
    this.streams.add(stream)
    this.#keepKeys(stream, IMAGE_KEYS)
    const space = this.#document.resolve(stream.get('ColorSpace'))
    if (space instanceof PdfName)
      this.#resources(scope, 'ColorSpace', new Set([space.value]), (found) => this.#part(found))
    if (this.#images.has(stream)) return
    this.#images.add(stream)
    this.#part(space)
    this.#part(stream.get('DecodeParms'))
    for (const key of ['SMask', 'Mask']) {
      const mask = this.#document.resolve(stream.get(key))
      if (mask instanceof PdfStream) this.#steps.push(() => this.#image(mask, scope))
    }
  }

  #drawing(object: PdfObject | undefined, scope: Scope): void {
    const stream = this.#document.resolve(object)
    if (!(stream instanceof PdfStream)) return
    const own = this.#document.dict(stream.get('Resources')) ?? scope.own
    const key = [stream, own, scope.page].map((dict) => this.#id(dict)).join(' ')
    if (this.#drawn.has(key)) return
    this.#drawn.add(key)
    this.streams.add(stream)
    this.#keepKeys(stream, DRAWING_KEYS)
    this.#part(this.#document.dict(stream.get('Group'))?.get('CS'))
    const names = this.#names.get(stream) ?? namesIn(contentBytes(stream))
    this.#names.set(stream, names)
    this.#named({ own, page: scope.page }, names)
  }

  #pattern(object: PdfObject, scope: Scope): void {
    const pattern = this.#document.dict(object)
    if (pattern instanceof PdfStream) this.#drawing(pattern, scope)
    else this.#part(pattern?.get('Shading'))
    const state = pattern?.get('ExtGState')
    if (state) this.#state(state, scope)
  }

  #state(object: PdfObject, scope: Scope): void {
    const state = this.#document.dict(object)
    if (!state) return
    const mask = this.#document.dict(state.get('SMask'))
    if (mask) {
      this.#drawing(mask.get('G'), scope)
      this.#part(mask.get('TR'))
    }
    const font = this.#document.resolve(state.get('Font'))
    const [written] = font instanceof PdfArray ? [...font] : []
    if (written) this.#font(written, scope)
    for (const [{ value: key }, value] of state)
      if (key !== 'SMask' && key !== 'Font') this.#part(value)
  }

  #font(object: PdfObject, scope: Scope): void {
    const font = this.#document.dict(object)
    const letters = this.#document.dict(font?.get('CharProcs'))
    if (font && letters) {
      const own = this.#document.dict(font.get('Resources')) ?? scope.own
      for (const [, letter] of letters)
        this.#steps.push(() => this.#drawing(letter, { own, page: scope.page }))
    }
    this.#part(font)
  }

  #part(object: PdfObject | undefined): void {
    const found = this.#document.resolve(object)
    if (!(found instanceof PdfDict || found instanceof PdfArray) || this.#parts.has(found)) return
    this.#parts.add(found)
    if (found instanceof PdfArray) {
      for (const item of found) this.#steps.push(() => this.#part(item))
      return
    }
    if (found instanceof PdfStream) {
      if (this.#isDrawing(found)) return
      this.streams.add(found)
    }
    for (const [{ value: key }, value] of found) {
      const leadsOn = isRef(value) || value instanceof PdfDict || value instanceof PdfArray
      if (
        leadsOn &&
        !isWithheld(key) &&
        !isOfStorage(key) &&
        key !== 'CharProcs' &&
        key !== 'Resources'
      )
        this.#steps.push(() => this.#part(value))
    }
  }

  #isDrawing(stream: PdfStream): boolean {
    return stream.has('PatternType') || this.#isNamed(stream, 'Subtype', 'Form', 'Image')
  }

  #isNamed(dict: PdfDict, key: string, ...names: readonly string[]): boolean {
    const value = this.#document.resolve(dict.get(key))
    return value instanceof PdfName && names.includes(value.value)
  }

  #id(dict: PdfDict | undefined): number {
    if (!dict) return 0
    const id = this.#ids.get(dict) ?? this.#ids.size + 1
    this.#ids.set(dict, id)
    return id
  }
}

function common(dict: PdfDict, names: ReadonlySet<string>): string[] {
  if (dict.size < names.size)
    return [...dict.keys()].map(({ value }) => value).filter((key) => names.has(key))
  return [...names].filter((name) => dict.has(name))
}
