export { PermissionsPage } from './permissions-page.tsx'
