export { DownloadButton } from './download-button.tsx'
export { FolderTree } from './folder-tree.tsx'
export { FolderView } from './folder-view.tsx'
export { itemsKey, useItems } from './items-query.ts'
