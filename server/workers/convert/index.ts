/** Documents that are not drawn as they are, as PDFs. */
export { ConvertError, type ConvertFailure } from './convert-error.ts'
export { type ConvertedKind, type Converter, createConverter } from './converter.ts'
export type { HwpGuard } from './hwp-cage.ts'
export type { OfficeLack } from './office-converter.ts'
