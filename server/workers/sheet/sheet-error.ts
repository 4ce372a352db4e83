/** BROKEN files are no readable workbook. BUSY means too many waiting requests. */
export class SheetError extends Error {
  override name = 'SheetError'
  readonly code: 'BROKEN' | 'TOO_LARGE' | 'BUSY'

  constructor(code: SheetError['code'], message: string) {
    super(message)
    this.code = code
  }
}
