export { DisclosurePage } from './disclosure-page.tsx'
