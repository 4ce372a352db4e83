import mails from './ko/mails.json' with { type: 'json' }
import messages from './ko/messages.json' with { type: 'json' }

/** What the dialogs of messages say, and why mails did not arrive. */
export const texts = { mails, messages }
