import mails from './en/mails.json' with { type: 'json' }
import messages from './en/messages.json' with { type: 'json' }

export const texts = { mails, messages }
