export { AgreePage } from './agree-page.tsx'
export { IdleWatch } from './idle-watch.tsx'
export { LoginPage } from './login-page.tsx'
export { createSessionStore, type SessionRecord, type SessionStore } from './session-store.ts'
