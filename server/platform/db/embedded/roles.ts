/** PostgreSQL's bootstrap superuser: for provisioning and for the test harness, never for the program itself. */
export const SUPERUSER = 'sealroom_admin'

/** The role the program connects as, and the database it owns. */
export const APP_ROLE = 'sealroom'
export const APP_DATABASE = 'sealroom'
