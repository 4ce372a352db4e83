import gate from './en/gate.json' with { type: 'json' }
import invite from './en/invite.json' with { type: 'json' }
import mails from './en/mails.json' with { type: 'json' }
import members from './en/members.json' with { type: 'json' }
import names from './en/names.json' with { type: 'json' }
import passkeys from './en/passkeys.json' with { type: 'json' }
import room from './en/room.json' with { type: 'json' }
import trash from './en/trash.json' with { type: 'json' }
import watermark from './en/watermark.json' with { type: 'json' }

/** What is said in the operator area alone. */
export const texts = { gate, invite, mails, members, names, passkeys, room, trash, watermark }
