import './reading.test.ts'
