export { MessageDialogs } from './message-dialogs.tsx'
export type { NamedDocument } from './message-form.ts'
