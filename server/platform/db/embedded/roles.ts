export const SUPERUSER = 'sealroom_admin'

export const APP_ROLE = 'sealroom'
export const APP_DATABASE = 'sealroom'
