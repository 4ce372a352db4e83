import './jobs.test.ts'
