/** A worksheet of texts. */
export interface Sheet {
  readonly name: string
  readonly rows: readonly (readonly string[])[]
}

/** A worksheet to write. The first row is its head, and stays in sight. */
export interface SheetLayout {
  readonly name: string
  readonly isHidden?: boolean
  /** In characters, by column. A width of 0 hides the column. */
  readonly widths?: readonly number[]
  /** Columns from the left that stay in sight. */
  readonly fixedColumns?: number
  /** Offered in the cells from that column on; other texts are accepted. */
  readonly choices?: { readonly from: number; readonly values: readonly string[] }
  /** Cells that begin with this text are pale. */
  readonly paleFrom?: string
}

/** Written to the program as one line for each sheet, each followed by a line for each row. */
export interface SheetHead {
  readonly layout: SheetLayout
}

/** Exit codes of the program. */
export const SHEET_EXIT = { broken: 65, tooLarge: 66 } as const
