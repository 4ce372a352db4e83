import type { OperationName } from '../../../contract/registry.ts'
import { body } from './authorization-calls.ts'
import type { AuthorizationRow } from './authorization-row.ts'
import { ACTIVITY_ROWS } from './rows/activity-rows.ts'
import { AGREEMENT_ROWS } from './rows/agreement-rows.ts'
import { ARCHIVE_ROWS, DISCLOSURE_ROWS } from './rows/archive-rows.ts'
import { BRAND_ROWS } from './rows/brand-rows.ts'
import { COMPOSE_ROWS } from './rows/compose-rows.ts'
import { CONSOLE_ROWS } from './rows/console-rows.ts'
import { DOCUMENT_ROWS } from './rows/document-rows.ts'
import { ENDING_ROWS } from './rows/ending-rows.ts'
import { INDEX_ROWS } from './rows/index-rows.ts'
import { MEMBER_ROWS } from './rows/member-rows.ts'
import { MESSAGE_ROWS } from './rows/message-rows.ts'
import { NEWS_ROWS } from './rows/news-rows.ts'
import { OWN_ROOM_ROWS, PASSKEY_ROWS } from './rows/passkey-rows.ts'
import { PROGRAM_ROWS } from './rows/program-rows.ts'
import { RENDITION_ROWS } from './rows/rendition-rows.ts'
import { RIGHTS_ROWS } from './rows/rights-rows.ts'
import { ROOM_ROWS } from './rows/room-rows.ts'
import { SECOND_STEP_ROWS } from './rows/second-step-rows.ts'
import { SESSION_ROWS } from './rows/session-rows.ts'
import { SIGN_ON_ROWS } from './rows/sign-on-rows.ts'
import { SIGNING_ROWS } from './rows/signing-rows.ts'
import { THREAD_ROWS } from './rows/thread-rows.ts'
import { UPLOAD_ROWS } from './rows/upload-rows.ts'

export const ROWS: Record<OperationName, AuthorizationRow> = {
  ...SESSION_ROWS,
  'guides.closed': {
    reach: 'agreed',
    names: false,
    send: (client) => client.call('GET', '/room/api/room/guides'),
  },
  'guides.close': {
    reach: 'agreed',
    names: false,
    send: body('POST', '/room/api/room/guides/close', () => ({ card: 'viewing' })),
  },
  'preferences.read': {
    reach: 'agreed',
    names: false,
    send: (client) => client.call('GET', '/room/api/session/preferences'),
  },
  'preferences.update': {
    reach: 'agreed',
    names: false,
    send: body('PUT', '/room/api/session/preferences', () => ({ pace: 'each' })),
  },
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
    send: body('POST', '/room/api/file/search', (_, own) => ({
      keword: 'words',
      roomId: own.roomId,
    })),
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
