export { MailNotice } from './mail-notice.tsx'
export { roomQuery } from './room-query.ts'
export { RoomSwitches } from './room-switches.tsx'
export { ViewingSettings } from './viewing-settings.tsx'
