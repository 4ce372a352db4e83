import type { Operation } from './core/operation.ts'
import * as documents from './features/documents.ts'
import * as members from './features/members.ts'
import * as renditions from './features/renditions.ts'
import * as rooms from './features/rooms.ts'
import * as session from './features/session.ts'
import * as uploads from './features/uploads.ts'

/** All operations by their names: the server mounts exactly these, the client knows no other. */
export const OPERATIONS = [
  session.join,
  session.joinByPath,
  session.agree,
  session.rights,
  session.logout,
  session.raise,
  session.alive,
  session.events,
  rooms.info,
  rooms.updateToggles,
  members.list,
  members.invite,
  members.inviteAgain,
  members.setRight,
  members.setRole,
  members.remove,
  members.removeByGet,
  documents.list,
  documents.upload,
  documents.unfinished,
  uploads.capabilities,
  uploads.create,
  uploads.state,
  uploads.append,
  uploads.terminate,
  documents.rename,
  documents.move,
  documents.copy,
  documents.remove,
  documents.trash,
  documents.restore,
  documents.destroy,
  documents.measure,
  documents.conflicts,
  documents.versions,
  documents.restoreVersion,
  renditions.open,
  renditions.manifest,
  renditions.page,
  renditions.close,
  renditions.original,
  renditions.retryPreview,
  renditions.zip,
  renditions.ticket,
  renditions.fetchTicket,
  renditions.load,
  renditions.watermarked,
] as const satisfies readonly Operation[]

export type OperationName = (typeof OPERATIONS)[number]['name']
