export { DisclosurePage } from './disclosure-page.tsx'
export { IndexDialog } from './index-dialog.tsx'
