import './start.process.test.ts'
