export { MailTool } from './mail-tool.tsx'
