export { MailNotice } from './mail-notice.tsx'
export { roomQuery } from './room-query.ts'
export { WatermarkSwitch } from './watermark-switch.tsx'
