/** BROKEN files are unreadable. BUSY means too many requests. */
export class SheetError extends Error {
  override name = 'SheetError'
  readonly code: 'BROKEN' | 'TOO_LARGE' | 'BUSY'

  constructor(code: SheetError['code'], message: string) {
    super(message)
    this.code = code
  }
}
