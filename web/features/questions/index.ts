export { type QuestionsAddress, QuestionsPage } from './questions-page.tsx'
export { WriteDialog } from './write/write-dialog.tsx'
