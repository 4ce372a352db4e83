import './crash.process.test.ts'
