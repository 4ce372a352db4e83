import './seal-pool.test.ts'
