export interface Sheet {
  readonly name: string
  readonly rows: readonly (readonly string[])[]
}

/** The first row is the head, which stays visible. */
export interface SheetLayout {
  readonly name: string
  readonly isHidden?: boolean
  /** Widths are in characters. A width of 0 hides the column. */
  readonly widths?: readonly number[]
  /** This many columns from the left stay visible. */
  readonly fixedColumns?: number
  /** Cells from that column on offer the values, and accept other texts. */
  readonly choices?: { readonly from: number; readonly values: readonly string[] }
  /** Cells that begin with this text are pale. */
  readonly paleFrom?: string
}

/** A line for each sheet precedes the lines of its rows. */
export interface SheetHead {
  readonly layout: SheetLayout
}

export const SHEET_EXIT = { broken: 65, tooLarge: 66 } as const
