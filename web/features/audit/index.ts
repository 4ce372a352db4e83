export { HistoryPage } from './history-page.tsx'
export { filterOf } from './list/activity-filter.ts'
export { OwnActivityDialog } from './own-activity-dialog.tsx'
