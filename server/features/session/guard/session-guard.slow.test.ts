import './session-guard.test.ts'
