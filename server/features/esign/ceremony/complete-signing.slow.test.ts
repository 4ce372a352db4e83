import './complete-signing.test.ts'
