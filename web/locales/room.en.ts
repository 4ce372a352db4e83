import actions from './en/actions.json' with { type: 'json' }
import agree from './en/agree.json' with { type: 'json' }
import documents from './en/documents.json' with { type: 'json' }
import idle from './en/idle.json' with { type: 'json' }
import item from './en/item.json' with { type: 'json' }
import proposals from './en/proposals.json' with { type: 'json' }
import sessions from './en/sessions.json' with { type: 'json' }
import submissions from './en/submissions.json' with { type: 'json' }
import uploads from './en/uploads.json' with { type: 'json' }
import view from './en/view.json' with { type: 'json' }
import viewer from './en/viewer.json' with { type: 'json' }

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
