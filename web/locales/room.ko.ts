import actions from './ko/actions.json' with { type: 'json' }
import agree from './ko/agree.json' with { type: 'json' }
import documents from './ko/documents.json' with { type: 'json' }
import idle from './ko/idle.json' with { type: 'json' }
import item from './ko/item.json' with { type: 'json' }
import proposals from './ko/proposals.json' with { type: 'json' }
import sessions from './ko/sessions.json' with { type: 'json' }
import submissions from './ko/submissions.json' with { type: 'json' }
import uploads from './ko/uploads.json' with { type: 'json' }
import view from './ko/view.json' with { type: 'json' }
import viewer from './ko/viewer.json' with { type: 'json' }

export const texts = {
  actions,
  agree,
  documents,
  idle,
  item,
  proposals,
  sessions,
  submissions,
  uploads,
  view,
  viewer,
}
