export { ComposePage } from './compose-page.tsx'
