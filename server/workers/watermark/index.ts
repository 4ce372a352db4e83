export { EM, EMPTY_BOX, FEET, HEAD, invisibleWords, unicodeMap } from '../pdf/invisible-words.ts'
export { PdfError } from '../pdf/pdf-error.ts'
export type { PagePicture } from '../pdf/picture-page.ts'
export {
  createWatermarkPool,
  type MarkedFile,
  type WatermarkPool,
} from './watermark-pool.ts'
