import { PdfArray, PdfDict, PdfName, type PdfObject, type PdfRef } from '../libpdf.ts'

/** Forms, scripts, attachments, open actions, portfolios, signatures and metadata are excluded. */
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

/** Usage-dependent layers would differ among readers. */
export const LAYERS_KEYS = [
  'Name',
  'BaseState',
  'ON',
  'OFF',
  'Intent',
  'Order',
  'ListMode',
  'RBGroups',
  'Locked',
] as const
export const LAYER_KEYS = ['Type', 'Name', 'Intent'] as const

/** Thumbnails, scripts, attachments and private data are excluded. */
export const PAGE_KEYS = [
  'Type',
  'BleedBox',
  'TrimBox',
  'ArtBox',
  'Group',
  'StructParents',
  'Tabs',
  'UserUnit',
] as const

/** The source is ISO 32000-1, table 33. */
export const RESOURCE_KEYS = [
  'ExtGState',
  'ColorSpace',
  'Pattern',
  'Shading',
  'XObject',
  'Font',
  'ProcSet',
  'Properties',
] as const

/** The list is for forms, patterns and Type 3 glyphs (ISO 32000-1, tables 75 and 95). */
export const DRAWING_KEYS = [
  ...[
    'Type',
    'Subtype',
    'FormType',
    'BBox',
    'Matrix',
    'Resources',
    'Group',
    'OC',
    'StructParent',
    'StructParents',
    'Name',
  ],
  ...['PatternType', 'PaintType', 'TilingType', 'XStep', 'YStep', 'Filter', 'DecodeParms'],
] as const

/** The source is ISO 32000-1, table 89. */
export const IMAGE_KEYS = [
  ...[
    'Type',
    'Subtype',
    'Width',
    'Height',
    'ColorSpace',
    'BitsPerComponent',
    'Intent',
    'ImageMask',
    'Mask',
    'Decode',
    'Interpolate',
  ],
  ...['SMask', 'SMaskInData', 'Matte', 'Name', 'StructParent', 'OC', 'Filter', 'DecodeParms'],
] as const

/** These may contain the unmarked document, its picture, or code. */
const WITHHELD_KEYS: ReadonlySet<string> = new Set([
  'AA',
  'AF',
  'Alternates',
  'EF',
  'JS',
  'Metadata',
  'OPI',
  'PieceInfo',
  'RF',
])
const WITHHELD_TYPES: ReadonlySet<string> = new Set(['EmbeddedFile', 'Page', 'Pages', 'Template'])
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
/** Opening other files may contact a remote machine. */
const QUIET_ACTIONS: ReadonlySet<string> = new Set(['GoTo', 'Named', 'URI'])
/** These name external files, or the writer sets them. */
const OUTSIDE_KEYS: ReadonlySet<string> = new Set(['F', 'FFilter', 'FDecodeParms', 'Length'])

export const names = (key: string): boolean => NAMING_KEYS.has(key)

export const isWithheld = (key: string): boolean => WITHHELD_KEYS.has(key)

export const isWithheldType = (type: string): boolean => WITHHELD_TYPES.has(type)

export const isOfStorage = (key: string): boolean => OUTSIDE_KEYS.has(key)

/** Drops follow-up actions, and returns undefined unless it only navigates. */
export function quietAction(action: PdfDict): PdfDict | undefined {
  const kind = action.get('S')
  if (!(kind instanceof PdfName) || !QUIET_ACTIONS.has(kind.value)) return undefined
  const quiet = action.clone()
  quiet.delete('Next')
  return quiet
}

export function chosen(dict: PdfDict, keys: readonly string[]): PdfDict {
  return new PdfDict(
    keys.flatMap((key): [string, PdfObject][] => {
      const value = dict.get(key)
      return value === undefined ? [] : [[key, value]]
    }),
  )
}

export const keyOf = ({ objectNumber, generation }: PdfRef): number =>
  objectNumber * 65_536 + generation

export const arrayOf = (items: readonly PdfObject[]): PdfArray => new PdfArray([...items])
