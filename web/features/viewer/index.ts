export { ViewerPanel } from './panel/viewer-panel.tsx'
