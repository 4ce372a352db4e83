export { disclosureHandlers, disclosureOperations } from './disclosure.routes.ts'
