export interface Sheet {
  readonly name: string
  readonly rows: readonly (readonly string[])[]
}

/** Describes a worksheet to write. The first row is its head, which stays visible. */
export interface SheetLayout {
  readonly name: string
  readonly isHidden?: boolean
  /** Each column has its width in characters. A width of 0 hides the column. */
  readonly widths?: readonly number[]
  /** This number of columns from the left stays visible. */
  readonly fixedColumns?: number
  /** The values are offered in the cells from that column on; other texts are accepted. */
  readonly choices?: { readonly from: number; readonly values: readonly string[] }
  /** Cells that begin with this text are pale. */
  readonly paleFrom?: string
}

/** The program receives one line for each sheet, followed by a line for each of its rows. */
export interface SheetHead {
  readonly layout: SheetLayout
}

export const SHEET_EXIT = { broken: 65, tooLarge: 66 } as const
