import { PdfDict, PdfName, PdfNumber } from './libpdf.ts'

/** A graphics state for the mark: opacities of what is filled and of rims; all else that could make it vanish is said anew. */
export function opacityState(fill: number, rim: number): PdfDict {
  return PdfDict.of({
    Type: PdfName.of('ExtGState'),
    ca: PdfNumber.of(Math.round(fill * 1_000) / 1_000),
    CA: PdfNumber.of(Math.round(rim * 1_000) / 1_000),
    BM: PdfName.of('Normal'),
    SMask: PdfName.of('None'),
  })
}
