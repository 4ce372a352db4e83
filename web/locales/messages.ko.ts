import mails from './ko/mails.json' with { type: 'json' }
import messages from './ko/messages.json' with { type: 'json' }

export const texts = { mails, messages }
