import './measure-items.test.ts'
