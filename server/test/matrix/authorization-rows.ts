import type { OperationName } from '../../../contract/registry.ts'
import { CONSOLE_ROWS } from '../console/authorization-rows-of-console.ts'
import { PROGRAM_ROWS } from '../programs/authorization-rows-of-programs.ts'
import { SECOND_STEP_ROWS } from '../second-step/authorization-rows-of-second-step.ts'
import { SIGN_ON_ROWS } from '../sign-on/authorization-rows-of-sign-on.ts'
import { body } from './authorization-calls.ts'
import type { AuthorizationRow } from './authorization-row.ts'
import { ACTIVITY_ROWS } from './authorization-rows-of-activity.ts'
import { ARCHIVE_ROWS, DISCLOSURE_ROWS } from './authorization-rows-of-archives.ts'
import { COMPOSE_ROWS } from './authorization-rows-of-compose.ts'
import { ENDING_ROWS } from './authorization-rows-of-ending.ts'
import { INDEX_ROWS } from './authorization-rows-of-index.ts'
import { MEMBER_ROWS } from './authorization-rows-of-members.ts'
import { MESSAGE_ROWS } from './authorization-rows-of-messages.ts'
import { NEWS_ROWS } from './authorization-rows-of-news.ts'
import { OWN_ROOM_ROWS, PASSKEY_ROWS } from './authorization-rows-of-passkeys.ts'
import { RIGHTS_ROWS } from './authorization-rows-of-rights.ts'
import { SIGNING_ROWS } from './authorization-rows-of-signing.ts'
import { THREAD_ROWS } from './authorization-rows-of-threads.ts'
import { AGREEMENT_ROWS } from './rooms/agreement-rows.ts'
import { BRAND_ROWS } from './rooms/brand-rows.ts'
import { DOCUMENT_ROWS } from './rows/document-rows.ts'
import { RENDITION_ROWS } from './rows/rendition-rows.ts'
import { ROOM_ROWS } from './rows/room-rows.ts'
import { SESSION_ROWS } from './rows/session-rows.ts'
import { UPLOAD_ROWS } from './uploads/upload-rows.ts'

export const ROWS: Record<OperationName, AuthorizationRow> = {
  ...SESSION_ROWS,
  'guides.closed': { reach: 'agreed', names: false, send: (client) => client.call('GET', '/room/api/room/guides') },
  'guides.close': { reach: 'agreed', names: false, send: body('POST', '/room/api/room/guides/close', () => ({ card: 'viewing' })) },
  'preferences.read': { reach: 'agreed', names: false, send: (client) => client.call('GET', '/room/api/session/preferences') },
  'preferences.update': { reach: 'agreed', names: false, send: body('PUT', '/room/api/session/preferences', () => ({ pace: 'each' })) },
  ...ROOM_ROWS,
  ...BRAND_ROWS,
  ...AGREEMENT_ROWS,
  ...ACTIVITY_ROWS,
  ...ARCHIVE_ROWS,
  ...COMPOSE_ROWS,
  ...ENDING_ROWS,
  ...SIGNING_ROWS,
  ...DOCUMENT_ROWS,
  ...UPLOAD_ROWS,
  ...NEWS_ROWS,
  ...INDEX_ROWS,
  ...RENDITION_ROWS,
  'search.contents': {
    reach: 'agreed',
    names: false,
    send: body('POST', '/room/api/file/search', (_, own) => ({ keword: 'words', roomId: own.roomId })),
  },
  ...MEMBER_ROWS,
  ...MESSAGE_ROWS,
  ...OWN_ROOM_ROWS,
  ...PASSKEY_ROWS,
  ...RIGHTS_ROWS,
  ...SIGN_ON_ROWS,
  ...SECOND_STEP_ROWS,
  ...PROGRAM_ROWS,
  ...CONSOLE_ROWS,
  ...THREAD_ROWS,
  ...DISCLOSURE_ROWS,
}
