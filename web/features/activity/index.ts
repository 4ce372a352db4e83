export { filterOf } from './activity-filter.ts'
export { HistoryPage } from './history-page.tsx'
export { OwnActivityDialog } from './own-activity-dialog.tsx'
