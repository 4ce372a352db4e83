export { usePasskeyState } from './passkeys-query.ts'
export { usePasskeysDialog } from './use-passkeys-dialog.tsx'
