import messages from './ko/messages.json' with { type: 'json' }

/** What the dialogs of messages say. */
export const texts = { messages }
