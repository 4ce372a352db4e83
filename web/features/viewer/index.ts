export { ViewerPanel } from './viewer-panel.tsx'
