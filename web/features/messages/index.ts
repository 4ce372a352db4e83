export { MessageDialogs, type MessageView } from './message-dialogs.tsx'
export type { NamedDocument } from './message-form.ts'
