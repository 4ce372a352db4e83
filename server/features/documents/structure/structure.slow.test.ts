import './structure.test.ts'
