import './stop.process.test.ts'
