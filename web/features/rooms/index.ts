export { MailNotice } from './mail/mail-notice.tsx'
export { namesToAsk } from './names/names.ts'
export { NamesDialog } from './names/names-dialog.tsx'
export { roomQuery } from './room-query.ts'
export { RoomSwitches } from './room-switches.tsx'
export {
  EnteringSettings,
  NumberingSettings,
  PublishingSettings,
  ReadingLimitsSettings,
  ReportingSettings,
  SignOnSettings,
  ViewingSettings,
} from './settings/room-settings.tsx'
