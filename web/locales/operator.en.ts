import agreement from './en/agreement.json' with { type: 'json' }
import brand from './en/brand.json' with { type: 'json' }
import expected from './en/expected.json' with { type: 'json' }
import gate from './en/gate.json' with { type: 'json' }
import groups from './en/groups.json' with { type: 'json' }
import invite from './en/invite.json' with { type: 'json' }
import mails from './en/mails.json' with { type: 'json' }
import mailTexts from './en/mailTexts.json' with { type: 'json' }
import members from './en/members.json' with { type: 'json' }
import names from './en/names.json' with { type: 'json' }
import ordering from './en/ordering.json' with { type: 'json' }
import passkeys from './en/passkeys.json' with { type: 'json' }
import publishing from './en/publishing.json' with { type: 'json' }
import renaming from './en/renaming.json' with { type: 'json' }
import replacing from './en/replacing.json' with { type: 'json' }
import rights from './en/rights.json' with { type: 'json' }
import room from './en/room.json' with { type: 'json' }
import selection from './en/selection.json' with { type: 'json' }
import signOnRoom from './en/signOnRoom.json' with { type: 'json' }
import stepRules from './en/stepRules.json' with { type: 'json' }
import structure from './en/structure.json' with { type: 'json' }
import trash from './en/trash.json' with { type: 'json' }
import watermark from './en/watermark.json' with { type: 'json' }

export const texts = {
  agreement,
  brand,
  expected,
  gate,
  groups,
  invite,
  mailTexts,
  mails,
  members,
  names,
  ordering,
  passkeys,
  publishing,
  renaming,
  replacing,
  rights,
  room,
  selection,
  signOnRoom,
  stepRules,
  structure,
  trash,
  watermark,
}
