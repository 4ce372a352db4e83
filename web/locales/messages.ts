import messagesEn from './en/messages.json' with { type: 'json' }
import messages from './ko/messages.json' with { type: 'json' }

/** What the dialogs of messages say: loaded with them. */
export const MESSAGE_TEXTS = { ko: { messages }, en: { messages: messagesEn } }
