import type { Extension } from '../../../contract/core/limits.ts'

/** A new version reconverts earlier documents. */
const LAYOUTS: Readonly<Partial<Record<Extension, number>>> = { xls: 1, xlsx: 1, hwp: 1, hwpx: 1 }

export const layoutOf = (extension: Extension): number => LAYOUTS[extension] ?? 0

export const RENEWED = (Object.keys(LAYOUTS) as Extension[]).map((extension) => ({
  extension,
  layout: layoutOf(extension),
}))
