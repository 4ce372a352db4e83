import './surviving-jobs.test.ts'
