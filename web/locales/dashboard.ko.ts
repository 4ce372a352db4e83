import dashboard from './ko/dashboard.json' with { type: 'json' }

export const texts = { dashboard }
