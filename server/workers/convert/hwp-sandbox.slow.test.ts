import './hwp-sandbox.test.ts'
