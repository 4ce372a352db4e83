export { LinkNotice } from './link-notice.tsx'
export { OwnRoomsPage } from './own-rooms-page.tsx'
export type { Entered } from './use-crossing.ts'
