import { isRef, PdfArray, PdfName, type PdfObject } from '../../pdf/libpdf.ts'
import { type PdfDocument, readPdf } from '../../pdf/pdf-document.ts'
import { PdfError } from '../../pdf/pdf-error.ts'
import { keyOf } from '../../pdf/writing/prune.ts'
import type { ByteSource } from '../byte-source.ts'
import { passwordForms } from './password-forms.ts'

const MAX_BYTES = 64 * 2 ** 20

/** PDFium reports no annotation layers. */
export class Layers {
  readonly #document: PdfDocument | undefined

  constructor(document: PdfDocument | undefined) {
    this.#document = document
  }

  static async of(source: ByteSource, password = ''): Promise<Layers> {
    if (source.size > MAX_BYTES) return new Layers(undefined)
    const bytes = Buffer.allocUnsafeSlow(source.size)
    source.readInto(bytes, 0, 0, source.size)
    for (const form of password === '' ? [''] : passwordForms(password)) {
      try {
        return new Layers(await readPdf(bytes, form))
      } catch (error) {
        if (!(error instanceof PdfError)) throw error
      }
    }
    return new Layers(undefined)
  }

  isOn(index: number, at: number): boolean {
    const document = this.#document
    const annotations = document?.resolve(document.pages[index]?.dict.get('Annots'))
    if (!document || !(annotations instanceof PdfArray)) return false
    return this.#shows(document, document.dict([...annotations][at])?.get('OC'))
  }

  #shows(document: PdfDocument, layer: PdfObject | undefined): boolean {
    const found = document.dict(layer)
    if (!found || found.has('VE')) return false
    if (nameOf(found.get('Type')) !== 'OCMD') return isLayerOn(document, layer)
    const groups = document.resolve(found.get('OCGs'))
    const states = (groups instanceof PdfArray ? [...groups] : [found.get('OCGs')]).map((group) =>
      isLayerOn(document, group),
    )
    const policy = nameOf(document.resolve(found.get('P')))
    if (policy === 'AllOn') return states.every(Boolean)
    if (policy === 'AnyOff') return states.some((isOn) => !isOn)
    return policy === 'AllOff' ? !states.some(Boolean) : states.some(Boolean)
  }
}

/** ISO 32000-1, 8.11.4.3 defines the evaluation. */
function isLayerOn({ catalog, resolve, dict }: PdfDocument, layer: PdfObject | undefined): boolean {
  if (!isRef(layer)) return false
  const byDefault = dict(dict(catalog.get('OCProperties'))?.get('D'))
  const named = (key: string): boolean => {
    const list = resolve(byDefault?.get(key))
    return (
      list instanceof PdfArray &&
      [...list].some((item) => isRef(item) && keyOf(item) === keyOf(layer))
    )
  }
  return nameOf(resolve(byDefault?.get('BaseState'))) === 'OFF' ? named('ON') : !named('OFF')
}

const nameOf = (object: PdfObject | undefined): string | undefined =>
  object instanceof PdfName ? object.value : undefined
