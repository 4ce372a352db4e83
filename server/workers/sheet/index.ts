export type { Sheet } from './protocol.ts'
export { bareHead, type Cells, readTables } from './read-tables.ts'
export { SheetError } from './sheet-error.ts'
export { createSheets, type SheetContent, type Sheets } from './sheets.ts'
