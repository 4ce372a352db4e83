/** BROKEN: no workbook, or one that cannot be read. BUSY: too many wait. */
export class SheetError extends Error {
  override name = 'SheetError'
  readonly code: 'BROKEN' | 'TOO_LARGE' | 'BUSY'

  constructor(code: SheetError['code'], message: string) {
    super(message)
    this.code = code
  }
}
