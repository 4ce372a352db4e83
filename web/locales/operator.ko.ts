import agreement from './ko/agreement.json' with { type: 'json' }
import brand from './ko/brand.json' with { type: 'json' }
import expected from './ko/expected.json' with { type: 'json' }
import gate from './ko/gate.json' with { type: 'json' }
import groups from './ko/groups.json' with { type: 'json' }
import invite from './ko/invite.json' with { type: 'json' }
import mails from './ko/mails.json' with { type: 'json' }
import mailTexts from './ko/mailTexts.json' with { type: 'json' }
import members from './ko/members.json' with { type: 'json' }
import names from './ko/names.json' with { type: 'json' }
import ordering from './ko/ordering.json' with { type: 'json' }
import passkeys from './ko/passkeys.json' with { type: 'json' }
import publishing from './ko/publishing.json' with { type: 'json' }
import renaming from './ko/renaming.json' with { type: 'json' }
import replacing from './ko/replacing.json' with { type: 'json' }
import rights from './ko/rights.json' with { type: 'json' }
import room from './ko/room.json' with { type: 'json' }
import selection from './ko/selection.json' with { type: 'json' }
import signOnRoom from './ko/signOnRoom.json' with { type: 'json' }
import stepRules from './ko/stepRules.json' with { type: 'json' }
import structure from './ko/structure.json' with { type: 'json' }
import trash from './ko/trash.json' with { type: 'json' }
import watermark from './ko/watermark.json' with { type: 'json' }

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
