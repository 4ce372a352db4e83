import { PdfArray, PdfDict, PdfName, type PdfObject, type PdfRef } from './libpdf.ts'

/** What of the catalog goes along. Not: forms, scripts, attachments, actions on opening, portfolios, signatures, metadata. */
export const CATALOG_KEYS = [
  'Type',
  'PageLabels',
  'Dests',
  'ViewerPreferences',
  'PageLayout',
  'PageMode',
  'Outlines',
  'StructTreeRoot',
  'MarkInfo',
  'Lang',
  'OutputIntents',
  'OCProperties',
] as const

/** What of the way in which layers are shown goes along where all readers are to show the same. Not: what depends on the occasion. */
export const LAYERS_KEYS = ['Name', 'BaseState', 'ON', 'OFF', 'Intent', 'Order', 'ListMode', 'RBGroups', 'Locked'] as const
export const LAYER_KEYS = ['Type', 'Name', 'Intent'] as const

/** What of a page goes along beside what is made anew. Not: thumbnails, scripts, attachments, what programs keep there for themselves. */
export const PAGE_KEYS = ['Type', 'BleedBox', 'TrimBox', 'ArtBox', 'Group', 'StructParents', 'Tabs', 'UserUnit'] as const

/** What of the resources of a page goes along (ISO 32000-1, table 33). */
export const RESOURCE_KEYS = ['ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'XObject', 'Font', 'ProcSet', 'Properties'] as const

/** What of a form, the tile of a pattern or a letter of Type 3 goes along (ISO 32000-1, tables 75 and 95). */
export const DRAWING_KEYS = [
  ...['Type', 'Subtype', 'FormType', 'BBox', 'Matrix', 'Resources', 'Group', 'OC', 'StructParent', 'StructParents', 'Name'],
  ...['PatternType', 'PaintType', 'TilingType', 'XStep', 'YStep', 'Filter', 'DecodeParms'],
] as const

/** What of an image goes along (ISO 32000-1, table 89). */
export const IMAGE_KEYS = [
  ...['Type', 'Subtype', 'Width', 'Height', 'ColorSpace', 'BitsPerComponent', 'Intent', 'ImageMask', 'Mask', 'Decode', 'Interpolate'],
  ...['SMask', 'SMaskInData', 'Matte', 'Name', 'StructParent', 'OC', 'Filter', 'DecodeParms'],
] as const

/** Keys of dictionaries under which something lies that could be the clean document or a picture of it, or that runs. */
const WITHHELD_KEYS: ReadonlySet<string> = new Set(['AA', 'AF', 'Alternates', 'EF', 'JS', 'Metadata', 'OPI', 'PieceInfo', 'RF'])
/** Types of what could be the clean document or a page of it. */
const WITHHELD_TYPES: ReadonlySet<string> = new Set(['EmbeddedFile', 'Page', 'Pages', 'Template'])
/** Dictionaries whose keys are names that somebody gave. */
const NAMING_KEYS: ReadonlySet<string> = new Set([
  'CharProcs',
  'ClassMap',
  'ColorSpace',
  'Colorants',
  'Dests',
  'ExtGState',
  'Font',
  'Pattern',
  'Properties',
  'RoleMap',
  'Shading',
  'XObject',
])
/** Actions that only move about, in the document or to an address. Not: those into other files, whose names may make a program ask a foreign machine. */
const QUIET_ACTIONS: ReadonlySet<string> = new Set(['GoTo', 'Named', 'URI'])
/** A reference to a file outside, which a stream may be instead of its bytes. */
const OUTSIDE_KEYS: ReadonlySet<string> = new Set(['F', 'FFilter', 'FDecodeParms', 'Length'])

/** Whether what stands under the key of a dictionary has names for keys. */
export const names = (key: string): boolean => NAMING_KEYS.has(key)

/** Whether an entry of a dictionary stays behind. */
export const isWithheld = (key: string): boolean => WITHHELD_KEYS.has(key)

/** Whether what says that it is of this type stays behind. */
export const isWithheldType = (type: string): boolean => WITHHELD_TYPES.has(type)

/** Whether an entry of a stream's dictionary stays behind because the stream is written anew. */
export const isOfStorage = (key: string): boolean => OUTSIDE_KEYS.has(key)

/** An action as it may stay, without what would follow it; undefined for one that does more than move about. */
export function quietAction(action: PdfDict): PdfDict | undefined {
  const kind = action.get('S')
  if (!(kind instanceof PdfName) || !QUIET_ACTIONS.has(kind.value)) return undefined
  const quiet = action.clone()
  quiet.delete('Next')
  return quiet
}

/** The chosen entries of a dictionary. */
export function chosen(dict: PdfDict, keys: readonly string[]): PdfDict {
  return new PdfDict(
    keys.flatMap((key): [string, PdfObject][] => {
      const value = dict.get(key)
      return value === undefined ? [] : [[key, value]]
    }),
  )
}

/** A key by which references to the same object are the same. */
export const keyOf = ({ objectNumber, generation }: PdfRef): number => objectNumber * 65_536 + generation

export const arrayOf = (items: readonly PdfObject[]): PdfArray => new PdfArray([...items])
