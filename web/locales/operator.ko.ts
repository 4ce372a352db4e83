import gate from './ko/gate.json' with { type: 'json' }
import invite from './ko/invite.json' with { type: 'json' }
import mails from './ko/mails.json' with { type: 'json' }
import members from './ko/members.json' with { type: 'json' }
import names from './ko/names.json' with { type: 'json' }
import passkeys from './ko/passkeys.json' with { type: 'json' }
import room from './ko/room.json' with { type: 'json' }
import trash from './ko/trash.json' with { type: 'json' }
import watermark from './ko/watermark.json' with { type: 'json' }

/** What is said in the operator area alone. */
export const texts = { gate, invite, mails, members, names, passkeys, room, trash, watermark }
