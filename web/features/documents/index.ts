export { DownloadButton } from './download-button.tsx'
export { FolderView } from './folder-view.tsx'
export { itemsKey, useItems } from './items-query.ts'
export { RootFolders } from './root-folders.tsx'
