export { PublishingDialog } from './publishing-dialog.tsx'
export { StagedPage } from './staged-page.tsx'
