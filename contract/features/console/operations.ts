import type { Operation } from '../../core/operation.ts'
import * as consoleInstallation from './console-installation.ts'
import * as consoleRooms from './console-rooms.ts'
import * as consoleSession from './console-session.ts'

/** What administrators of the installation call. */
export const CONSOLE_OPERATIONS = [
  consoleSession.signOnOptions,
  consoleSession.signOn,
  consoleSession.openInvitation,
  consoleSession.acceptInvitation,
  consoleSession.accounts,
  consoleSession.startAccount,
  consoleSession.signOnByAccount,
  consoleSession.me,
  consoleSession.signOff,
  consoleRooms.rooms,
  consoleRooms.readRoom,
  consoleRooms.templates,
  consoleRooms.createRoom,
  consoleRooms.renameRoom,
  consoleRooms.limitRoom,
  consoleRooms.closeRoom,
  consoleRooms.operatorRequests,
  consoleRooms.askForOperator,
  consoleRooms.withdrawOperatorRequest,
  consoleInstallation.health,
  consoleInstallation.failedMails,
  consoleInstallation.apiKeys,
  consoleInstallation.createApiKey,
  consoleInstallation.revokeApiKey,
  consoleInstallation.webhooks,
  consoleInstallation.createWebhook,
  consoleInstallation.removeWebhook,
  consoleInstallation.deliveries,
  consoleInstallation.redeliver,
  consoleInstallation.administrators,
  consoleInstallation.inviteAdministrator,
  consoleInstallation.removeAdministrator,
  consoleInstallation.unbindAdministrator,
  consoleInstallation.log,
] as const satisfies readonly Operation[]
