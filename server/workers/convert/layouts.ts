import type { Extension } from '../../../contract/core/limits.ts'

/** Increment a version to make earlier PDFs again. */
const LAYOUTS: Readonly<Partial<Record<Extension, number>>> = { xls: 1, xlsx: 1 }

export const layoutOf = (extension: Extension): number => LAYOUTS[extension] ?? 0

export const RENEWED = Object.entries(LAYOUTS).map(([extension, layout]) => ({ extension, layout }))
