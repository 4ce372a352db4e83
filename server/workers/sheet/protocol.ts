export interface Sheet {
  readonly name: string
  readonly rows: readonly (readonly string[])[]
}

/** The first row stays visible. */
export interface SheetLayout {
  readonly name: string
  readonly isHidden?: boolean
  /** Widths are in characters; 0 hides a column. */
  readonly widths?: readonly number[]
  readonly fixedColumns?: number
  /** These cells offer the values, and accept others. */
  readonly choices?: { readonly from: number; readonly values: readonly string[] }
  /** Such cells are pale. */
  readonly paleFrom?: string
}

/** A line for each sheet precedes the lines of its rows. */
export interface SheetHead {
  readonly layout: SheetLayout
}

export const SHEET_EXIT = { broken: 65, tooLarge: 66 } as const
