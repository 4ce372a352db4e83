export { OwnRoomsPage } from './own-rooms-page.tsx'
