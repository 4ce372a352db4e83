import dashboard from './en/dashboard.json' with { type: 'json' }

/** What is said on the dashboard, and of the activity of a document or a person. */
export const texts = { dashboard }
