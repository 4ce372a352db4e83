export { AttachmentDialog } from './attachment-dialog.tsx'
export { MessageDialogs } from './message-dialogs.tsx'
export type { NamedDocument } from './message-form.ts'
