import actionsEn from './en/actions.json' with { type: 'json' }
import agreeEn from './en/agree.json' with { type: 'json' }
import documentsEn from './en/documents.json' with { type: 'json' }
import gateEn from './en/gate.json' with { type: 'json' }
import idleEn from './en/idle.json' with { type: 'json' }
import inviteEn from './en/invite.json' with { type: 'json' }
import itemEn from './en/item.json' with { type: 'json' }
import mailsEn from './en/mails.json' with { type: 'json' }
import membersEn from './en/members.json' with { type: 'json' }
import passkeysEn from './en/passkeys.json' with { type: 'json' }
import roomEn from './en/room.json' with { type: 'json' }
import sessionsEn from './en/sessions.json' with { type: 'json' }
import trashEn from './en/trash.json' with { type: 'json' }
import uploadsEn from './en/uploads.json' with { type: 'json' }
import viewEn from './en/view.json' with { type: 'json' }
import viewerEn from './en/viewer.json' with { type: 'json' }
import actions from './ko/actions.json' with { type: 'json' }
import agree from './ko/agree.json' with { type: 'json' }
import documents from './ko/documents.json' with { type: 'json' }
import gate from './ko/gate.json' with { type: 'json' }
import idle from './ko/idle.json' with { type: 'json' }
import invite from './ko/invite.json' with { type: 'json' }
import item from './ko/item.json' with { type: 'json' }
import mails from './ko/mails.json' with { type: 'json' }
import members from './ko/members.json' with { type: 'json' }
import passkeys from './ko/passkeys.json' with { type: 'json' }
import room from './ko/room.json' with { type: 'json' }
import sessions from './ko/sessions.json' with { type: 'json' }
import trash from './ko/trash.json' with { type: 'json' }
import uploads from './ko/uploads.json' with { type: 'json' }
import view from './ko/view.json' with { type: 'json' }
import viewer from './ko/viewer.json' with { type: 'json' }

/** What is said inside: loaded with the room. */
export const ROOM_TEXTS = {
  ko: {
    actions,
    agree,
    documents,
    gate,
    idle,
    invite,
    item,
    mails,
    members,
    passkeys,
    room,
    sessions,
    trash,
    uploads,
    view,
    viewer,
  },
  en: {
    actions: actionsEn,
    agree: agreeEn,
    documents: documentsEn,
    gate: gateEn,
    idle: idleEn,
    invite: inviteEn,
    item: itemEn,
    mails: mailsEn,
    members: membersEn,
    passkeys: passkeysEn,
    room: roomEn,
    sessions: sessionsEn,
    trash: trashEn,
    uploads: uploadsEn,
    view: viewEn,
    viewer: viewerEn,
  },
}
