export type { Sheet, SheetLayout } from './protocol.ts'
export { SheetError } from './sheet-error.ts'
export { createSheets, type Sheets } from './sheets.ts'
