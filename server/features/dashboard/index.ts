export { dashboardHandlers, dashboardOperations } from './dashboard.routes.ts'
