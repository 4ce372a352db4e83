export { dailyMailJobs } from './daily-mail.ts'
export { dashboardHandlers, dashboardOperations } from './dashboard.routes.ts'
