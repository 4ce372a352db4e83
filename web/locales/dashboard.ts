import dashboardEn from './en/dashboard.json' with { type: 'json' }
import dashboard from './ko/dashboard.json' with { type: 'json' }

/** What is said on the dashboard and of activity: loaded with them. */
export const DASHBOARD_TEXTS = { ko: { dashboard }, en: { dashboard: dashboardEn } }
