export { ReachDialog } from './reach/reach-dialog.tsx'
export { RightsDialog } from './rights-dialog.tsx'
