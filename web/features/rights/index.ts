export { RightsDialog } from './rights-dialog.tsx'
