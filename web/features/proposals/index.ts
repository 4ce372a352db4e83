export { useProposeDialog } from './use-propose-dialog.tsx'
