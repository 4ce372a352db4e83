/** BROKEN: the file is no workbook, or an unreadable one. BUSY: too many requests are waiting. */
export class SheetError extends Error {
  override name = 'SheetError'
  readonly code: 'BROKEN' | 'TOO_LARGE' | 'BUSY'

  constructor(code: SheetError['code'], message: string) {
    super(message)
    this.code = code
  }
}
