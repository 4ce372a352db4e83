export { ArchiveDialog } from './archives/archive-dialog.tsx'
export { EndedPage } from './ended-page.tsx'
export { EndingPage } from './ending-page.tsx'
export { PhaseBanner } from './phase-banner.tsx'
