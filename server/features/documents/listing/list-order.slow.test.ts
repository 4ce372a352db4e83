import './list-items.test.ts'
