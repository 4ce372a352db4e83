import type { OpenLayers } from '../content/page-content.ts'
import { PdfArray, PdfDict, PdfName, type PdfObject, type PdfRef, PdfString } from '../libpdf.ts'
import type { PdfDocument } from '../pdf-document.ts'
import { CATALOG_KEYS, chosen, LAYERS_KEYS } from './prune.ts'

const INFO_KEYS = ['Title', 'Author', 'Subject', 'Keywords', 'CreationDate'] as const

export function outputProfiles({ catalog, resolve, dict }: PdfDocument): (PdfObject | undefined)[] {
  const intents = resolve(catalog.get('OutputIntents'))
  return intents instanceof PdfArray
    ? [...intents].map((intent) => dict(intent)?.get('DestOutputProfile'))
    : []
}

export function catalogOf(
  { catalog, dict }: PdfDocument,
  pages: PdfRef,
  openLayers: OpenLayers,
): PdfDict {
  const made = chosen(catalog, CATALOG_KEYS)
  const layers = dict(catalog.get('OCProperties'))
  if (layers && openLayers === 'closed') {
    const shown = chosen(layers, ['OCGs'])
    shown.set('D', chosen(dict(layers.get('D')) ?? new PdfDict(), LAYERS_KEYS))
    made.set('OCProperties', shown)
  }
  made.set('Type', PdfName.of('Catalog'))
  made.set('Pages', pages)
  const destinations = dict(catalog.get('Names'))?.get('Dests')
  if (destinations) made.set('Names', PdfDict.of({ Dests: destinations }))
  return made
}

export function infoOf({ info, resolve }: PdfDocument): PdfDict {
  const made = PdfDict.of({ Producer: PdfString.fromString('Sealroom') })
  for (const key of INFO_KEYS) {
    const value = resolve(info?.get(key))
    if (value instanceof PdfString) made.set(key, value)
  }
  return made
}
