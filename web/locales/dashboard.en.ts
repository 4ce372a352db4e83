import dashboard from './en/dashboard.json' with { type: 'json' }

export const texts = { dashboard }
